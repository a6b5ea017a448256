# Facts that carry the repair: which lock is missing, wrong or given up, which
# test is not made again, whom a signal woke instead.
. "$(dirname "$0")/facts.inc"

HEAD='#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t m2 = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int total[2], ready, n;'

# `if` for `while` around a wait: which of the two tests is not made again.
cat >stolen.c <<'C'
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int empty = 1, head, tail, q[8], closing;
static void *worker(void *a)
{
    for (;;) {
        pthread_mutex_lock(&m);
        if (empty) {
            if (closing)
                break;
            pthread_cond_wait(&c, &m);
        }
        if (closing && empty)
            break;
        int v = q[head];
        head = (head + 1) % 8;
        empty = head == tail;
        pthread_mutex_unlock(&m);
        assert(v == 5);
    }
    pthread_mutex_unlock(&m);
    return a;
}
int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, worker, NULL);
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&m);
        q[tail] = 5;
        tail = (tail + 1) % 8;
        empty = 0;
        pthread_cond_signal(&c);
        pthread_mutex_unlock(&m);
    }
    pthread_mutex_lock(&m);
    closing = 1;
    pthread_cond_broadcast(&c);
    pthread_mutex_unlock(&m);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return 0;
}
C
for seed in 1 2 3; do
    matches "$(explains stolen --fresh --no-spurious --seed $seed)" \
        "no-retest * -: changer 19, waker 36, wait 13, read 10"
done

# A lock that one side does without, or has the wrong one: of all places that
# touch total[0].  Those of total[1] have another one; main needs none.
adder() { # LOCK, or nothing
    local take='' give=''
    [ -z "$1" ] || take="pthread_mutex_lock(&$1);" give="pthread_mutex_unlock(&$1);"
    cat <<C
$HEAD
static void *adder(void *arg)
{
    pthread_mutex_lock(&m);
    total[0]++;
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m2);
    total[1]++;
    pthread_mutex_unlock(&m2);
    return arg;
}
static void *giver(void *arg)
{
    $take
    total[0]++;
    $give
    return arg;
}
C
    BEGIN="total[0] = total[1] = 1;" END="assert(total[0] == 4);" main_of adder adder giver
}
adder '' >bare.c
matches "$(explains bare --no-spurious)" \
    "lost-update tried both: outer-first *; no-lock seen -: bare 20, lock 9"
adder m2 >wrong.c
matches "$(explains wrong --no-spurious)" \
    "lost-update tried both: outer-first *; wrong-lock seen -: bare 20, lock 9, wrong-lock 19"

# The same of a pointer whose block is freed: the missing lock says more than
# where the pointer came from.  Where every access has the lock, and the block
# is used behind it, the pointer's way is what there is to tell.
box() { # LOCK and UNLOCK of the quick reader, free within the lock or behind it
    cat <<C
#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct box { int value; } *current;
static void *quick(void *arg)
{
    $1
    struct box *b = current;
    $2
    if (b != NULL)
        b->value++;
    return arg;
}
static void *careful(void *arg)
{
    pthread_mutex_lock(&m);
    if (current != NULL)
        current->value++;
    pthread_mutex_unlock(&m);
    return arg;
}
static void *closer(void *arg)
{
    pthread_mutex_lock(&m);
    struct box *b = current;
    current = NULL;
    $3
    pthread_mutex_unlock(&m);
    $4
    return arg;
}
C
    BEGIN="current = calloc(1, sizeof(*current));" main_of quick careful closer
}
box '' '' 'free(b);' '' >box_in.c
matches "$(explains box_in --races=off)" \
    "order tried *: earlier 27, later 11; no-lock seen -: bare 8, lock *"
box '' '' '' 'free(b);' >box_out.c
matches "$(explains box_out --races=off)" \
    "order tried *: earlier 29, later 11; no-lock seen -: bare 8, lock *"
box 'pthread_mutex_lock(&m);' 'pthread_mutex_unlock(&m);' 'free(b);' '' >box_kept.c
matches "$(explains box_kept --races=off)" \
    "order tried *: earlier 27, later 11; pointer-from seen -: *"

