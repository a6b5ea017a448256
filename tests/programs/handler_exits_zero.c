/* handler_exits_zero.c - an assertion fails, and a handler of SIGABRT ends the
 * program with status 0: the assertion failed all the same.
 * EXPECT: assertion at 37
 * EXECUTIONS: 100
 */
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static int n;

static void bye(int signo)
{
    (void)signo;
    _exit(0);
}

static void *work(void *unused)
{
    n++;
    return unused;
}

int main(void)
{
    pthread_t a, b;

    signal(SIGABRT, bye);
    /* Sent by the program to itself: not a failure. */
    signal(SIGSEGV, SIG_IGN);
    raise(SIGSEGV);
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(n == 2);
    return 0;
}
