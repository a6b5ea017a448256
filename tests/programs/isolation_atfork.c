/* isolation_atfork.c - whatever makes a process for an execution is no fork of
 * the target's: its handlers are not called, and pthread_once, which keeps the
 * number of forks in its word while it runs, is the same everywhere.
 * EXPECT: clean
 * EXECUTIONS: 100
 */
#include <assert.h>
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int forks;

static void count(void)
{
    forks++;
}

__attribute__((constructor)) static void watch(void)
{
    pthread_atfork(count, count, count);
}

static void initialise(void)
{
    assert((once & ~1) == 0);
}

static void *first(void *argument)
{
    pthread_once(&once, initialise);
    return argument;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, first, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(forks == 0);
}
