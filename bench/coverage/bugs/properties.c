/* properties.c - an engine for scripts has a cache of the properties that were
 * read last, which is flushed when any property changes.  A flag says whether
 * there is anything to flush.  An entry that is added while another thread
 * flushes can be in the cache when the flag says that there is none, and then
 * it stays there.
 *
 * After SpiderMonkey's property cache (js_FlushPropertyCache: cache->table and
 * cache->empty; in Lu et al., MUVI, SOSP 2007).
 *
 * CLASS: atomicity, two variables
 * FAILS: assertion
 * CAUSE: properties.c:40 `cache.table[o->slot] = o->value;` was cleared
 * CAUSE: properties.c:61 `cache.empty = true;` though that was added meanwhile
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#define OBJECTS 3
#define CONTEXTS 3
#define ROUNDS 3

/* Objects have a lock each, the cache has none. */
struct object {
    pthread_mutex_t lock;
    int slot, value;
};
static struct object objects[OBJECTS];
static struct {
    atomic_int table[OBJECTS]; /* 0: no entry */
    atomic_bool empty;
} cache = { .empty = true };
static struct {
    atomic_int hits, misses, flushes;
} meter;

static void cache_fill(const struct object *o)
{
    cache.table[o->slot] = o->value;
    cache.empty = false;
}

static int cache_test(const struct object *o)
{
    int value = cache.table[o->slot];

    if (value != 0)
        meter.hits++;
    else
        meter.misses++;
    return value;
}

static void cache_flush(void)
{
    if (cache.empty)
        return;
    for (int i = 0; i < OBJECTS; i++)
        cache.table[i] = 0;
    cache.empty = true;
    meter.flushes++;
}

static int get_property(struct object *o)
{
    int value;

    pthread_mutex_lock(&o->lock);
    value = cache_test(o);
    if (value == 0) {
        value = o->value;
        cache_fill(o);
    }
    assert(value == o->value);
    pthread_mutex_unlock(&o->lock);
    return value;
}

static void set_property(struct object *o, int by)
{
    pthread_mutex_lock(&o->lock);
    o->value += by;
    cache_flush();
    pthread_mutex_unlock(&o->lock);
}

static void *context(void *argument)
{
    int id = (int)(long)argument, sum = 0;

    for (int i = 0; i < ROUNDS; i++) {
        struct object *o = &objects[(id + i) % OBJECTS];

        sum += get_property(o);
        set_property(o, 10);
        sum += get_property(&objects[id]);
    }
    assert(sum > 0);
    return NULL;
}

int main(void)
{
    pthread_t contexts[CONTEXTS];

    for (int i = 0; i < OBJECTS; i++) {
        pthread_mutex_init(&objects[i].lock, NULL);
        objects[i].slot = i;
        objects[i].value = i + 1;
    }
    for (long i = 0; i < CONTEXTS; i++)
        pthread_create(&contexts[i], NULL, context, (void *)i);
    for (int i = 0; i < CONTEXTS; i++)
        pthread_join(contexts[i], NULL);
    assert(meter.hits + meter.misses == 2 * CONTEXTS * ROUNDS);
    return 0;
}
