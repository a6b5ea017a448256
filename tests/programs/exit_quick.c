/* exit_quick.c - quick_exit runs its own handlers, newest first, and none of
 * atexit's.
 * EXPECT: clean
 * EXECUTIONS: 100
 * OPTIONS: --expect-exit=5
 */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static int stage;

static void wrong(void)
{
    _exit(1);
}
static void first(void)
{
    if (stage++ != 0)
        _exit(2);
}
static void second(void)
{
    _exit(stage == 1 ? 5 : 3); /* that it ran is seen */
}

static void *work(void *argument)
{
    pthread_mutex_lock(argument);
    pthread_mutex_unlock(argument);
    return NULL;
}

int main(void)
{
    static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    pthread_t a;

    assert(atexit(wrong) == 0);
    assert(at_quick_exit(second) == 0);
    assert(at_quick_exit(first) == 0);
    pthread_create(&a, NULL, work, &mutex);
    quick_exit(0);
}
