# A livelock is claimed only if the state recurs: threads' registers and stacks,
# and the program's memory.  A loop that counts, where raddle sees it or not, is
# cut, and the note says where.
. "$(dirname "$0")/common.inc"

# $1: a program, $2: the line of its loop; its executions are all cut, without
# a finding.
is_cut()
{
    expect 3 "$RADDLE" test -q --fresh --jobs 1 --executions 2 --steps 20000 \
        --json=r.json "./$1"
    equal "$(field r.json 'r["cut"], len(r["findings"])')" "(2, 0)"
    equal "$(field r.json '[n["location"].split(" ")[0].split(":")[:2] for n in
        r["notes"] if n["kind"] == "loop-not-proven"]')" "[['$1.c', '$2']]"
}

is_livelock()
{
    expect 1 "$RADDLE" test -q --fresh --jobs 1 --executions 2 --steps 20000 \
        --no-shrink --json=r.json "./$1"
    equal "$(field r.json '[f["kind"] for f in r["findings"]]')" "['livelock']"
}

cat >park.c <<'C'
/* Spins for a while before it asks whether to stop (as redis does). */
#include <pthread.h>
#include <stdatomic.h>
static _Atomic unsigned long pending;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int stop;
static void *io(void *arg)
{
    for (;;) {
        for (int j = 0; j < 1000000; j++)
            if (atomic_load(&pending) != 0) /* line 11 */
                break;
        pthread_mutex_lock(&lock);
        int stops = stop;
        pthread_mutex_unlock(&lock);
        if (stops)
            return arg;
        atomic_store(&pending, 0);
    }
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, io, 0);
    atomic_store(&pending, 1);
    while (atomic_load(&pending))
        ;
    pthread_mutex_lock(&lock);
    stop = 1;
    pthread_mutex_unlock(&lock);
    pthread_join(t, 0);
    return 0;
}
C
cat >turns.c <<'C'
/* Two threads take turns by assembler, which no hook sees. */
#include <pthread.h>
static volatile unsigned turn;
static unsigned id[2] = { 0, 1 };
static unsigned load(void)
{
    unsigned v;
    __asm__ volatile("movl %1,%0" : "=r"(v) : "m"(turn) : "memory");
    return v;
}
static void *pass(void *arg)
{
    volatile unsigned *me = arg;
    for (int i = 0; i < 200000; i++) {
        while (load() != *me) /* line 15 */
            __asm__ volatile("pause" ::: "memory");
        __asm__ volatile("movl %1,%0" : "=m"(turn) : "r"(!*me) : "memory");
    }
    return 0;
}
int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, pass, &id[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    return 0;
}
C
cat >hidden.c <<'C'
/* The counter that ends the loop is in memory that no hook sees: threads'
 * registers and stacks recur. */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
static atomic_int flag;
static unsigned long count;
static int tick(void)
{
    char over;
    __asm__ volatile("incq %1; cmpq $100000000, %1; setg %0"
                     : "=q"(over), "+m"(count));
    return over;
}
static void *wait_for(void *arg)
{
    while (!tick() && !atomic_load(&flag)) sched_yield(); /* line 17 */
    return arg;
}
int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, wait_for, 0);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    atomic_store(&flag, 1);
    return 0;
}
C
# The same: it is thread-specific data, which raddle keeps, of a key that lies
# far (pthread_setspecific).
sed -e '/^static unsigned long count;/,/^}/c\
static pthread_key_t key;\
#define COUNT ((char *)pthread_getspecific(key) + 1)\
#define tick() (pthread_setspecific(key, COUNT), COUNT == (char *)100000000)' \
    -e 's/^    pthread_t t\[2\];/&\
    for (int i = 0; i < 40; i++) pthread_key_create(\&key, 0);/' \
    hidden.c >specific.c
sed 's/tick() &&/atomic_load(\&flag) \&\&/' hidden.c >flag.c
# The same, with more memory below the counter than is compared.
sed -e 's/^static unsigned long count;/#include <sys\/mman.h>\
#define FAR 0x100000000000\
#define count (*(unsigned long *)(FAR + (80 << 20)))/
    s/^    pthread_t t\[2\];/&\
    mmap((void *)FAR, 81 << 20, PROT_READ | PROT_WRITE,\
         MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE | MAP_FIXED, -1, 0);/' \
    hidden.c >beyond.c
cat >polls.c <<'C'
/* Three threads poll under a lock, with a back-off that grows to a limit. */
#include <pthread.h>
#include <sched.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int ready;
static int asks(void)
{
    int r;
    pthread_mutex_lock(&lock);
    r = ready;
    pthread_mutex_unlock(&lock);
    return r;
}
static void *poll_it(void *arg)
{
    for (int wait = 1; !asks(); wait = wait < 16 ? 2 * wait : wait)
        for (int i = 0; i < wait; i++)
            sched_yield();
    return arg;
}
int main(void)
{
    pthread_t t[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], 0, poll_it, 0);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], 0);
    ready = 1;
    return 0;
}
C
cat >other.c <<'C'
/* What one thread waits for comes from another process, if it comes. */
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>
static atomic_int done;
static int to[2], from[2];
static void *ask(void *arg)
{
    char c;
    if (read(from[0], &c, 1) == 1)
        atomic_store(&done, 1);
    return arg;
}
static void *spin(void *arg)
{
    while (!atomic_load(&done)) /* line 16 */
        ;
    return arg;
}
int main(void)
{
    pthread_t t[2];
    char c;
    if (pipe(to) != 0 || pipe(from) != 0)
        return 1;
    if (fork() == 0) {
        if (read(to[0], &c, 1) == 1 && write(from[1], &c, 1) == 1)
            _exit(0);
        _exit(1);
    }
    pthread_create(&t[0], 0, ask, 0);
    pthread_create(&t[1], 0, spin, 0);
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
    return 0;
}
C
for level in -O0 -O2; do
    for p in park turns hidden beyond specific other flag polls; do
        "$RADDLE" cc $level -g -pthread $p.c -o $p
    done
    is_cut park 11
    is_cut turns 15
    is_cut hidden 17
    is_cut beyond 19
    is_cut specific 12
    is_cut other 16
    is_livelock flag
    is_livelock polls
done
