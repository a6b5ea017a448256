/* mutex_destroy_held.c - main thinks that the last user is gone when it has
 * counted down, but it has not unlocked yet.
 * EXPECT: mutex-misuse at 27
 * EXECUTIONS: 300
 */
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int users = 1;

static void *use(void *argument)
{
    pthread_mutex_lock(&lock);
    __atomic_fetch_sub(&users, 1, __ATOMIC_ACQ_REL);
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, use, NULL);
    for (int i = 0; i < 3; i++) {
        if (__atomic_load_n(&users, __ATOMIC_ACQUIRE) == 0) {
            pthread_mutex_destroy(&lock);
            break;
        }
    }
    pthread_join(thread, NULL);
    return 0;
}
