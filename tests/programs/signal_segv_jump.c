/* signal_segv_jump.c - a handler of SIGSEGV gets the address and leaves by
 * siglongjmp, again and again; one that returns lets the access happen again.
 * EXPECT: clean
 * EXECUTIONS: 100
 */
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <sys/mman.h>

static _Thread_local sigjmp_buf back;
static _Thread_local char *expected;
static char *page;
static int repaired;

static void jump(int signo, siginfo_t *info, void *context)
{
    (void)context;
    assert(signo == SIGSEGV);
    if (info->si_addr == page) {
        repaired++;
        assert(mprotect(page, 4096, PROT_READ | PROT_WRITE) == 0);
        return;
    }
    assert(info->si_addr == expected);
    siglongjmp(back, 1);
}

static int segv_blocked(void)
{
    sigset_t now;

    pthread_sigmask(SIG_BLOCK, NULL, &now);
    return sigismember(&now, SIGSEGV);
}

static void *work(void *argument)
{
    for (int i = 0; i < 3; i++) {
        expected = (char *)(uintptr_t)(8 + 8 * i);
        if (sigsetjmp(back, 1) == 0) {
            *(volatile char *)expected = 1;
            assert(!"reached");
        }
        assert(!segv_blocked());
    }
    return argument;
}

int main(void)
{
    struct sigaction act = { .sa_sigaction = jump, .sa_flags = SA_SIGINFO };
    pthread_t a, b;

    page = mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert(page != MAP_FAILED);
    sigaction(SIGSEGV, &act, NULL);
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    *(volatile char *)page = 7;
    assert(repaired == 1 && *(volatile char *)page == 7);
    assert(!segv_blocked());
    pthread_join(a, NULL);
    pthread_join(b, NULL);
}
