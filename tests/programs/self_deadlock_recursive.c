/* self_deadlock_recursive.c - the registry of self_deadlock_callback.c with a
 * recursive lock: its listener may sign off.
 * EXPECT: clean
 * EXECUTIONS: 300
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock;
static void (*listener)(void);
static int calls;

static void sign(void (*f)(void))
{
    pthread_mutex_lock(&lock);
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
    pthread_mutexattr_t attributes;
    pthread_t t[3];

    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&lock, &attributes);
    pthread_create(&t[0], NULL, publish, NULL);
    pthread_create(&t[1], NULL, subscribe, NULL);
    pthread_create(&t[2], NULL, publish, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    assert(calls <= 1);
    assert(pthread_mutex_destroy(&lock) == 0);
    return 0;
}
