/* exit_handlers.c - handlers of atexit run in reverse order, under control: a
 * handler may join a thread that still runs, and take locks.
 * EXPECT: clean
 * EXECUTIONS: 100
 * OPTIONS: --expect-exit=4
 */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_t thread;
static int done, stage;

static void *work(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&mutex);
    done = 1;
    pthread_mutex_unlock(&mutex);
    return NULL;
}

static void last(void)
{
    _exit(stage == 3 && done == 1 ? 4 : 1); /* that it ran is seen */
}
static void second(void)
{
    if (stage++ != 2)
        _exit(2);
    pthread_join(thread, NULL);
    atexit(last); /* registered now: runs next */
}
static void first(int status, void *argument)
{
    if (status != 0 || argument != &stage || stage++ != 1)
        _exit(3);
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
}

int main(void)
{
    assert(atexit(second) == 0);
    assert(on_exit(first, &stage) == 0);
    pthread_create(&thread, NULL, work, NULL);
    stage = 1;
    return 0;
}
