/* rewind_exit_handlers.c - handlers that an execution registered run in it,
 * once, and in no other; also after one that ended without running them.
 * EXPECT: clean
 * EXECUTIONS: 300
 */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int first, ran, ran_quick;

static void handler(void)
{
    pthread_mutex_lock(&lock);
    assert(++ran == 1);
    pthread_mutex_unlock(&lock);
}

static void quick_handler(void)
{
    assert(++ran_quick == 1);
}

static void *race(void *argument)
{
    pthread_mutex_lock(&lock);
    if (first == 0)
        first = (int)(long)argument;
    pthread_mutex_unlock(&lock);
    return NULL;
}

/* How it ends is up to the schedule. */
int main(void)
{
    pthread_t t[3];

    atexit(handler);
    at_quick_exit(quick_handler);
    for (long i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, race, (void *)(i + 1));
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    switch (first) {
    case 1:
        _exit(0);
    case 2:
        quick_exit(0);
    default:
        exit(0);
    }
}
