/* counting.c - programs whose numbers of interleavings are known: by brute
 * force over all schedules of a model, by Nidhugg and by GenMC (counts.txt).
 *
 *     counting PROGRAM [N [M]]
 *
 * One visible operation for each macro. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#define MOST 16
#define LD(x) atomic_load(&(x))
#define ST(x, v) atomic_store(&(x), (v))
#define ADD(x, v) atomic_fetch_add(&(x), (v))
#define XCHG(x, v) atomic_exchange(&(x), (v))
#define CAS(x, e, v) counting_cas(&(x), (e), (v))
#define LOCK(l) pthread_mutex_lock(&(l))
#define UNLOCK(l) pthread_mutex_unlock(&(l))
#define AWAIT(c)                                                               \
    while (!(c))                                                               \
        ;
#define THREAD(name) static void *name(void *arg)
#define ME ((int)(long)arg)

static pthread_t threads[MOST];
static int n_threads;
static int n, r; /* the arguments */
static atomic_int x, y, turn, a[MOST], table[128];
static int c, made, slot, flag, next_node[MOST], cs[MOST];
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, f[MOST];
static pthread_cond_t full = PTHREAD_COND_INITIALIZER,
                      empty = PTHREAD_COND_INITIALIZER;

static int counting_cas(atomic_int *at, int expected, int value)
{
    return atomic_compare_exchange_strong(at, &expected, value);
}

static void go(void *(*body)(void *), int me)
{
    assert(n_threads < MOST);
    pthread_create(&threads[n_threads++], NULL, body, (void *)(long)me);
}

static void go_all(void *(*body)(void *))
{
    for (int i = 0; i < n; i++)
        go(body, i);
}

static void end(void)
{
    for (int i = 0; i < n_threads; i++)
        pthread_join(threads[i], NULL);
}

THREAD(writer)
{
    ST(x, ME + 1);
    return 0;
}
THREAD(reader)
{
    LD(x);
    return arg;
}
static void writers(void)
{
    go_all(writer);
}
static void readers(void)
{
    go_all(reader);
    go(writer, 0);
}

THREAD(lastzero_writer)
{
    int v = LD(a[ME - 1]);

    ST(a[ME], v + 1);
    return 0;
}
THREAD(lastzero_reader)
{
    int i = n;

    while (LD(a[i]) != 0)
        i--;
    return arg;
}
static void lastzero(void)
{
    go(lastzero_reader, 0);
    for (int i = 1; i <= n; i++)
        go(lastzero_writer, i);
}

THREAD(fib_x)
{
    for (int k = 0; k < n; k++) {
        int p = LD(x), q = LD(y);

        ST(x, p + q);
    }
    return arg;
}
THREAD(fib_y)
{
    for (int k = 0; k < n; k++) {
        int q = LD(y), p = LD(x);

        ST(y, p + q);
    }
    return arg;
}
static void fib(void)
{
    atomic_init(&x, 1);
    atomic_init(&y, 1);
    go(fib_x, 0);
    go(fib_y, 0);
}

THREAD(count)
{
    for (int k = 0; k < r; k++) {
        int v = LD(x);

        ST(x, v + 1);
    }
    return arg;
}
static void counter(void)
{
    go_all(count);
}

THREAD(adder)
{
    ADD(x, 1);
    return arg;
}
static void adders(void)
{
    go_all(adder);
}

THREAD(locker)
{
    for (int k = 0; k < r; k++) {
        LOCK(m);
        c++;
        UNLOCK(m);
    }
    return arg;
}
static void locks(void)
{
    go_all(locker);
}

THREAD(lockreader)
{
    LOCK(m);
    cs[ME]++;
    UNLOCK(m);
    return 0;
}
static void lockread(void)
{
    go_all(lockreader);
}

/* r: how many take their forks in the other order. */
THREAD(philosopher)
{
    int left = ME, right = (ME + 1) % n;

    if (ME >= n - r) {
        left = right;
        right = ME;
    }
    LOCK(f[left]);
    LOCK(f[right]);
    UNLOCK(f[right]);
    UNLOCK(f[left]);
    return 0;
}
static void philo(void)
{
    for (int i = 0; i < n; i++)
        pthread_mutex_init(&f[i], NULL);
    go_all(philosopher);
}

THREAD(produce)
{
    LOCK(m);
    while (slot)
        pthread_cond_wait(&empty, &m);
    slot = 1;
    pthread_cond_signal(&full);
    UNLOCK(m);
    return arg;
}
THREAD(consume)
{
    LOCK(m);
    while (!slot)
        pthread_cond_wait(&full, &m);
    slot = 0;
    pthread_cond_signal(&empty);
    UNLOCK(m);
    return arg;
}
static void condvar(void)
{
    go_all(produce);
    for (int i = 0; i < r; i++)
        go(consume, i);
}

THREAD(await_flag)
{
    LOCK(m);
    while (!flag)
        pthread_cond_wait(&full, &m);
    UNLOCK(m);
    return arg;
}
THREAD(set_flag)
{
    LOCK(m);
    flag = 1;
    if (r)
        pthread_cond_signal(&full);
    else
        pthread_cond_broadcast(&full);
    UNLOCK(m);
    return arg;
}
static void condbroad(void)
{
    go_all(await_flag);
    go(set_flag, 0);
}

