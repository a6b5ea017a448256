/* deadlock_holder_ended.c - an early return forgets to unlock.
 * EXPECT: deadlock at 14
 * EXECUTIONS: 200
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int cached, computed;

static void *look_up(void *arg)
{
    pthread_mutex_lock(&lock); /* here */
    if (cached != 0)
        return arg; /* without the lock given back */
    cached = 42;
    computed++;
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void)
{
    pthread_t t[3];

    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, look_up, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    assert(computed == 1);
    return 0;
}
