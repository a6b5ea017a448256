# Two threads in their handlers at the same moment: one repairs what failed and
# returns, which is no failure.  The other one ends the program: a finding.
. "$(dirname "$0")/common.inc"
cat >f.c <<'E'
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <unistd.h>

static char *page;
static int ends, *volatile nowhere;
static atomic_int entered, repaired;

static void on_fault(int signo, siginfo_t *info, void *context)
{
    (void)signo, (void)context;
    atomic_fetch_add(&entered, 1);
    if (info->si_addr != page) {
        while (!repaired)
            sched_yield();
        _exit(0);
    }
    while (entered < 2)
        sched_yield();
    mprotect(page, 4096, PROT_READ | PROT_WRITE);
}

static void *writes(void *unused)
{
    while (ends && entered == 0)
        sched_yield();
    __atomic_store_n(page, 1, __ATOMIC_SEQ_CST);
    repaired = 1;
    return unused;
}

static void *fails(void *unused)
{
    if (ends)
        *nowhere = 1;
    else
        __atomic_store_n(page, 2, __ATOMIC_SEQ_CST);
    return unused;
}

int main(int argc, char **argv)
{
    struct sigaction a = { .sa_sigaction = on_fault, .sa_flags = SA_SIGINFO };
    pthread_t t[2];

    (void)argv;
    ends = argc > 1;
    entered = ends ? 0 : 1;
    sigaction(SIGSEGV, &a, NULL);
    page = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    pthread_create(&t[0], NULL, writes, NULL);
    pthread_create(&t[1], NULL, fails, NULL);
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    return 0;
}
E
"$RADDLE" cc -g1 -pthread f.c -o f
expect 0 "$RADDLE" test -j1 --fresh -n 100 --json j ./f
equal "$(field j '[n for n in r["notes"] if "handler" in n["text"]]')" "[]"
expect 1 "$RADDLE" test -j1 --fresh --no-shrink -n 20 --json j ./f ends
equal "$(field j '[f["kind"] for f in r["findings"]]')" "['fatal-signal']"
