/* exit_from_thread.c - exit called by a thread, while others run, runs each
 * handler once, with its status, and ends the process.
 * EXPECT: clean
 * EXECUTIONS: 200
 * OPTIONS: --expect-exit=8
 */
#define _DEFAULT_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

static atomic_int steps, handlers;

static void handler(void)
{
    atomic_fetch_add(&handlers, 1);
}

static void last(int status, void *argument)
{
    _exit(handlers == 1 && argument == &handlers ? status + 1 : 1);
}

static void *leaver(void *unused)
{
    (void)unused;
    exit(7);
}

static void *runner(void *unused)
{
    (void)unused;
    for (;;) {
        atomic_fetch_add(&steps, 1);
        usleep(1000);
    }
}

int main(void)
{
    pthread_t a, b;

    assert(on_exit(last, &handlers) == 0);
    assert(atexit(handler) == 0);
    pthread_create(&a, NULL, runner, NULL);
    pthread_create(&b, NULL, leaver, NULL);
    pthread_join(a, NULL);
}
