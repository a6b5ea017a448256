/* c.c - every edge of happens-before that a C program can have.
 *
 * In each case one thread writes and stores a relaxed flag, and another one
 * that has seen the flag reads.  So the execution shows an order, and only the
 * edge of the case makes it one of C11: where raddle does not know the edge it
 * reports a race of memory order, in the function of that case.  nothing() and
 * futex() have no edge. */
#define _GNU_SOURCE
#include <linux/futex.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

#define RELAXED memory_order_relaxed

struct slot {
    int data;
    atomic_int flag, turn;
    int got;
    pthread_t taker;
};

#define GIVE(s) ((s)->data = 1, atomic_store_explicit(&(s)->flag, 1, RELAXED))
#define TAKE(s)                                                                \
    ((void)(atomic_load_explicit(&(s)->flag, RELAXED) && ((s)->got = (s)->data)))

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t spinlock;
static pthread_barrier_t round;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static once_flag once_c11 = ONCE_FLAG_INIT;
static pthread_key_t key;
static mtx_t mtx;
static sem_t sem;
static int ends[2], ends_of_socket[2], event;
static bool set;
static struct slot *callback; /* what a function without argument uses */

/* One case: `takes` is the second side. */
#define EDGE(name) static void name(struct slot *s, bool takes)

EDGE(nothing)
{
    if (takes)
        TAKE(s);
    else
        GIVE(s);
}

#define INSIDE(lock, unlock)                                                   \
    do {                                                                       \
        lock;                                                                  \
        if (takes)                                                             \
            TAKE(s);                                                           \
        else                                                                   \
            GIVE(s);                                                           \
        unlock;                                                                \
    } while (0)
#define UNTIL(call)                                                            \
    while ((call) != 0)                                                        \
        ;

EDGE(mutex_lock)
{
    INSIDE(pthread_mutex_lock(&mutex), pthread_mutex_unlock(&mutex));
}
EDGE(mutex_trylock)
{
    INSIDE(UNTIL(pthread_mutex_trylock(&mutex)), pthread_mutex_unlock(&mutex));
}
EDGE(mutex_timedlock)
{
    const struct timespec late = { .tv_sec = 4000000000 };

    INSIDE(UNTIL(pthread_mutex_timedlock(&mutex, &late)),
           pthread_mutex_unlock(&mutex));
}
EDGE(mtx_lock_c11)
{
    INSIDE(mtx_lock(&mtx), mtx_unlock(&mtx));
}
EDGE(spin_lock)
{
    INSIDE(pthread_spin_lock(&spinlock), pthread_spin_unlock(&spinlock));
}
EDGE(rwlock_write_read)
{
    INSIDE(takes ? pthread_rwlock_rdlock(&rwlock)
                 : pthread_rwlock_wrlock(&rwlock),
           pthread_rwlock_unlock(&rwlock));
}
/* The first only reads. */
EDGE(rwlock_read_write)
{
    if (takes) {
        pthread_rwlock_wrlock(&rwlock);
        if (atomic_load_explicit(&s->flag, RELAXED))
            s->data = 1;
    } else {
        pthread_rwlock_rdlock(&rwlock);
        s->got = s->data;
        atomic_store_explicit(&s->flag, 1, RELAXED);
    }
    pthread_rwlock_unlock(&rwlock);
}
EDGE(stream_lock)
{
    flockfile(stderr); /* it is recursive: the inner one is not an edge's end */
    INSIDE((flockfile(stderr), funlockfile(stderr)), funlockfile(stderr));
}
EDGE(stream_trylock)
{
    INSIDE(UNTIL(ftrylockfile(stderr)), funlockfile(stderr));
}
EDGE(condition)
{
    pthread_mutex_lock(&mutex);
    if (takes) {
        while (!set)
            pthread_cond_wait(&changed, &mutex);
        TAKE(s);
    } else {
        GIVE(s);
        set = true;
        pthread_cond_signal(&changed);
    }
    pthread_mutex_unlock(&mutex);
}

/* The first publishes, the second gets. */
#define HANDED(publish, get)                                                   \
    do {                                                                       \
        if (takes) {                                                           \
            get;                                                               \
            TAKE(s);                                                           \
        } else {                                                               \
            GIVE(s);                                                           \
            publish;                                                           \
        }                                                                      \
    } while (0)

