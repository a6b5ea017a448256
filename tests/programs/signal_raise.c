/* signal_raise.c - raise returns after the handler has; SA_RESETHAND,
 * SA_NODEFER, SA_SIGINFO and sa_mask do what they say.
 * EXPECT: clean
 * EXECUTIONS: 100
 */
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <unistd.h>

static _Thread_local volatile int depth, deepest, calls;

static void nested(int signo)
{
    calls++;
    depth++;
    if (depth > deepest)
        deepest = depth;
    if (calls < 3)
        raise(signo);
    depth--;
}

static void full(int signo, siginfo_t *info, void *context)
{
    sigset_t now;

    assert(signo == SIGUSR2 && info->si_signo == signo);
    assert(info->si_code == SI_TKILL && info->si_pid == getpid());
    assert(context != NULL);
    pthread_sigmask(SIG_BLOCK, NULL, &now);
    assert(sigismember(&now, SIGUSR2) == 1 && sigismember(&now, SIGHUP) == 1);
    calls = 100;
}

static void set(int signo, void (*handler)(int), int flags)
{
    struct sigaction act = { .sa_handler = handler, .sa_flags = flags };

    assert(sigaction(signo, &act, NULL) == 0);
}

static void *work(void *unused)
{
    (void)unused;
    calls = deepest = 0;
    assert(raise(SIGUSR1) == 0); /* deferred while it runs */
    assert(calls == 3 && deepest == 1);
    calls = deepest = 0;
    assert(raise(SIGHUP) == 0); /* not deferred */
    assert(calls == 3 && deepest == 3);
    assert(raise(SIGUSR2) == 0);
    assert(calls == 100);
    return NULL;
}

int main(void)
{
    struct sigaction act = { .sa_sigaction = full, .sa_flags = SA_SIGINFO };
    struct sigaction after;
    pthread_t a, b;

    set(SIGUSR1, nested, 0);
    set(SIGHUP, nested, SA_NODEFER);
    sigaddset(&act.sa_mask, SIGHUP);
    assert(sigaction(SIGUSR2, &act, NULL) == 0);
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    set(SIGTERM, nested, SA_RESETHAND);
    calls = 3;
    raise(SIGTERM);
    assert(sigaction(SIGTERM, NULL, &after) == 0);
    assert(after.sa_handler == SIG_DFL && calls == 4);
    assert(sigaction(SIGKILL, &act, NULL) == -1);
}
