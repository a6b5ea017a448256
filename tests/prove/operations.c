/* operations.c - programs with yields, ends of threads, cancellation and
 * pipes: operations NAME.  operations.txt has their numbers. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

static atomic_int x, y;

/* --- Yields --------------------------------------------------------------- */

static void *writes_yielding(void *arg)
{
    atomic_store(&x, 1);
    sched_yield();
    atomic_store(&x, 2);
    return arg;
}
static void *reads_yielding(void *arg)
{
    int first = atomic_load(&x);

    sched_yield();
    return first + atomic_load(&x) < 0 ? NULL : arg;
}
static void *looks_twenty_times(void *arg)
{
    for (int i = 0; i < 20; i++) {
        if (atomic_load(&x) != 0)
            break;
        sched_yield();
    }
    return arg;
}
static void *waits_yielding(void *arg)
{
    while (atomic_load(&x) == 0)
        sched_yield();
    return arg;
}
static void *looks_twelve_times(void *arg)
{
    for (int i = 0; i < 12 && atomic_load(&x) == 0; i++)
        ;
    return arg;
}

/* --- Ends of threads ------------------------------------------------------ */

static void *store_1(void *arg)
{
    atomic_store(&x, 1);
    return arg;
}
static void *store_2(void *arg)
{
    atomic_store(&x, 2);
    return arg;
}
static void *store_own(void *arg)
{
    atomic_store((atomic_int *)arg, 1);
    return arg;
}
static void *leaves_when_set(void *arg)
{
    while (atomic_load(&x) == 0)
        ;
    pthread_exit(arg);
}
static void *own_handle(void *arg)
{
    atomic_store((atomic_ulong *)arg, pthread_self());
    return NULL;
}
static void detach(void *(*f)(void *), void *arg)
{
    pthread_t t;

    pthread_create(&t, NULL, f, arg);
    pthread_detach(t);
}

/* --- Cancellation --------------------------------------------------------- */

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static pthread_t victim;
static int ready, cleaned;

static void clean(void *arg)
{
    *(int *)arg = 1;
}
static void clean_and_unlock(void *arg)
{
    cleaned = 1;
    pthread_mutex_unlock(arg);
}
/* Stores, may be cancelled, stores. */
static void *tests_once(void *arg)
{
    pthread_cleanup_push(clean, &cleaned);
    atomic_store(&x, 1);
    pthread_testcancel();
    atomic_store(&x, 2);
    pthread_cleanup_pop(0);
    return arg;
}
static void *tests_disabled(void *arg)
{
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
    pthread_testcancel();
    atomic_store(&x, 1);
    pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, NULL);
    return arg;
}
static void *tests_for_ever(void *arg)
{
    for (;;)
        pthread_testcancel();
    return arg;
}
static void *waits_for_signal(void *arg)
{
    pthread_mutex_lock(&m);
    pthread_cleanup_push(clean_and_unlock, &m);
    while (!ready)
        pthread_cond_wait(&c, &m);
    pthread_cleanup_pop(1);
    return arg;
}
static void *waits_once(void *arg)
{
    pthread_mutex_lock(&m);
    pthread_cleanup_push(clean_and_unlock, &m);
    ready = 1;
    pthread_cond_wait(&c, &m);
    pthread_cleanup_pop(1);
    return arg;
}
static void *sleeps_long(void *arg)
{
    sleep(10);
    return arg;
}
static void *cancels(void *arg)
{
    pthread_cancel(victim);
    return arg;
}
static void *signals(void *arg)
{
    pthread_mutex_lock(&m);
    ready = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    return arg;
}
/* The thread's result must be that of a cancelled one if it has cleaned up, and
 * only then. */
static void join_cancelled(void *(*f)(void *), void *(*other)(void *))
{
    pthread_t t;
    void *result;

    pthread_create(&victim, NULL, f, NULL);
    if (other != NULL)
        pthread_create(&t, NULL, other, NULL);
    pthread_cancel(victim);
    if (other != NULL)
        pthread_join(t, NULL);
    pthread_join(victim, &result);
    if (f == tests_once && (result == PTHREAD_CANCELED) != (cleaned != 0))
        __builtin_abort();
    if (f == tests_disabled && result != NULL)
        __builtin_abort();
}
static void cancel_test(void)
{
    join_cancelled(tests_once, NULL);
}
static void cancel_twice(void)
{
    join_cancelled(tests_once, cancels);
}
static void cancel_disabled(void)
{
    join_cancelled(tests_disabled, NULL);
}
static void cancel_loop(void)
{
    join_cancelled(tests_for_ever, NULL);
}
static void cancel_waiter(void)
{
    join_cancelled(waits_once, NULL);
}
static void cancel_or_signal(void)
{
    join_cancelled(waits_for_signal, signals);
}
static void cancel_sleeper(void)
{
    join_cancelled(sleeps_long, NULL);
}

/* --- Pipes and events ----------------------------------------------------- */

static int ends[2], other_ends[2], event;

