/* tally.c - a cache of items by key, some of which are numbers that clients
 * count up: in place if the result has no more digits than there is room for,
 * and in a new item if not, which replaces the old one.  The item is looked up
 * with the lock, and changed with the lock, but not with the same holding of
 * it: who has looked it up before it was replaced counts on in the old one.
 *
 * After memcached's incr and decr (issue 127; memcached-127 in Yu's collection,
 * jieyu/concurrency-bugs on GitHub): since then add_delta gets the key, and
 * looks up the item itself.
 *
 * CLASS: atomicity, looked up and changed in two critical sections
 * FAILS: assertion
 * CAUSE: tally.c:116 `struct item *it = item_get(key);` is soon of the past
 * CAUSE: tally.c:99 `int value = it->value + delta;` of an item that was
 */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

#define CLIENTS 3
#define ROUNDS 2
#define KEYS 2
#define START 6 /* and ends with two digits */

struct item {
    int key, value;
    int room; /* digits */
    int references;
    bool linked;
};
static struct {
    pthread_mutex_t lock;
    struct item *items[KEYS];
    int gets, replaced;
} cache = { .lock = PTHREAD_MUTEX_INITIALIZER };

static int digits(int value)
{
    return value < 10 ? 1 : 1 + digits(value / 10);
}

static struct item *item_new(int key, int value)
{
    struct item *it = calloc(1, sizeof(*it));

    *it = (struct item){
        .key = key, .value = value, .room = digits(value), .references = 1
    };
    return it;
}

/* This and the next two with the lock. */
static void item_release(struct item *it)
{
    if (--it->references == 0)
        free(it);
}

static void item_unlink(struct item *it)
{
    if (it != NULL && it->linked) {
        it->linked = false;
        cache.items[it->key] = NULL;
        item_release(it);
    }
}

static void item_link(struct item *it)
{
    item_unlink(cache.items[it->key]);
    it->linked = true;
    it->references++;
    cache.items[it->key] = it;
}

static struct item *item_get(int key)
{
    struct item *it;

    pthread_mutex_lock(&cache.lock);
    it = cache.items[key];
    it->references++;
    cache.gets++;
    pthread_mutex_unlock(&cache.lock);
    return it;
}

static void item_put(struct item *it)
{
    pthread_mutex_lock(&cache.lock);
    item_release(it);
    pthread_mutex_unlock(&cache.lock);
}

static void add_delta(struct item *it, int delta)
{
    pthread_mutex_lock(&cache.lock);
    int value = it->value + delta;

    if (digits(value) <= it->room) {
        it->value = value;
    } else {
        struct item *larger = item_new(it->key, value);

        item_unlink(it);
        item_link(larger);
        item_release(larger);
        cache.replaced++;
    }
    pthread_mutex_unlock(&cache.lock);
}

static void command_incr(int key, int delta)
{
    struct item *it = item_get(key);

    add_delta(it, delta);
    item_put(it);
}

static void *client(void *argument)
{
    int first = (int)(long)argument;

    for (int i = 0; i < KEYS * ROUNDS; i++)
        command_incr((first + i) % KEYS, 1);
    return NULL;
}

int main(void)
{
    pthread_t t[CLIENTS];

    for (int key = 0; key < KEYS; key++)
        item_link(item_new(key, START));
    for (long i = 0; i < CLIENTS; i++)
        pthread_create(&t[i], NULL, client, (void *)i);
    for (int i = 0; i < CLIENTS; i++)
        pthread_join(t[i], NULL);
    assert(cache.gets == CLIENTS * KEYS * ROUNDS);
    for (int key = 0; key < KEYS; key++)
        assert(item_get(key)->value == START + CLIENTS * ROUNDS);
    return 0;
}
