/* rwlock_readers.c - readers hold it together, a writer alone.
 * EXPECT: clean
 * EXECUTIONS: 300
 */
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_barrier_t together;
static int reading, writing, written;

static void *read_together(void *argument)
{
    assert(pthread_rwlock_rdlock(&lock) == 0);
    assert(pthread_rwlock_rdlock(&lock) == 0); /* recursively */
    __atomic_fetch_add(&reading, 1, __ATOMIC_RELAXED);
    assert(writing == 0);
    /* Would stop for ever if the two readers excluded each other. */
    pthread_barrier_wait(&together);
    assert(writing == 0);
    __atomic_fetch_sub(&reading, 1, __ATOMIC_RELAXED);
    assert(pthread_rwlock_unlock(&lock) == 0);
    assert(writing == 0);
    assert(pthread_rwlock_unlock(&lock) == 0);
    return argument;
}

static void *write_alone(void *argument)
{
    assert(pthread_rwlock_wrlock(&lock) == 0);
    assert(writing++ == 0);
    assert(__atomic_load_n(&reading, __ATOMIC_RELAXED) == 0);
    written++;
    writing--;
    assert(pthread_rwlock_unlock(&lock) == 0);
    return argument;
}

int main(void)
{
    pthread_t threads[4];

    pthread_barrier_init(&together, NULL, 2);
    for (int i = 0; i < 4; i++)
        pthread_create(&threads[i], NULL, i < 2 ? read_together : write_alone,
                       NULL);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
    assert(written == 2);
    assert(pthread_rwlock_destroy(&lock) == 0);
    return 0;
}
