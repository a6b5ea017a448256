# Code that raddle cannot interrupt or follow gives no false finding: a child
# in the program's own memory is refused, a loop without hooks is cancelled.
. "$(dirname "$0")/common.inc"
cat >shares.c <<'C'
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
static int shared;
static int body(void *arg)
{
    shared = *(int *)arg;
    return 0;
}
static pid_t by_call(void *stack)
{
    pid_t child;
    __asm__ volatile("syscall\n\ttest %%eax, %%eax\n\tjnz 1f\n\t"
                     "movl $7, %[shared]\n\tmov $60, %%eax\n\txor %%edi, %%edi\n\t"
                     "syscall\n1:"
                     : "=a"(child), [shared] "+m"(shared)
                     : "a"(SYS_clone), "D"(CLONE_VM | SIGCHLD), "S"(stack),
                       "d"(0)
                     : "rcx", "r11", "r10", "r8", "memory");
    return child;
}
static void *run(void *arg) { return arg; }
int main(int argc, char **argv)
{
    static char stack[65536] __attribute__((aligned(16)));
    int seven = 7;
    pthread_t t;
    pid_t child;
    (void)argv;
    pthread_create(&t, NULL, run, NULL);
    child = argc > 1 ? by_call(stack + sizeof(stack))
                     : clone(body, stack + sizeof(stack), CLONE_VM | SIGCHLD,
                             &seven);
    assert(child > 0 && waitpid(child, NULL, 0) == child);
    assert(shared == 7);
    pthread_join(t, NULL);
    return 0;
}
C
gcc -g -pthread shares.c -o shares
./shares
./shares raw
for isolation in rewind fork exec; do
    for how in "" raw; do
        expect 3 "$RADDLE" test -n 5 --isolation $isolation --json report \
            --out "out-$isolation$how" ./shares $how
        says "cannot be controlled"
        says "CLONE_VM"
        equal "$(field report 'r["findings"], len([n for n in r["notes"] \
            if n["kind"] == "uncontrolled-clone"])')" "([], 1)"
    done
done

cat >loops.c <<'C'
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
static sem_t computing;
static int cleaned;
__attribute__((no_sanitize("thread"), noinline)) static void count(void)
{
    unsigned long n = 0;
    for (;;)
        __asm__ volatile("inc %0" : "+r"(n));
}
static void clean(void *arg) { cleaned = *(int *)arg; }
static void *compute(void *arg)
{
    int one = 1;
    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
    pthread_cleanup_push(clean, &one);
    sem_post(&computing);
    count();
    pthread_cleanup_pop(0);
    return arg;
}
int main(void)
{
    pthread_t t;
    void *result;
    sem_init(&computing, 0, 0);
    pthread_create(&t, NULL, compute, NULL);
    sem_wait(&computing);
    assert(pthread_cancel(t) == 0);
    assert(pthread_join(t, &result) == 0 && result == PTHREAD_CANCELED);
    assert(cleaned == 1);
    return 0;
}
C
"$RADDLE" cc -g -O1 -pthread loops.c -o loops
gcc -g -O1 -pthread loops.c -o plain
for engine in fiber kernel; do
    expect 0 "$RADDLE" test -j1 -n 3 --determinism 2 --engine $engine \
        --json $engine --out "out-$engine" ./loops
    says "ended by time"
    says_not 'compile it with `raddle cc`'
    equal "$(field $engine 'r["deterministic"]')" True
done
equal "$(field fiber 'r["event_hash"]')" "$(field kernel 'r["event_hash"]')"
expect 0 "$RADDLE" test -j1 -n 1 --out plain-out ./plain
says 'compile it with `raddle cc`'

# The alignment check of the processor (flag AC) is a fault of its own kind.
cat >unaligned.c <<'C'
#include <pthread.h>
static char bytes[16];
static void *run(void *arg)
{
    __asm__ volatile("pushfq\n\torq $0x40000, (%%rsp)\n\tpopfq\n\t"
                     "movl 1(%0), %%eax"
                     :
                     : "r"(bytes)
                     : "rax", "memory", "cc");
    return arg;
}
int main(void)
{
    pthread_t t, u;
    pthread_create(&t, NULL, run, NULL);
    pthread_create(&u, NULL, run, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return 0;
}
C
gcc -g -mno-red-zone -pthread unaligned.c -o unaligned
for engine in fiber kernel; do
    expect 1 "$RADDLE" test --engine $engine --out "bus-$engine" ./unaligned
    says "fatal signal: SIGBUS"
done
