# Deadlocks that lock orders make possible: in the summary, raddle coverage,
# JSON and the store; confirmed by a later campaign (--confirm).
. "$(dirname "$0")/common.inc"
cat >far.c <<'C'
#include <pthread.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t b = PTHREAD_MUTEX_INITIALIZER;
static volatile int steps, done;
static void *late(void *u)
{
    for (int i = 0; i < 300; i++)
        steps++;
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b); /* inner */
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    return u;
}
static void *early(void *u)
{
#ifdef ORDERED
    while (!__atomic_load_n(&done, __ATOMIC_ACQUIRE))
        ;
#endif
    pthread_mutex_lock(&b);
    pthread_mutex_lock(&a); /* inner too */
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
    return u;
}
static void *ends(void *u)
{
    late(u);
    __atomic_store_n(&done, 1, __ATOMIC_RELEASE);
    return u;
}
int main(void)
{
    pthread_t t[2];
    pthread_create(&t[0], 0, ends, 0);
    pthread_create(&t[1], 0, early, 0);
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
    return 0;
}
C
"$RADDLE" cc -g -pthread far.c -o far
"$RADDLE" cc -g -pthread -DORDERED far.c -o ordered
deadlocks='[(p["verdict"], p["tries"], p["reached"]) for p in r["predictions"] if p["kind"] == "deadlock"]'

# Nothing failed, and yet it is possible.  A random walk does not aim at it.
expect 0 "$RADDLE" test -j1 -n 3 -s random --out o --json report ./far
says "1 possible deadlock, not tried yet"
equal "$(field report "$deadlocks")" "[('not-tried', 0, 0)]"
equal "$(field report 'sorted((p["object"], p["first"]["location"], p["second"]["location"]) for p in r["predictions"][0]["parts"])')" \
    "[('a', 'far.c:9:5 (late)', 'far.c:10:5 (late)'), ('b', 'far.c:21:5 (early)', 'far.c:22:5 (early)')]"
expect 0 "$RADDLE" coverage --json covered o
says "possible deadlock, not tried yet"
says "a thread holds a, taken at far.c:9:5"
equal "$(field covered "$deadlocks")" "[('not-tried', 0, 0)]"

# The same directory goes on with what it knows; auto runs into it.
expect 1 "$RADDLE" test -j1 -n 64 --no-shrink --out o --json report ./far
equal "$(field report '[f["kind"] for f in r["findings"] if f["severity"] == "error"]')" "['deadlock']"
equal "$(field report '[p["verdict"] for p in r["predictions"] if p["kind"] == "deadlock"]')" "['harmful']"
expect 0 "$RADDLE" coverage --json covered o
equal "$(field covered '[p["verdict"] for p in r["predictions"] if p["kind"] == "deadlock"]')" "['harmful']"

# One that a flag makes impossible stays possible; that is not a finding.
expect 0 "$RADDLE" test -j1 -n 20 -s random --out p ./ordered
says "1 possible deadlock, not tried yet"
expect 0 "$RADDLE" test -j1 --confirm p --out q --json report ./ordered
# A paragraph for each, behind a blank line.
equal "$(grep -cE '^(predicted|possible) ' out)" "$(grep -B1 -E '^(predicted|possible) ' out | grep -c '^$')"
equal "$(field report '[(p["verdict"], p["tries"] >= 200) for p in r["predictions"] if p["kind"] == "deadlock"]')" \
    "[('not-reproduced', True)]"
equal "$(field report 'r["stop"]')" budget
expect 1 "$RADDLE" test -j1 --no-shrink --confirm o --out s --json report ./far
says "harmful"
equal "$(field report '[p["verdict"] for p in r["predictions"] if p["kind"] == "deadlock"]')" "['harmful']"

expect 2 "$RADDLE" test --confirm nowhere ./far; says "--confirm nowhere"
expect 2 "$RADDLE" test --confirm o -s random ./far; says "does not go with --confirm"
cat >alone.c <<'C'
#include <pthread.h>
static void *nothing(void *u)
{
    return u;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, nothing, 0);
    return pthread_join(t, 0);
}
C
"$RADDLE" cc -g -pthread alone.c -o alone
"$RADDLE" test -q -j1 -n 3 --out n ./alone || true
expect 3 "$RADDLE" test --confirm n --json j --junit x --sarif results ./alone
says "has predicted nothing"
equal "$(field j 'r["verdict"], r["exit_status"], r["executions"], r["findings"]')" \
    "('nothing-predicted', 3, 0, [])"
