/* phases.c - who replaces the settings waits for all who may have the old
 * ones: it turns the phase and waits until nobody reads in the other.  A
 * reader that has looked at the phase but not yet written it down comes to
 * read in a phase that is over, and when it is turned for the second time
 * that is the new one.
 *
 * After read-copy-update in user space, which turns the phase twice for this
 * reason (Desnoyers et al., User-Level Implementations of Read-Copy Update,
 * IEEE TPDS 2012).
 *
 * CLASS: use after free, three preemptions
 * FAILS: heap-use-after-free
 * CAUSE: phases.c:47 `r->phase = phase;` read, and written later
 * CAUSE: phases.c:57 `phase = other(phase);` turned once
 * CAUSE: phases.c:61 `while (r->phase == other(phase))` takes it for new
 */
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

#define READERS 3
#define READS 3
#define WRITERS 2
#define WRITES 2
#define OUTSIDE 0

struct settings {
    atomic_int low, high;
};
static struct settings *_Atomic current;
static struct reader {
    atomic_int phase;
} readers[READERS];
static atomic_int phase = 1; /* or 2 */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int looked;

static int other(int which)
{
    return 3 - which;
}

static void enter(struct reader *r)
{
    r->phase = phase;
}

static void leave(struct reader *r)
{
    r->phase = OUTSIDE;
}

static void turn(void)
{
    phase = other(phase);
    for (int i = 0; i < READERS; i++) {
        struct reader *r = &readers[i];

        while (r->phase == other(phase))
            sched_yield();
    }
}

static void synchronize(void)
{
    pthread_mutex_lock(&lock);
    turn();
    pthread_mutex_unlock(&lock);
}

static struct settings *settings(int low)
{
    struct settings *s = malloc(sizeof(*s));

    s->low = low;
    s->high = low + 10;
    return s;
}

static void *reader(void *argument)
{
    for (int i = 0; i < READS; i++) {
        struct settings *s;

        enter(argument);
        s = current;
        assert(s->high == s->low + 10);
        leave(argument);
        looked++;
    }
    return NULL;
}

static void *writer(void *argument)
{
    for (int i = 0; i < WRITES; i++) {
        struct settings *fresh = settings((int)(long)argument * WRITES + i);
        struct settings *old = atomic_exchange(&current, fresh);

        synchronize();
        free(old);
    }
    return NULL;
}

int main(void)
{
    pthread_t r[READERS], w[WRITERS];

    current = settings(-1);
    for (int i = 0; i < READERS; i++)
        pthread_create(&r[i], NULL, reader, &readers[i]);
    for (long i = 0; i < WRITERS; i++)
        pthread_create(&w[i], NULL, writer, (void *)i);
    for (int i = 0; i < READERS; i++)
        pthread_join(r[i], NULL);
    for (int i = 0; i < WRITERS; i++)
        pthread_join(w[i], NULL);
    assert(looked == READERS * READS);
    free(current);
    return 0;
}
