/* lost_wakeup_predicate.c - the same with a flag that remembers: clean, also
 * when the wait ends without a signal.
 * EXPECT: clean
 * EXECUTIONS: 300
 */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
static bool flag;
static int value;

static void *waiter(void *arg)
{
    pthread_mutex_lock(&lock);
    while (!flag)
        pthread_cond_wait(&ready, &lock);
    assert(value == 42);
    pthread_mutex_unlock(&lock);
    return arg;
}

static void *signaller(void *arg)
{
    pthread_mutex_lock(&lock);
    value = 42;
    flag = true;
    pthread_cond_signal(&ready);
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void)
{
    pthread_t t[2];

    pthread_create(&t[0], NULL, waiter, NULL);
    pthread_create(&t[1], NULL, signaller, NULL);
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    return 0;
}
