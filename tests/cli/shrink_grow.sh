# Schedules from which no preemption can be left out, though far fewer do.
# (--time: the limit of ten seconds would decide on a busy machine.)
. "$(dirname "$0")/common.inc"
shrink="$RADDLE shrink --time 30m"

# A pool of threads whose flag to stop is set without the lock.  Two preemptions
# are enough: main before it sets the flag, and a thread that has looked at it
# before it waits.  What leaving out ends with has up to twenty.
cat >pool.c <<'C'
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
struct job {
    struct job *next;
    int n;
};
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t work = PTHREAD_COND_INITIALIZER;
static pthread_cond_t idle = PTHREAD_COND_INITIALIZER;
static struct job *jobs;
static int pending, sum;
static bool stop;
static void *serve(void *arg)
{
    for (;;) {
        struct job *job;
        pthread_mutex_lock(&m);
        while (jobs == NULL && !stop)
            pthread_cond_wait(&work, &m);
        job = jobs;
        if (job != NULL)
            jobs = job->next;
        pthread_mutex_unlock(&m);
        if (job == NULL)
            return arg;
        __atomic_fetch_add(&sum, job->n, __ATOMIC_RELAXED);
        free(job);
        pthread_mutex_lock(&m);
        if (--pending == 0)
            pthread_cond_signal(&idle);
        pthread_mutex_unlock(&m);
    }
}
static void submit(int n)
{
    struct job *job = malloc(sizeof(*job));
    bool first;
    job->n = n;
    pthread_mutex_lock(&m);
    first = jobs == NULL;
    job->next = jobs;
    jobs = job;
    pending++;
    pthread_mutex_unlock(&m);
    if (first)
        pthread_cond_signal(&work);
}
int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, serve, NULL);
    for (int i = 1; i <= 4; i++)
        submit(i);
    pthread_mutex_lock(&m);
    while (pending > 0)
        pthread_cond_wait(&idle, &m);
    pthread_mutex_unlock(&m);
    stop = true;
    pthread_cond_broadcast(&work);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return sum != 10;
}
C
# Names of which two threads add four each twice: how long a search takes
# depends on what is there, so that one preemption less moves all others.
cat >names.c <<'C'
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int names[8], n;
static void add(int name)
{
    bool found = false;
    pthread_rwlock_rdlock(&lock);
    for (int i = 0; i < n && !found; i++)
        found = names[i] == name;
    pthread_rwlock_unlock(&lock);
    if (found)
        return;
    pthread_rwlock_wrlock(&lock);
    names[n++] = name;
    assert(n < 8);
    pthread_rwlock_unlock(&lock);
}
static void *parse(void *arg)
{
    for (int i = 0; i < 4; i++)
        add(i);
    return arg;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, parse, NULL);
    pthread_create(&b, NULL, parse, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
C
# Who comes and who goes wait for the same signal, which wakes one of them: it
# takes no preemption, but the right one each time that a thread cannot go on.
cat >gate.c <<'C'
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t moved = PTHREAD_COND_INITIALIZER;
static int inside;
static void pass(int full, int by)
{
    pthread_mutex_lock(&m);
    while (inside == full)
        pthread_cond_wait(&moved, &m);
    inside += by;
    pthread_cond_signal(&moved);
    pthread_mutex_unlock(&m);
}
static void *come(void *arg)
{
    pass(1, 1);
    return arg;
}
static void *go(void *arg)
{
    pass(0, -1);
    return arg;
}
int main(void)
{
    pthread_t t[4];
    for (int i = 0; i < 4; i++)
        pthread_create(&t[i], NULL, i % 2 == 0 ? come : go, NULL);
    for (int i = 0; i < 4; i++)
        pthread_join(t[i], NULL);
    return 0;
}
C
# shrunk PROGRAM: preemptions and choices that are left of six seeds' failures.
shrunk() {
    "$RADDLE" cc -g -O1 -pthread "$1.c" -o "$1"
    for seed in 1 2 3 4 5 6; do
        expect 1 "$RADDLE" test -j1 -q --seed "$seed" --no-shrink \
            --out "$1-$seed" "./$1"
        file=$(ls "$1-$seed"/*.schedule)
        expect 0 $shrink --json report "$file"
        [ "$(field report 'r["minimal"]')" = True ] || fail "not minimal"
        n=$(sed -n '/^t[0-9]/,$p' "$file" | tr -cd '!' | wc -c)
        echo $(($(field report 'r["preemptions"]') + n))
    done
}
shrunk pool >left
cp left out
[ "$(sort -n left | tail -1)" -le 3 ] || fail "pool: more than three are left"
shrunk names >left
cp left out
[ "$(($(paste -sd+ left)))" -le 42 ] || fail "names: more than seven each"
# One that is shrunk too, but to more, is not kept: in processes of their own,
# fewer executions look for another way.
expect 1 "$RADDLE" test -j1 -q --seed 1 --out kept ./names
file=$(ls kept/*.schedule)
cp "$file" better
cp "$file.orig" better.orig
rm kept/campaign.sqlite*
expect 1 "$RADDLE" test -j1 --seed 2 --isolation exec --out kept ./names
says "kept: $file has one as good or better"
cmp "$file" better
cmp "$file.orig" better.orig

shrunk gate >left
cp left out
[ "$(($(paste -sd+ left)))" -le 1 ] || fail "gate: it takes none"

# Hundreds of preemptions at a lock, and one increment without: one is enough,
# and comes without a second `raddle shrink`.
cat >rounds.c <<'C'
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n, loose;
static void *work(void *arg)
{
    for (int i = 0; i < ROUNDS; i++) {
        pthread_mutex_lock(&m);
        n++;
        pthread_mutex_unlock(&m);
    }
    loose++;
    return arg;
}
int main(void)
{
    pthread_t t[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&t[i], NULL, work, NULL);
    for (int i = 0; i < THREADS; i++)
        pthread_join(t[i], NULL);
    assert(loose == THREADS);
    return n == 0;
}
C
for size in "2 200" "4 50" "3 100"; do
    "$RADDLE" cc -g -pthread -DTHREADS="${size% *}" -DROUNDS="${size#* }" \
        rounds.c -o rounds
    expect 1 "$RADDLE" test --fresh --jobs 1 --strategy random \
        --no-shrink --isolation rewind ./rounds
    expect 0 $shrink raddle-out/rounds/*.schedule
    says ": 1 preemption,"
    says_not "not all was tried"
done
# A limit of time, after which the best so far is kept.
cp raddle-out/rounds/*.orig limited.schedule
expect 0 "$RADDLE" shrink --time 0.001ms --json report limited.schedule
says "not all was tried (a longer --time goes on)"
equal "$(field report 'r["minimal"]')" False
expect 2 "$RADDLE" shrink --time soon limited.schedule
says "--time takes a time"

# Two hundred turns take as many preemptions, of which under fork there are not enough
# attempts to leave out each: that is said, and how to go on.
cat >turns.c <<'C'
#include <assert.h>
#include <pthread.h>
static int last, turns;
static void *run(void *arg)
{
    const int me = *(int *)arg;
    for (int i = 0; i < 900; i++) {
        turns += last != me;
        last = me;
    }
    return arg;
}
int main(void)
{
    int names[2] = { 1, 2 };
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, run, &names[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    assert(turns < 200);
    return 0;
}
C
"$RADDLE" cc -g -pthread turns.c -o turns
expect 1 "$RADDLE" test --jobs 1 --strategy random --isolation fork \
    --out turns-out --json before ./turns
grep -q '^shrunk to .*; not all was tried (raddle shrink --effort 10 goes on)$' out ||
    fail "it is not said"
cp -r turns-out again-out
expect 0 "$RADDLE" shrink --isolation fork again-out/*.schedule
says "; not all was tried (--effort 10 goes on)"
expect 0 $shrink --isolation rewind --effort 3 --json after turns-out/*.schedule
says_not "not all was tried"
equal "$(field after 'r["minimal"]')" True
expect 2 "$RADDLE" shrink --effort 0 turns-out/*.schedule
[ "$(field after 'r["preemptions"]')" -lt \
    "$(field before 'r["findings"][0]["preemptions"]')" ] ||
    fail "it does not go on"
