/* rewind_signal_mask.c - what is blocked, pending or timed and the alternate
 * stack are as at main, also when an execution ends on that stack.
 * EXPECT: clean
 * EXECUTIONS: 300
 * OPTIONS: --expect-handled
 */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

static char stack[65536];
static int first;

static void leave(int signo)
{
    (void)signo;
    _exit(0);
}

static void *race(void *argument)
{
    if (first == 0)
        first = (int)(long)argument;
    return NULL;
}

static void check(void)
{
    sigset_t set;
    stack_t now;

    assert(pthread_sigmask(SIG_BLOCK, NULL, &set) == 0);
    assert(!sigismember(&set, SIGUSR1));
    assert(sigpending(&set) == 0);
    assert(!sigismember(&set, SIGUSR1));
    assert(sigaltstack(NULL, &now) == 0);
    assert((now.ss_flags & SS_DISABLE) != 0);
    assert(alarm(0) == 0);
}

int main(void)
{
    const stack_t alternate = { .ss_sp = stack, .ss_size = sizeof(stack) };
    struct sigaction act = { .sa_handler = leave, .sa_flags = SA_ONSTACK };
    sigset_t set;
    pthread_t a, b;

    check();
    pthread_create(&a, NULL, race, (void *)1);
    pthread_create(&b, NULL, race, (void *)2);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(sigaltstack(&alternate, NULL) == 0);
    sigaction(SIGUSR2, &act, NULL);
    sigaction(SIGSEGV, &act, NULL);
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    sigaddset(&set, SIGALRM);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    raise(SIGUSR1);
    alarm(100);
    if (first == 1)
        raise(SIGUSR2);
    *(volatile char *)NULL = 0;
    return 1;
}
