/* alarm_watchdog_deadlock.c - with a watchdog that would end it, a deadlock is
 * still found as what it is.
 * EXPECT: deadlock at 20
 * EXECUTIONS: 200
 */
#include <pthread.h>
#include <stddef.h>
#include <unistd.h>

static pthread_mutex_t locks[2] = { PTHREAD_MUTEX_INITIALIZER,
                                    PTHREAD_MUTEX_INITIALIZER };
static int order[2] = { 0, 1 };

static void *both(void *argument)
{
    const int first = *(int *)argument;

    pthread_mutex_lock(&locks[first]);
    usleep(1000);
    pthread_mutex_lock(&locks[1 - first]);
    pthread_mutex_unlock(&locks[1 - first]);
    pthread_mutex_unlock(&locks[first]);
    return NULL;
}

int main(void)
{
    pthread_t a, b;

    alarm(30);
    pthread_create(&a, NULL, both, &order[0]);
    pthread_create(&b, NULL, both, &order[1]);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