THREAD(wait_once)
{
    LOCK(m);
    pthread_cond_wait(&full, &m);
    UNLOCK(m);
    return arg;
}
THREAD(signal_locked)
{
    LOCK(m);
    pthread_cond_signal(&full);
    UNLOCK(m);
    return arg;
}
static void condlost(void)
{
    go(wait_once, 0);
    go(signal_locked, 0);
}
THREAD(signal_once)
{
    pthread_cond_signal(&full);
    return arg;
}
static void waiters(void)
{
    go_all(wait_once);
    for (int i = 0; i < r; i++)
        go(signal_once, i);
}

THREAD(ticketed)
{
    int mine = ADD(x, 1);

    AWAIT(LD(y) == mine);
    c++;
    ST(y, mine + 1);
    return arg;
}
static void ticket(void)
{
    go_all(ticketed);
}

THREAD(spins)
{
    AWAIT(XCHG(x, 1) == 0);
    c++;
    ST(x, 0);
    return arg;
}
static void spinlock(void)
{
    go_all(spins);
}

THREAD(compares)
{
    AWAIT(CAS(x, 0, 1));
    c++;
    ST(x, 0);
    return arg;
}
static void caslock(void)
{
    go_all(compares);
}

THREAD(push)
{
    int node = ME + 1, top;

    do {
        top = LD(x);
        next_node[node] = top;
    } while (!CAS(x, top, node));
    return 0;
}
THREAD(pop)
{
    int top, next;

    do {
        top = LD(x);
        if (top == 0)
            return arg;
        next = next_node[top];
    } while (!CAS(x, top, next));
    return arg;
}
static void treiber(void)
{
    go_all(push);
    if (r)
        go(pop, 0);
}

THREAD(peterson_a)
{
    ST(a[0], 1);
    ST(turn, 1);
    AWAIT(LD(a[1]) == 0 || LD(turn) == 0);
    c++;
    ST(a[0], 0);
    return arg;
}
THREAD(peterson_b)
{
    ST(a[1], 1);
    ST(turn, 0);
    AWAIT(LD(a[0]) == 0 || LD(turn) == 1);
    c++;
    ST(a[1], 0);
    return arg;
}
static void peterson(void)
{
    go(peterson_a, 0);
    go(peterson_b, 0);
}

THREAD(dekker_enter)
{
    ST(a[ME], 1);
    if (LD(a[1 - ME]) == 0)
        cs[ME] = 1;
    return 0;
}
static void dekker(void)
{
    go(dekker_enter, 0);
    go(dekker_enter, 1);
}

THREAD(meets)
{
    const int all = n;

    ST(a[ME], 1);
    ADD(x, 1);
    AWAIT(LD(x) == all);
    LD(a[(ME + 1) % all]);
    return 0;
}
static void barrier(void)
{
    go_all(meets);
}

THREAD(tries)
{
    if (pthread_mutex_trylock(&m) == 0) {
        c++;
        UNLOCK(m);
    }
    return arg;
}
static void trylock(void)
{
    go_all(tries);
}

THREAD(initialises)
{
    if (!LD(x)) {
        LOCK(m);
        if (!LD(x)) {
            made++;
            ST(x, 1);
        }
        UNLOCK(m);
    }
    return arg;
}
static void dcl(void)
{
    go_all(initialises);
}

/* Flanagan and Godefroid, POPL 2005. */
THREAD(indexes)
{
    for (int i = 1; i <= 4; i++) {
        int word = i * 11 + ME, h = word * 7 % 128;

        while (!CAS(table[h], 0, word))
            h = (h + 1) % 128;
    }
    return 0;
}
static void indexer(void)
{
    go_all(indexes);
}

#include "litmus.h"
#include "beyond.h"

static const struct {
    const char *name;
    void (*run)(void);
} programs[] = {
#define PROGRAM(name) { #name, name },
    PROGRAM(writers) PROGRAM(readers) PROGRAM(lastzero) PROGRAM(fib) PROGRAM(
        counter) PROGRAM(adders) PROGRAM(locks) PROGRAM(lockread) PROGRAM(philo)
        PROGRAM(condvar) PROGRAM(condbroad) PROGRAM(condlost) PROGRAM(waiters)
            PROGRAM(ticket) PROGRAM(spinlock) PROGRAM(caslock) PROGRAM(treiber)
                PROGRAM(peterson) PROGRAM(dekker) PROGRAM(barrier)
                    PROGRAM(trylock) PROGRAM(dcl) PROGRAM(indexer)
                        PROGRAM(litmus) PROGRAM(twolocks) PROGRAM(handoff)
                            PROGRAM(semlock) PROGRAM(semtry) PROGRAM(rounds)
};

int main(int argc, char **argv)
{
    n = argc > 2 ? atoi(argv[2]) : 0;
    r = argc > 3 ? atoi(argv[3]) : 0;
    for (size_t i = 0; i < sizeof(programs) / sizeof(programs[0]); i++) {
        if (strcmp(programs[i].name, argv[1]) == 0) {
            programs[i].run();
            end();
            return 0;
        }
    }
    return 2;
}
