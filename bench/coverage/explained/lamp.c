/* lamp.c - a flag is set and signalled without the mutex.
 *
 * CLASS: lost wake-up
 * FAILS: lost-wakeup
 * CAUSE: lamp.c:19 `while (!on)` tested
 * CAUSE: lamp.c:27 `on = 1;` set without the mutex
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t lit = PTHREAD_COND_INITIALIZER;
static atomic_int on;

static void *wait_for_light(void *arg)
{
    pthread_mutex_lock(&lock);
    while (!on)
        pthread_cond_wait(&lit, &lock);
    pthread_mutex_unlock(&lock);
    return arg;
}

static void *turn_on(void *arg)
{
    on = 1;
    pthread_cond_signal(&lit);
    return arg;
}

int main(void)
{
    void *(*const all[])(void *) = { wait_for_light, turn_on };
    pthread_t t[2];

    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, all[i], NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return 0;
}
