/* cache.c - a small cache that throws out what was not used for longest.  The
 * table has a lock and the statistics have another, taken inside it; a value
 * is loaded without any, and put in only if nobody else was faster. */
#include "driver.h"

#define PLACES 2
#define NONE (-1)

static struct {
    pthread_mutex_t lock;
    int clock;
    int key[PLACES], value[PLACES], used[PLACES];
} cache = { PTHREAD_MUTEX_INITIALIZER, .key = { NONE, NONE } };

static struct {
    pthread_mutex_t lock;
    int hits, misses, evictions;
} statistics = { .lock = PTHREAD_MUTEX_INITIALIZER };

/* With the cache's lock held, as the next. */
static int place_of(int key)
{
    for (int i = 0; i < PLACES; i++) {
        if (cache.key[i] == key)
            return i;
    }
    return NONE;
}

static int oldest(void)
{
    int place = 0;

    for (int i = 1; i < PLACES; i++) {
        if (cache.used[i] < cache.used[place])
            place = i;
    }
    return place;
}

static int look_up(int key)
{
    int value = NONE;

    pthread_mutex_lock(&cache.lock);
    int place = place_of(key);
    if (place != NONE) {
        value = cache.value[place];
        cache.used[place] = ++cache.clock;
    }
    pthread_mutex_unlock(&cache.lock);

    pthread_mutex_lock(&statistics.lock);
    if (value == NONE)
        statistics.misses++;
    else
        statistics.hits++;
    pthread_mutex_unlock(&statistics.lock);
    return value;
}

static void put_if_absent(int key, int value)
{
    pthread_mutex_lock(&cache.lock);
    if (place_of(key) == NONE) {
        int place = oldest();

        if (cache.key[place] != NONE) {
            pthread_mutex_lock(&statistics.lock);
            statistics.evictions++;
            pthread_mutex_unlock(&statistics.lock);
        }
        cache.key[place] = key;
        cache.value[place] = value;
        cache.used[place] = ++cache.clock;
    }
    pthread_mutex_unlock(&cache.lock);
}

static void forget(int key)
{
    pthread_mutex_lock(&cache.lock);
    int place = place_of(key);
    if (place != NONE) {
        cache.key[place] = NONE;
        cache.used[place] = 0;
    }
    pthread_mutex_unlock(&cache.lock);
}

static int get(int key)
{
    int value = look_up(key);

    if (value == NONE) {
        value = key * key;
        put_if_absent(key, value);
    }
    return value;
}

static void *client(void *unused)
{
    assert(get(2) == 4);
    assert(get(3) == 9);
    return unused;
}

static void *other(void *unused)
{
    assert(get(3) == 9);
    assert(get(5) == 25);
    return unused;
}

static void *invalidator(void *unused)
{
    forget(3);
    assert(get(2) == 4);
    return unused;
}

static void *reporter(void *unused)
{
    pthread_mutex_lock(&statistics.lock);
    assert(statistics.evictions <= statistics.misses);
    pthread_mutex_unlock(&statistics.lock);
    return unused;
}

int main(void)
{
    const job jobs[] = { client, other, invalidator, reporter };

    run_jobs(jobs, COUNT(jobs));
    assert(statistics.hits + statistics.misses == 5);
    return 0;
}
