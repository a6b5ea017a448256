/* lost_wakeup_shared_condition.c - a queue of one place with one condition for
 * both "full" and "empty": a signal can wake a thread of the wrong kind.
 * EXPECT: lost-wakeup
 * EXECUTIONS: 5000
 * OPTIONS: --no-spurious
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int items;

static void *put(void *arg)
{
    pthread_mutex_lock(&lock);
    while (items == 1)
        pthread_cond_wait(&changed, &lock);
    items++;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    return arg;
}

static void *get(void *arg)
{
    pthread_mutex_lock(&lock);
    while (items == 0)
        pthread_cond_wait(&changed, &lock);
    items--;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void)
{
    pthread_t t[6];

    for (int i = 0; i < 6; i++)
        pthread_create(&t[i], NULL, i % 2 == 0 ? get : put, NULL);
    for (int i = 0; i < 6; i++)
        pthread_join(t[i], NULL);
    assert(items == 0);
    return 0;
}
