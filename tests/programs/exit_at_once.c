/* exit_at_once.c - _exit in a thread ends the process: no handlers, no
 * flushing, whatever the others do.
 * EXPECT: clean
 * EXECUTIONS: 100
 * OPTIONS: --expect-exit=6
 */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void wrong(void)
{
    _exit(1);
}

static void *leaver(void *unused)
{
    (void)unused;
    _exit(6);
}

int main(void)
{
    pthread_t a;

    assert(atexit(wrong) == 0);
    pthread_create(&a, NULL, leaver, NULL);
    for (;;) {
        pthread_mutex_lock(&mutex);
        pthread_mutex_unlock(&mutex);
        usleep(1000);
    }
}