EDGE(semaphore)
{
    HANDED(sem_post(&sem), sem_wait(&sem));
}
EDGE(semaphore_try)
{
    HANDED(sem_post(&sem), UNTIL(sem_trywait(&sem)));
}
EDGE(barrier)
{
    HANDED(pthread_barrier_wait(&round), pthread_barrier_wait(&round));
}
EDGE(pipe_read)
{
    char x = 0;

    HANDED(write(ends[1], &x, 1), read(ends[0], &x, 1));
}
EDGE(socket_read)
{
    char x = 0;

    HANDED(send(ends_of_socket[1], &x, 1, 0), recv(ends_of_socket[0], &x, 1, 0));
}
EDGE(pipe_poll)
{
    struct pollfd p = { .fd = ends[0], .events = POLLIN };
    char x = 0;

    HANDED(write(ends[1], &x, 1), poll(&p, 1, -1));
}
EDGE(event_read)
{
    uint64_t x = 1;

    HANDED(write(event, &x, 8), read(event, &x, 8));
}
EDGE(signal_wait)
{
    sigset_t set_of_one;
    int n;

    sigemptyset(&set_of_one);
    sigaddset(&set_of_one, SIGUSR2);
    HANDED(pthread_kill(s->taker, SIGUSR2), sigwait(&set_of_one, &n));
}
static void in_handler(int signo)
{
    (void)signo;
    TAKE(callback);
}
EDGE(signal_handler)
{
    static atomic_int spot;

    if (!takes) {
        GIVE(s);
        pthread_kill(s->taker, SIGUSR1);
        return;
    }
    for (int i = 0; i < 3; i++)
        atomic_store_explicit(&spot, i, RELAXED);
}
EDGE(atomics)
{
    HANDED(atomic_store_explicit(&s->turn, 1, memory_order_release),
           UNTIL(!atomic_load_explicit(&s->turn, memory_order_acquire)));
}
EDGE(fences)
{
    HANDED((atomic_thread_fence(memory_order_release),
            atomic_store_explicit(&s->turn, 1, RELAXED)),
           UNTIL(!atomic_load_explicit(&s->turn, RELAXED));
           atomic_thread_fence(memory_order_acquire));
}
static void clean_up(void *s)
{
    TAKE((struct slot *)s);
}
EDGE(cancel)
{
    if (!takes) {
        GIVE(s);
        pthread_cancel(s->taker);
        return;
    }
    pthread_cleanup_push(clean_up, s);
    for (;;)
        pause();
    pthread_cleanup_pop(0);
}
/* A child hands it on. */
EDGE(child)
{
    char x = 0;

    if (takes) {
        if (read(ends[0], &x, 1) == 1)
            TAKE(s);
    } else {
        GIVE(s);
        if (fork() == 0)
            _exit(write(ends[1], &x, 1) != 1);
    }
}
/* The program's own atomics order, not the call. */
EDGE(futex)
{
    HANDED((atomic_store_explicit(&s->turn, 1, RELAXED),
            syscall(SYS_futex, &s->turn, FUTEX_WAKE, 1, NULL, NULL, 0)),
           while (!atomic_load_explicit(&s->turn, RELAXED))
               syscall(SYS_futex, &s->turn, FUTEX_WAIT, 0, NULL, NULL, 0));
}
static void give_once(void)
{
    GIVE(callback);
}
static void give_once_c11(void)
{
    GIVE(callback);
}
EDGE(once_)
{
    pthread_once(&once, give_once);
    if (takes)
        TAKE(s);
}
EDGE(call_once_)
{
    call_once(&once_c11, give_once_c11);
    if (takes)
        TAKE(s);
}
/* A block that one has freed and another one gets: not the same object. */
EDGE(freed)
{
    if (!takes) {
        int *block = malloc(64);

        *block = 1;
        free(block);
        atomic_store_explicit(&s->flag, 1, RELAXED);
    } else if (atomic_load_explicit(&s->flag, RELAXED)) {
        free(calloc(1, 1 << 24)); /* more than the quarantine keeps */
        for (int i = 0; i < 4; i++)
            free(calloc(1, 64));
    }
}

