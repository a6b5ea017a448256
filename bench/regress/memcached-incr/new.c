/* incr of a counter that several clients use.  After memcached, issue 127 (incr
 * and decr are not atomic); old is the fixed version, which holds the lock from
 * the look-up to the store. */
#include <assert.h>
#include <pthread.h>

struct item {
    int refcount, value;
};

static struct item table[1];
static pthread_mutex_t cache_lock = PTHREAD_MUTEX_INITIALIZER;

static struct item *do_item_get(void)
{
    table[0].refcount++;
    return &table[0];
}

static void do_item_remove(struct item *it)
{
    it->refcount--;
}

static void add_delta(int delta)
{
    struct item *it;

    pthread_mutex_lock(&cache_lock);
    it = do_item_get();
    pthread_mutex_unlock(&cache_lock);
    it->value += delta;
    pthread_mutex_lock(&cache_lock);
    do_item_remove(it);
    pthread_mutex_unlock(&cache_lock);
}

static void *client(void *unused)
{
    add_delta(1);
    add_delta(1);
    return unused;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, client, NULL);
    pthread_create(&b, NULL, client, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(table[0].refcount == 0);
    assert(table[0].value == 4);
    return 0;
}