[ -s x ] && [ -s results ] || fail "JUnit or SARIF stays empty"

# On request: locks that are held while a thread sleeps.
cat >held.c <<'C'
#include <pthread.h>
#include <unistd.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *sleeps(void *u)
{
    pthread_mutex_lock(&m);
    usleep(10); /* here */
    pthread_mutex_unlock(&m);
    return u;
}
int main(void)
{
    pthread_t t[2];
    pthread_create(&t[0], 0, sleeps, 0);
    pthread_create(&t[1], 0, sleeps, 0);
    pthread_join(t[0], 0);
    return pthread_join(t[1], 0);
}
C
"$RADDLE" cc -g -pthread held.c -o held
kinds='[(f["kind"], f["severity"], f["location"]) for f in r["findings"]]'
expect 0 "$RADDLE" test -j1 -n 10 --json report --out h ./held
equal "$(field report "$kinds")" "[]"
expect 0 "$RADDLE" test -j1 -n 10 --fresh --enable held-while-blocking --json report --out h ./held
equal "$(field report "$kinds")" "[('held-while-blocking', 'warning', 'held.c:7:5 (sleeps)')]"
expect 2 "$RADDLE" test --enable deadlock ./held; says "deadlock reports anyway"

# One execution is enough: raddle reorders it and runs the reordering.  Each
# takes more luck than three executions have: the two places are 2,000 steps
# apart, with a section between.
cat >near.c <<'C'
#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static volatile int mine, passed, shared;
static int *block;
static void *first(void *u)
{
#ifdef FREES
    shared = *block; /* used */
#else
    shared = 1; /* early */
#endif
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    return u;
}
static void *second(void *u)
{
    for (int i = 0; i < 2000; i++)
        mine++;
    pthread_mutex_lock(&lock);
    passed++;
    pthread_mutex_unlock(&lock);
#ifdef FREES
    free(block);
#else
    shared = 2; /* late */
#endif
    return u;
}
int main(void)
{
    pthread_t t[2];
    block = calloc(1, sizeof(*block));
    pthread_create(&t[0], 0, first, 0);
    pthread_create(&t[1], 0, second, 0);
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
    return 0;
}
C
"$RADDLE" cc -g -pthread near.c -o near
"$RADDLE" cc -g -pthread -DFREES near.c -o frees
for seed in 1 2 3; do
    expect 1 "$RADDLE" test -j1 -n 2 --seed $seed --no-shrink --out n$seed \
        --json report ./far
    equal "$(field report '[f["kind"] for f in r["findings"] if f["severity"] == "error"]')" "['deadlock']"
    equal "$(field report "$deadlocks")" "[('harmful', 1, 1)]"
    expect 0 "$RADDLE" test -j1 -n 2 --seed $seed --no-shrink --out m$seed \
        --json report ./near
    equal "$(field report '[f["kind"] for f in r["findings"]]')" "['data-race']"
    equal "$(field report '[p["verdict"] for p in r["predictions"] if p["kind"] == "race"]')" "['harmless-so-far']"
    expect 1 "$RADDLE" test -j1 -n 2 --seed $seed --no-shrink --out f$seed \
        --json report ./frees
    equal "$(field report '[f["kind"] for f in r["findings"] if f["severity"] == "error"]')" "['heap-use-after-free']"
done

# What was reached and did no harm is a count below the table, unless asked for.
"$RADDLE" cc -g -pthread "$(dirname "$0")/../../examples/reload.c" -o reload
expect 0 "$RADDLE" test -j1 -n 300 --out harmless ./reload
expect 0 "$RADDLE" coverage harmless
equal "$(grep -c '^predicted race' out || :) $(tail -1 out | grep -c harmless)" "0 1"
expect 0 "$RADDLE" coverage --all harmless
equal "$(grep -c '^predicted race' out)" 1