static void (*const edges[])(struct slot *, bool) = {
    nothing, mutex_lock, mutex_trylock, mutex_timedlock, mtx_lock_c11, spin_lock, stream_lock, rwlock_write_read, condition, semaphore, stream_trylock, rwlock_read_write, semaphore_try, barrier, pipe_read, socket_read, event_read, signal_wait, signal_handler, cancel, atomics, fences, futex, once_, call_once_, freed, child, pipe_poll,
};
#define N_EDGES (sizeof(edges) / sizeof(edges[0]))
static struct slot slots[N_EDGES];

static void *take_side(void *s)
{
    edges[(struct slot *)s - slots](s, true);
    return NULL;
}
static void *give_side(void *s)
{
    edges[(struct slot *)s - slots](s, false);
    return NULL;
}

/* Threads: their beginning and end. */
static void *give(void *s)
{
    GIVE((struct slot *)s);
    return NULL;
}
static int give_c11(void *s)
{
    GIVE((struct slot *)s);
    return 0;
}
static void *take(void *s)
{
    TAKE((struct slot *)s);
    return NULL;
}
static void give_at_end(void *s)
{
    GIVE((struct slot *)s);
}
static void *has_key(void *s)
{
    pthread_setspecific(key, s);
    return NULL;
}
static void *joins(void *s)
{
    pthread_t t;

    pthread_create(&t, NULL, give, s);
    pthread_join(t, NULL);
    return NULL;
}
static void in_timer(union sigval s)
{
    TAKE((struct slot *)s.sival_ptr);
    sem_post(&sem);
}
static void *started(void *(*function)(void *), struct slot *s)
{
    pthread_t t;

    pthread_create(&t, NULL, function, s);
    pthread_join(t, NULL);
    return NULL;
}
static void create(void)
{
    static struct slot s;

    GIVE(&s);
    started(take, &s);
}
static void join(void)
{
    static struct slot s;

    started(give, &s);
    TAKE(&s);
}
static void join_of_join(void)
{
    static struct slot s;

    started(joins, &s);
    TAKE(&s);
}
static void tryjoin(void)
{
    static struct slot s;
    pthread_t t;

    pthread_create(&t, NULL, give, &s);
    UNTIL(pthread_tryjoin_np(t, NULL));
    TAKE(&s);
}
static void join_c11(void)
{
    static struct slot s;
    thrd_t t;

    thrd_create(&t, give_c11, &s);
    thrd_join(t, NULL);
    TAKE(&s);
}
static void key_destructor(void)
{
    static struct slot s;

    pthread_key_create(&key, give_at_end);
    started(has_key, &s);
    TAKE(&s);
}
static void timer(void)
{
    static struct slot s;
    struct itimerspec at = { .it_value.tv_nsec = 1000 };
    struct sigevent e = {
        .sigev_notify = SIGEV_THREAD,
        .sigev_notify_function = in_timer,
        .sigev_value.sival_ptr = &s,
    };
    timer_t t;

    timer_create(CLOCK_MONOTONIC, &e, &t);
    GIVE(&s);
    timer_settime(t, 0, &at, NULL);
    sem_wait(&sem);
    timer_delete(t);
}

int main(void)
{
    sigset_t usr2;

    pthread_spin_init(&spinlock, 0);
    pthread_barrier_init(&round, NULL, 2);
    mtx_init(&mtx, mtx_plain);
    sem_init(&sem, 0, 0);
    if (pipe(ends) != 0 ||
        socketpair(AF_UNIX, SOCK_STREAM, 0, ends_of_socket) != 0)
        return 1;
    event = eventfd(0, 0);
    signal(SIGUSR1, in_handler);
    sigemptyset(&usr2);
    sigaddset(&usr2, SIGUSR2);
    pthread_sigmask(SIG_BLOCK, &usr2, NULL);
    for (size_t i = 0; i < N_EDGES; i++) {
        pthread_t giver;

        callback = &slots[i];
        pthread_create(&slots[i].taker, NULL, take_side, &slots[i]);
        pthread_create(&giver, NULL, give_side, &slots[i]);
        pthread_join(giver, NULL);
        pthread_join(slots[i].taker, NULL);
    }
    create();
    join();
    join_of_join();
    tryjoin();
    join_c11();
    key_destructor();
    timer();
    return 0;
}
