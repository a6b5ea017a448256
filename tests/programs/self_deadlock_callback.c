/* self_deadlock_callback.c - a registry calls its listeners with its lock held;
 * a listener that signs off takes the lock again.
 * EXPECT: self-deadlock at 16
 * EXECUTIONS: 200
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void (*listener)(void);
static int calls;

static void sign(void (*f)(void))
{
    pthread_mutex_lock(&lock); /* here */
    listener = f;
    pthread_mutex_unlock(&lock);
}

static void only_once(void)
{
    calls++;
    sign(NULL);
}

static void *publish(void *arg)
{
    pthread_mutex_lock(&lock);
    if (listener != NULL)
        listener();
    pthread_mutex_unlock(&lock);
    return arg;
}

static void *subscribe(void *arg)
{
    sign(only_once);
    return arg;
}

int main(void)
{
    pthread_t t[2];

    pthread_create(&t[0], NULL, publish, NULL);
    pthread_create(&t[1], NULL, subscribe, NULL);
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    assert(calls <= 1);
    return 0;
}
