/* self_deadlock_upgrade.c - a reader that finds the table stale asks for the
 * write lock without giving its read lock back.
 * EXPECT: self-deadlock at 17
 * EXECUTIONS: 200
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int version = 1, wanted = 1;

static void *read_table(void *arg)
{
    pthread_rwlock_rdlock(&lock);
    if (version != wanted) {
        pthread_rwlock_wrlock(&lock); /* here */
        version = wanted;
    }
    pthread_rwlock_unlock(&lock);
    return arg;
}

static void *invalidate(void *arg)
{
    pthread_rwlock_wrlock(&lock);
    wanted++;
    pthread_rwlock_unlock(&lock);
    return arg;
}

int main(void)
{
    pthread_t t[2];

    pthread_create(&t[0], NULL, read_table, NULL);
    pthread_create(&t[1], NULL, invalidate, NULL);
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    assert(wanted == 2);
    return 0;
}
