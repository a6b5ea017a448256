# Facts follow what was read and written: to the failure, and
# to the memory that was freed.
bugs=$(cd "$(dirname "$0")/../../bench/coverage" && pwd)
. "$(dirname "$0")/facts.inc"

BEGIN= # a line of every main

# Both read the pointer with a lock, each with its own.
{
    cat <<'C'
#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t reading = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t changing = PTHREAD_MUTEX_INITIALIZER;
static int *queue, sum;
static void *reader(void *arg)
{
    pthread_mutex_lock(&reading);
    sum += queue[0];
    pthread_mutex_unlock(&reading);
    return arg;
}
static void *changer(void *arg)
{
    pthread_mutex_lock(&changing);
    free(queue);
    queue = calloc(4, sizeof(*queue));
    pthread_mutex_unlock(&changing);
    return arg;
}
C
    BEGIN="queue = calloc(4, sizeof(*queue));" main_of reader changer
} >locks.c
matches "$(explains locks)" \
    "order tried -: earlier 16, later 9; different-locks seen -: outer-lock 8, \
inner-lock 15"

# The lock is given back before the block is used: it does not guard that, and
# what the one that frees had been told says more.
{
    cat <<'C'
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
static pthread_mutex_t wheel = PTHREAD_MUTEX_INITIALIZER;
static bool armed = true;
static int *argument;
static void *ticker(void *arg)
{
    pthread_mutex_lock(&wheel);
    bool due = armed;
    armed = false;
    int *a = argument;
    pthread_mutex_unlock(&wheel);
    if (due)
        (*a)++;
    return arg;
}
static void *owner(void *arg)
{
    pthread_mutex_lock(&wheel);
    bool was = armed;
    armed = false;
    pthread_mutex_unlock(&wheel);
    free(argument);
    return was ? arg : NULL;
}
C
    BEGIN="argument = calloc(1, sizeof(*argument));" main_of ticker owner
} >timer.c
matches "$(explains timer)" \
    "order tried -: earlier 24, later 15; came-before seen -: writer 11, reader 21"

# Preempted later it fails as well, for it reads piece by piece what the other
# writes: no order, the first and the last of its reads belong together.
{
    cat <<'C'
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
struct frame {
    int number, data[8];
};
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct frame *front, *back;
static void *writer(void *arg)
{
    for (int n = 1; n <= 2; n++) {
        struct frame *f = back;
        f->number = n;
        for (int i = 0; i < 8; i++)
            f->data[i] = n;
        pthread_mutex_lock(&m);
        back = front;
        front = f;
        pthread_mutex_unlock(&m);
    }
    return arg;
}
static void *reader(void *arg)
{
    pthread_mutex_lock(&m);
    struct frame *f = front;
    pthread_mutex_unlock(&m);
    int n = f->number;
    for (int i = 0; i < 8; i++)
        assert(f->data[i] == n);
    return arg;
}
C
    BEGIN="front = calloc(1, sizeof(*front)); back = calloc(1, sizeof(*back));" \
        main_of writer reader
} >frames.c
for seed in 1 2 3; do
    matches "$(explains frames --fresh --seed $seed)" \
        "window tried b*: outer-first 2*, inner-first 1*, inner-last 1*, outer-last 30*"
done

# No order of the free and the use can be turned round: who frees has left the
# pointer where the other reads it.
{
    cat <<'C'
#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int *queue, sum;
static void *client(void *arg)
{
    int *mine = calloc(1, sizeof(*mine));
    pthread_mutex_lock(&m);
    queue = mine;
    pthread_mutex_unlock(&m);
    free(mine);
    return arg;
}
static void *server(void *arg)
{
    pthread_mutex_lock(&m);
    int *first = queue;
    queue = NULL;
    pthread_mutex_unlock(&m);
    if (first != NULL)
        sum += *first;
    return arg;
}
C
    main_of client server
} >left.c
matches "$(explains left)" \
    "order tried -: *; pointer-from seen -: pointer 17, freer 11"

# A lock for readers does not keep them apart.
{
    cat <<'C'
#include <assert.h>
#include <pthread.h>
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int hits, value = 1;
static void *look(void *arg)
{
    pthread_rwlock_rdlock(&lock);
    if (value != 0)
        hits++;
    pthread_rwlock_unlock(&lock);
    return arg;
}
C
    END="assert(hits == 2);" main_of look look
} >readers.c
matches "$(explains readers)" \
    "lost-update tried both: outer-first 9, inner-first 9, outer-last 9; only-shared \
seen -: outer-lock 7, inner-lock 7"

# One that had to wait for a lock is preempted by that: what it read before is
# no longer so, for it had given the other lock back.
{
    cat <<'C'
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t two = PTHREAD_MUTEX_INITIALIZER;
static int a = 1, b;
static void *move(void *arg)
{
    pthread_mutex_lock(&one);
    int have = a;
    if (pthread_mutex_trylock(&two) != 0) {
        pthread_mutex_unlock(&one);
        pthread_mutex_lock(&two);
        pthread_mutex_lock(&one);
    }
    a = have - 1;
    b++;
    pthread_mutex_unlock(&two);
    pthread_mutex_unlock(&one);
    return arg;
}
static void *back(void *arg)
{
    pthread_mutex_lock(&two);
    b--;
    pthread_mutex_unlock(&two);
    pthread_mutex_lock(&one);
    a++;
    pthread_mutex_unlock(&one);
    return arg;
}
C
    END="assert(a + b == 1);" main_of move back
} >waited.c
matches "$(explains waited)" \
    "lost-update tried both: outer-first 9, inner-first 27, outer-last 15; \
gives-up seen -: unlock 11"

# Nobody signals: what the one that had reason to read instead.
{
    cat <<'C'
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t more = PTHREAD_COND_INITIALIZER;
static int n, waiting;
static void *take(void *arg)
{
    pthread_mutex_lock(&m);
    waiting++;
    while (n == 0)
        pthread_cond_wait(&more, &m);
    n--;
    waiting--;
    pthread_mutex_unlock(&m);
    return arg;
}
static void *give(void *arg)
{
    pthread_mutex_lock(&m);
    n += 2;
    if (waiting == 1)
        pthread_cond_signal(&more);
    pthread_mutex_unlock(&m);
    return arg;
}
C
    main_of take take give
} >kept.c
matches "$(explains kept)" \
    "endless-wait seen -: wait 10, waits-too, read 9, changer 19, silent 20"

# roots: the pointer is as it was when the block is freed, so that
# something else had decided.  properties, relation: a flag is what they meet at,
# but what is read in the end is the value that it stands for.
"$bugs/causes.py" "$RADDLE" --work causes --strategy pos \
    --only properties relation roots ticks >out 2>err || fail "causes"
