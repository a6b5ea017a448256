/* thread_kill_ended.c - a detached thread is sent a signal, which is undefined
 * once it has ended.
 * EXPECT: thread-misuse at 25
 * EXECUTIONS: 200
 */
#include <pthread.h>
#include <signal.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *argument)
{
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t a;

    pthread_create(&a, NULL, work, NULL);
    pthread_detach(a);
    pthread_kill(a, 0);
    return 0;
}
