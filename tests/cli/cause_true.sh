# A fact says what was tried, or what the execution was.
. "$(dirname "$0")/facts.inc"

# Right only between two writes: the other way round is not enough.
{
    cat <<'C'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int open;
static void *owner(void *arg)
{
    open = 1;
    open = 0;
    return arg;
}
static void *user(void *arg)
{
    assert(open == 1);
    return arg;
}
C
    main_of owner user
} >place.c
matches "$(explains place)" \
    "bounded-order tried -: earlier 13, later 7*, bound-after 8*" \
    "bounded-order tried -: earlier 8*, later 13*, bound-before 7*"

# Three accesses, each with the lock: the first and the last belong together.
{
    cat <<'C'
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int count, highest;
static void *add(void *arg)
{
    pthread_mutex_lock(&m);
    int n = count;
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
    if (count > highest)
        highest = count;
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
    count = n + 1;
    pthread_mutex_unlock(&m);
    return arg;
}
C
    END="assert(count == 2);" main_of add add
} >three.c
matches "$(explains three)" \
    "window tried both: outer-first 8, inner-first 15, outer-last 15; \
gives-up seen -: unlock 9"

# Named in the order in which they were done.
{
    cat <<'C'
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int a, b;
static void *set(void *arg)
{
    pthread_mutex_lock(&m);
    a = 1;
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
    b = 1;
    pthread_mutex_unlock(&m);
    return arg;
}
static void *compare(void *arg)
{
    int x, y;
    pthread_mutex_lock(&m);
    y = b;
    x = a;
    pthread_mutex_unlock(&m);
    assert(x == y);
    return arg;
}
C
    main_of set compare
} >pair.c
matches "$(explains pair)" \
    "window tried both: outer-first 8, inner-first 19, inner-last 20, outer-last 11*; \
gives-up seen -: unlock 9"

# Two threads came between: both are named, each with what it did.
{
    cat <<'C'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int stopping, queued, left;
static void *client(void *arg)
{
    if (!stopping)
        queued++;
    return arg;
}
static void *owner(void *arg)
{
    stopping = 1;
    return arg;
}
static void *worker(void *arg)
{
    if (stopping && queued == 0)
        left = 1;
    return arg;
}
C
    END="assert(!left || queued == 0);" main_of client owner worker
} >both.c
matches "$(explains both)" \
    "window tried both: outer-first 7, inner-first 13, inner-last 18, outer-last 8"

# A signal that goes to the other one who waits: it is not about who called for
# the lock first, for that call only waited.
cat >other.c <<'C'
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int items, credits;
static void *consumer(void *arg)
{
    pthread_mutex_lock(&m);
    while (items == 0)
        pthread_cond_wait(&c, &m);
    items--;
    pthread_mutex_unlock(&m);
    return arg;
}
static void *spender(void *arg)
{
    pthread_mutex_lock(&m);
    while (credits == 0)
        pthread_cond_wait(&c, &m);
    credits--;
    pthread_mutex_unlock(&m);
    return arg;
}
int main(void)
{
    pthread_t t[2];
    pthread_create(&t[0], NULL, consumer, NULL);
    pthread_create(&t[1], NULL, spender, NULL);
    pthread_mutex_lock(&m);
    items++;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
    credits++;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return 0;
}
C
matches "$(explains other)" \
    "endless-wait seen -: wait *, read *, signal 34, woken"

# A broadcast was needed: it is not about who came first, though with one
# waiter less the signal is enough.
cat >late.c <<'C'
#include <assert.h>
#include <pthread.h>
#include <time.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int open;
static void *pass(void *arg)
{
    struct timespec t;
    int rc = 0;
    clock_gettime(CLOCK_REALTIME, &t);
    t.tv_sec += 5;
    pthread_mutex_lock(&m);
    while (!open && rc == 0)
        rc = pthread_cond_timedwait(&c, &m, &t);
    assert(rc == 0 || !open);
    pthread_mutex_unlock(&m);
    return arg;
}
int main(void)
{
    pthread_t t[2];
    pthread_create(&t[0], NULL, pass, NULL);
    pthread_create(&t[1], NULL, pass, NULL);
    pthread_mutex_lock(&m);
    open = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return 0;
}
C
matches "$(explains late)" \
    "unwoken-wait seen -: wait 15, read 14, changer 26, signal 27, woken"

# Freed while it is used: from where the pointer was.
{
    cat <<'C'
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static int *_Atomic current;
static void *reads(void *arg)
{
    int *p = current;
    return p != NULL && *p > 0 ? arg : NULL;
}
static void *renews(void *arg)
{
    int *old = atomic_exchange(&current, calloc(1, sizeof(int)));
    free(old);
    return arg;
}
static void *begins(void *arg)
{
    pthread_t t[2];
    current = calloc(1, sizeof(int));
    pthread_create(&t[0], NULL, reads, NULL);
    pthread_create(&t[1], NULL, renews, NULL);
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    return arg;
}
C
    main_of begins
} >stale.c
matches "$(explains stale)" \
    "order tried -: earlier 13, later 8; pointer-from seen -: pointer 7, changer 12" \
    "order tried -: earlier 13, later 8; window *: outer-first 7, inner-first 12*"

# Two locks where there should be one; and how the wrong one was chosen.
{
    cat <<'C'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static pthread_mutex_t locks[2] = { PTHREAD_MUTEX_INITIALIZER,
                                    PTHREAD_MUTEX_INITIALIZER };
static atomic_int which;
static int count;
static void *add(void *arg)
{
    int i = which;
    pthread_mutex_lock(&locks[i]);
    count++;
    pthread_mutex_unlock(&locks[i]);
    return arg;
}
static void *change(void *arg)
{
    which = 1;
    return arg;
}
C
    END="assert(count == 2);" main_of add add change
} >locks.c
matches "$(explains locks)" \
    "lost-update tried both: outer-first 12, inner-first 12, outer-last 12; \
different-locks seen -: outer-lock 11, inner-lock 11, chosen-by 10, changer 18"

# Who waits for a semaphore with a lock that the one needs who would post.
{
    cat <<'C'
#include <pthread.h>
#include <semaphore.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static sem_t room;
static void *put(void *arg)
{
    pthread_mutex_lock(&m);
    sem_wait(&room);
    pthread_mutex_unlock(&m);
    return arg;
}
static void *get(void *arg)
{
    pthread_mutex_lock(&m);
    sem_post(&room);
    pthread_mutex_unlock(&m);
    return arg;
}
C
    main_of put get
} >stuck.c
matches "$(explains stuck)" "holds-and-waits seen -: holds 7, waits 8, waits 14"

# What is freed in the course of the last step comes before the switch.
{
    cat <<'C'
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#define UNSEEN __attribute__((noinline, no_sanitize_thread))
static void *last;
UNSEEN static void keep(void *own)
{
    last = own;
}
UNSEEN static void *kept(void)
{
    return last;
}
UNSEEN static void *room(void)
{
    return malloc(100);
}
static void *work(void *arg)
{
    pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER;
    void *block = room();
    pthread_mutex_lock(&own);
    keep(&own);
    free(block);
    pthread_mutex_unlock(&own);
    assert(kept() == &own);
    return arg;
}
C
    main_of work work
} >freed.c
matches "$(explains freed)" \
    "preemption tried -: outer-first 24, outer-last 25"
