/* rewind_threads.c - threads that still ran, detached or not, are gone; names,
 * cancellation and the default attributes are those of a new process.
 * EXPECT: clean
 * EXECUTIONS: 300
 */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define THREADS 6

static int started;
static char began[32];
static size_t stack_size;

__attribute__((constructor)) static void before_main(void)
{
    pthread_attr_t attr;

    pthread_getname_np(pthread_self(), began, sizeof(began));
    pthread_attr_init(&attr);
    pthread_attr_getstacksize(&attr, &stack_size);
}

static void *run(void *argument)
{
    char name[32];

    pthread_getname_np(pthread_self(), name, sizeof(name));
    assert(strcmp(name, began) == 0);
    pthread_setname_np(pthread_self(), "changed");
    __atomic_fetch_add(&started, 1, __ATOMIC_SEQ_CST);
    for (;;)
        sched_yield();
    return argument;
}

int main(void)
{
    pthread_attr_t attr;
    pthread_t t;
    char name[32];
    size_t size;
    int state;

    pthread_getname_np(pthread_self(), name, sizeof(name));
    assert(strcmp(name, began) == 0);
    assert(pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &state) == 0);
    assert(state == PTHREAD_CANCEL_ENABLE && pthread_getconcurrency() == 0);
    pthread_attr_init(&attr);
    assert(pthread_attr_getstacksize(&attr, &size) == 0 && size == stack_size);
    for (int i = 0; i < THREADS; i++) {
        assert(pthread_create(&t, NULL, run, NULL) == 0);
        if (i % 2 == 0)
            pthread_detach(t);
    }
    while (__atomic_load_n(&started, __ATOMIC_SEQ_CST) < THREADS)
        sched_yield();
    pthread_setname_np(pthread_self(), "main changed");
    pthread_setconcurrency(3);
    pthread_attr_setstacksize(&attr, 1 << 20);
    assert(pthread_setattr_default_np(&attr) == 0);
    return 0;
}
