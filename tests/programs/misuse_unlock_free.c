/* misuse_unlock_free.c - two ways out of a function, and one of them unlocks
 * what was not locked.
 * EXPECT: mutex-misuse at 20
 * EXECUTIONS: 200
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int closed;
static int writes;

static void *write_log(void *arg)
{
    if (!atomic_load(&closed))
        pthread_mutex_lock(&lock);
    writes++;
    if (!atomic_load(&closed) || arg != NULL)
        pthread_mutex_unlock(&lock); /* here */
    return NULL;
}

static void *close_log(void *arg)
{
    atomic_store(&closed, 1);
    return arg;
}

int main(void)
{
    pthread_t t[2];

    pthread_create(&t[0], NULL, write_log, &writes);
    pthread_create(&t[1], NULL, close_log, NULL);
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    return 0;
}
