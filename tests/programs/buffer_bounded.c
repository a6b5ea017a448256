/* buffer_bounded.c - a bounded buffer with one condition for each purpose.
 * EXPECT: clean
 * EXECUTIONS: 300
 */
#include <assert.h>
#include <pthread.h>

#define SLOTS 2
#define ITEMS 3

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_full = PTHREAD_COND_INITIALIZER;
static pthread_cond_t not_empty = PTHREAD_COND_INITIALIZER;
static int slots[SLOTS], used, first, sum;

static void put(int item)
{
    assert(pthread_mutex_lock(&lock) == 0);
    while (used == SLOTS)
        assert(pthread_cond_wait(&not_full, &lock) == 0);
    slots[(first + used++) % SLOTS] = item;
    assert(pthread_cond_signal(&not_empty) == 0);
    assert(pthread_mutex_unlock(&lock) == 0);
}

static int get(void)
{
    int item;

    pthread_mutex_lock(&lock);
    while (used == 0)
        assert(pthread_cond_wait(&not_empty, &lock) == 0);
    assert(used > 0 && used <= SLOTS);
    item = slots[first];
    first = (first + 1) % SLOTS;
    used--;
    pthread_cond_signal(&not_full);
    pthread_mutex_unlock(&lock);
    return item;
}

static void *produce(void *argument)
{
    for (int i = 1; i <= ITEMS; i++)
        put(i);
    return argument;
}

static void *consume(void *argument)
{
    for (int i = 0; i < ITEMS; i++)
        __atomic_fetch_add(&sum, get(), __ATOMIC_RELAXED);
    return argument;
}

int main(void)
{
    pthread_t threads[4];

    for (int i = 0; i < 4; i++)
        pthread_create(&threads[i], NULL, i % 2 ? produce : consume, NULL);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
    assert(sum == 2 * (1 + 2 + 3) && used == 0);
    assert(pthread_cond_destroy(&not_full) == 0);
    assert(pthread_cond_destroy(&not_empty) == 0);
    assert(pthread_mutex_destroy(&lock) == 0);
    return 0;
}
