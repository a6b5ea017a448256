/* rwlock_prefer_writer.c - with writers preferred, who reads recursively while
 * a writer waits, waits for itself.
 * EXPECT: self-deadlock at 16
 * EXECUTIONS: 300
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <stddef.h>

static pthread_rwlock_t lock =
    PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;

static void *read_twice(void *argument)
{
    pthread_rwlock_rdlock(&lock);
    pthread_rwlock_rdlock(&lock);
    pthread_rwlock_unlock(&lock);
    pthread_rwlock_unlock(&lock);
    return argument;
}

static void *write_once(void *argument)
{
    pthread_rwlock_wrlock(&lock);
    pthread_rwlock_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, read_twice, NULL);
    pthread_create(&b, NULL, write_once, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