static int take(int from)
{
    char byte = 0;

    return read(from, &byte, 1) == 1 ? byte : -1;
}
static void put(int to, char byte)
{
    if (write(to, &byte, 1) != 1)
        __builtin_abort();
}
static void *puts_one(void *arg)
{
    put(ends[1], 1);
    return arg;
}
static void *puts_two(void *arg)
{
    put(ends[1], 2);
    return arg;
}
static void *puts_other(void *arg)
{
    put(other_ends[1], 2);
    return arg;
}
static void *takes_one(void *arg)
{
    return take(ends[0]) == 9 ? NULL : arg;
}
static void *takes_other(void *arg)
{
    return take(other_ends[0]) == 9 ? NULL : arg;
}
static void *closes(void *arg)
{
    close(ends[1]);
    return arg;
}
static void *takes_then_puts(void *arg)
{
    put(other_ends[1], (char)(1 + take(ends[0])));
    return arg;
}
static void *takes_other_then_puts(void *arg)
{
    put(ends[1], (char)(1 + take(other_ends[0])));
    return arg;
}
static void *adds(void *arg)
{
    return eventfd_write(event, 2) == 0 ? arg : NULL;
}
static void *takes_event(void *arg)
{
    eventfd_t value;

    return eventfd_read(event, &value) == 0 && value % 2 == 0 ? arg : NULL;
}
static void *looks_at_event(void *arg)
{
    eventfd_t value;

    fcntl(event, F_SETFL, O_NONBLOCK);
    return eventfd_read(event, &value) == 0 ? arg : NULL;
}

/* --- The programs --------------------------------------------------------- */

static void leaves(void)
{
    detach(store_1, NULL);
    detach(store_2, NULL);
    pthread_exit(NULL);
}
static void leaves_apart(void)
{
    detach(store_own, &x);
    detach(store_own, &y);
    pthread_exit(NULL);
}
static void returns(void)
{
    detach(store_1, NULL);
    detach(store_2, NULL);
}
static void sets(void)
{
    atomic_store(&x, 1);
}
/* No thread gets the handle of one that has ended. */
static void handles(void)
{
    static atomic_ulong first, second;
    pthread_t t;

    detach(own_handle, &first);
    while (atomic_load(&first) == 0)
        sched_yield();
    pthread_create(&t, NULL, own_handle, &second);
    pthread_join(t, NULL);
    if (atomic_load(&first) == atomic_load(&second))
        __builtin_abort();
}

static const struct {
    const char *name;
    void *(*run[3])(void *); /* threads that main joins */
    void (*main)(void);
} programs[] = {
    { "yields", { writes_yielding, reads_yielding }, NULL },
    { "yields-counting", { looks_twenty_times, store_1 }, NULL },
    { "yields-waiting", { waits_yielding, store_1 }, NULL },
    { "counting", { looks_twelve_times, store_1 }, NULL },
    { "leaves-waiting", { leaves_when_set }, sets },
    { "pipe", { puts_one, takes_one }, NULL },
    { "pipe-two", { puts_one, puts_two, takes_one }, NULL },
    { "pipe-takers", { takes_one, puts_one, takes_one }, NULL },
    { "pipe-empty", { takes_one }, NULL },
    { "pipe-apart", { puts_one, puts_other, takes_one }, NULL },
    { "pipe-closed", { takes_one, closes }, NULL },
    { "pipe-cycle", { takes_then_puts, takes_other_then_puts }, NULL },
    { "pipe-chain", { takes_then_puts, takes_other, puts_one }, NULL },
    { "event", { adds, adds, takes_event }, NULL },
    { "event-look", { adds, looks_at_event }, NULL },
    { "leaves", { NULL }, leaves },
    { "leaves-apart", { NULL }, leaves_apart },
    { "returns", { NULL }, returns },
    { "handles", { NULL }, handles },
    { "cancel-test", { NULL }, cancel_test },
    { "cancel-twice", { NULL }, cancel_twice },
    { "cancel-disabled", { NULL }, cancel_disabled },
    { "cancel-loop", { NULL }, cancel_loop },
    { "cancel-waiter", { NULL }, cancel_waiter },
    { "cancel-or-signal", { NULL }, cancel_or_signal },
    { "cancel-sleeper", { NULL }, cancel_sleeper },
};

int main(int argc, char **argv)
{
    pthread_t threads[3];
    unsigned p = 0;
    int n = 0;

    while (argc < 2 || strcmp(programs[p].name, argv[1]) != 0) {
        if (++p == sizeof(programs) / sizeof(programs[0]))
            return 2;
    }
    if (pipe(ends) != 0 || pipe(other_ends) != 0 || (event = eventfd(0, 0)) < 0)
        return 2;
    for (; n < 3 && programs[p].run[n] != NULL; n++)
        pthread_create(&threads[n], NULL, programs[p].run[n], NULL);
    if (programs[p].main != NULL)
        programs[p].main();
    while (n > 0)
        pthread_join(threads[--n], NULL);
    return 0;
}
