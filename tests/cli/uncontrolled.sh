# Code that raddle cannot interrupt or follow gives no false finding: a child
# in the program's own memory is refused, and so is a thread made by clone; the
# C library's own threads are controlled; a loop without hooks is cancelled.
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

cat >thread.c <<'C'
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
static atomic_int ran;
static int body(void *arg)
{
    (void)arg;
    return atomic_fetch_add(&ran, 1);
}
static void *run(void *arg) { return arg; }
int main(void)
{
    static char stack[65536] __attribute__((aligned(16)));
    pthread_t t;
    pthread_create(&t, NULL, run, NULL);
    clone(body, stack + sizeof(stack),
          CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD,
          NULL);
    while (atomic_load(&ran) == 0)
        sched_yield();
    pthread_join(t, NULL);
    return 0;
}
C
gcc -g -pthread thread.c -o thread
./thread
expect 3 "$RADDLE" test -n 5 --out out-thread ./thread
says "cannot be controlled: a thread that the program made by the clone"

# As aio_read (tests/programs/helper_aio.c): the helper leaves by pthread_exit,
# or waits for the kernel and makes threads of its own.
cat >names.c <<'C'
#define _GNU_SOURCE
#include <assert.h>
#include <netdb.h>
#include <pthread.h>
static void *run(void *arg)
{
    struct gaicb r = { .ar_name = "127.0.0.1" }, *list[] = { &r };
    const struct gaicb *same[] = { &r };
    assert(getaddrinfo_a(GAI_NOWAIT, list, 1, NULL) == 0);
    while (gai_error(&r) == EAI_INPROGRESS)
        gai_suspend(same, 1, NULL);
    assert(gai_error(&r) == 0);
    return arg;
}
C
two_threads_main run >>names.c
cat >queue.c <<'C'
#include <assert.h>
#include <fcntl.h>
#include <mqueue.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
static sem_t told;
static mqd_t queue;
static void tell(union sigval value)
{
    (void)value;
    sem_post(&told);
}
static void *put(void *arg)
{
    assert(mq_send(queue, "hi", 2, 0) == 0);
    return arg;
}
int main(int argc, char **argv)
{
    struct mq_attr attributes = { .mq_maxmsg = 4, .mq_msgsize = 16 };
    struct sigevent event = { .sigev_notify = SIGEV_THREAD,
                              .sigev_notify_function = tell };
    char bytes[16];
    pthread_t t;
    assert(argc == 2 && sem_init(&told, 0, 0) == 0);
    mq_unlink(argv[1]);
    queue = mq_open(argv[1], O_CREAT | O_RDWR, 0600, &attributes);
    assert(queue != (mqd_t)-1 && mq_unlink(argv[1]) == 0);
    assert(mq_notify(queue, &event) == 0);
    pthread_create(&t, NULL, put, NULL);
    sem_wait(&told);
    assert(mq_receive(queue, bytes, sizeof(bytes), NULL) == 2);
    pthread_join(t, NULL);
    return 0;
}
C
for name in names queue; do
    "$RADDLE" cc -g -pthread $name.c -o $name -lanl -lrt
    for isolation in rewind fork exec; do
        expect 0 "$RADDLE" test -j1 -n 100 --isolation $isolation \
            --json $name-$isolation --out "out-$name-$isolation" ./$name /raddle-$$
    done
    equal "$(field $name-rewind 'r["event_hash"], r["isolation"]')" \
        "$(field $name-exec 'r["event_hash"], "rewind"')"
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
C
two_threads_main run >>unaligned.c
gcc -g -mno-red-zone -pthread unaligned.c -o unaligned
for engine in fiber kernel; do
    expect 1 "$RADDLE" test --engine $engine --out "bus-$engine" ./unaligned
    says "fatal signal: SIGBUS"
done

# To lock all memory would lock the runtime's: seconds, in each execution.
cat >locked.c <<'C'
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sys/mman.h>
static void *run(void *arg) { return arg; }
int main(void)
{
    pthread_t t, u;
    assert(mlockall(0) == -1 && errno == EINVAL);
    assert(mlockall(MCL_CURRENT | MCL_FUTURE) == 0);
    pthread_create(&t, NULL, run, NULL);
    pthread_create(&u, NULL, run, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return munlockall();
}
C
gcc -g -pthread locked.c -o locked
expect 0 "$RADDLE" test -j1 -n 50 --out out-locked ./locked
says "mlockall locks nothing"

# A library's constructor may make a thread before raddle is there: to join it
# is no misuse, though raddle does not know it.
cat >early.c <<'C'
#include <pthread.h>
pthread_t early;
static void *work(void *arg)
{
    return arg;
}
__attribute__((constructor)) static void begin(void)
{
    pthread_create(&early, 0, work, 0);
}
C
cat >joins.c <<'C'
#include <pthread.h>
extern pthread_t early;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *arg)
{
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    return arg;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, work, 0);
    pthread_create(&b, 0, work, 0);
    pthread_join(early, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
C
gcc -g -shared -fPIC -pthread early.c -o libearly.so
"$RADDLE" cc -g -pthread joins.c -o joins -L. -learly -Wl,-rpath,"$PWD"
expect 0 "$RADDLE" test -n 20 ./joins
says_not "thread misuse"