# Who frees does without the lock, and has the pointer from elsewhere: it is the
# change of the pointer that others read and use under the lock.
{
    cat <<C
#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct box { int value; } *current, *same;
static void *careful(void *arg)
{
    pthread_mutex_lock(&m);
    struct box *b = current;
    if (b != NULL)
        b->value++;
    pthread_mutex_unlock(&m);
    return arg;
}
static void *closer(void *arg)
{
    struct box *b = same;
    current = NULL;
    free(b);
    return arg;
}
C
    BEGIN="current = same = calloc(1, sizeof(*current));" main_of careful careful closer
} >box_changed.c
matches "$(explains box_changed --races=off)" \
    "order tried *: earlier 18, later 10; no-lock seen -: bare 17, lock 7"

# A lock that is given up between the test and what hangs on it.
{
    cat <<C
$HEAD
static void *taker(void *arg)
{
    pthread_mutex_lock(&m);
    int some = n > 0;
    pthread_mutex_unlock(&m);
    if (some) {
        pthread_mutex_lock(&m);
        n--;
        pthread_mutex_unlock(&m);
    }
    return arg;
}
C
    BEGIN="n = 1;" END="assert(n == 0);" main_of taker taker
} >given.c
matches "$(explains given --no-spurious)" \
    "window tried both: outer-first 10, inner-first 14, outer-last 14, test 12; \
gives-up seen -: unlock 11"

# A wait that a spurious wake-up ends: which wait, which test; the table has the
# step.  A loop is no fault, however the compiler turns it round.
spurious() { # if|while
    cat <<C
$HEAD
static void *waiter(void *arg)
{
    pthread_mutex_lock(&m);
    $1 (ready == 0)
        pthread_cond_wait(&c, &m);
    n = ready;
    pthread_mutex_unlock(&m);
    return arg;
}
static void *sender(void *arg)
{
    pthread_mutex_lock(&m);
    ready = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    return arg;
}
C
    END="assert(n == 1);" main_of waiter sender
}
spurious "if" >woken.c
matches "$(explains woken)" "no-retest tried -: wake 11, read 10"
grep -q 'wakes up without a' out || fail "the table does not show the wake-up"
spurious "while" >loop.c
for flag in -O1 -O2; do
    "$RADDLE" cc -g $flag -pthread loop.c -o loop
    expect 0 "$RADDLE" test --fresh -j1 -n 300 --out out-loop ./loop
done

# The signal is for the one and wakes the other.
{
    cat <<C
$HEAD
static void *wants_two(void *arg)
{
    pthread_mutex_lock(&m);
    while (n < 2)
        pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
    return arg;
}
static void *wants_one(void *arg)
{
    pthread_mutex_lock(&m);
    while (n < 1)
        pthread_cond_wait(&c, &m);
    n = 2;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    return arg;
}
static void *sender(void *arg)
{
    pthread_mutex_lock(&m);
    n = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    return arg;
}
C
    main_of wants_two wants_one sender
} >waiter.c
matches "$(explains waiter --no-spurious)" \
    "*wrong-waiter seen -: signal 29, other-wait 11, wait 19"

# So many preemptions are needed that none of them is the cause.
{
    cat <<C
$HEAD
#include <unistd.h>
static int early = !SLEEPS;
static void *turns(void *arg)
{
    for (int i = 0; i < 80; i++) {
        pthread_mutex_lock(&m);
        n += ready != (arg == NULL);
        ready = arg == NULL;
        pthread_mutex_unlock(&m);
    }
    return arg;
}
int main(void)
{
    pthread_t t[2];
    pthread_create(&t[0], NULL, turns, NULL);
    pthread_create(&t[1], NULL, turns, &n);
    if (SLEEPS) {
        usleep(1000);
        pthread_mutex_lock(&m);
        early = n > 0;
        pthread_mutex_unlock(&m);
    }
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    assert(n < 50 || !early);
    return 0;
}
C
} >turns.c
sed '1i #define SLEEPS 1' turns.c >sleeps.c
sed -i '1i #define SLEEPS 0' turns.c
matches "$(explains turns -s random --no-spurious)" "too-many-preemptions seen - x*: "
grep -q 'raddle shrink --effort' out || fail "it does not say what to do"
# But what does not depend on them is tried: here main's sleep must end early.
matches "$(explains sleeps -s random --no-spurious --time-passes=any)" \
    "too-many-preemptions tried - x*: expired *"
