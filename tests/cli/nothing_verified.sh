# Clean is said only when it was earned: exit status 3 and what to do, for a
# program without threads, one whose threads never run together, one that is
# always cut, one that does not come to main; and a note for one whose memory accesses are not seen.
. "$(dirname "$0")/common.inc"
echo 'int main(void) { return 0; }' >single.c
gcc single.c -o single
# Neither stream calls it clean.
nothing() {
    expect 3 "$@"
    says "nothing verified"
    says_not "no failure found"
}
nothing "$RADDLE" test -n 3 --json report ./single
says "made no thread"
says_not "coverage:"
equal "$(field report 'r["exit_status"]')" 3
equal "$(field report '"made no thread" in r["why"]')" True

# A handful of executions shows that it has none: the others are not run, and
# that is said.
nothing "$RADDLE" test -j1 --json report ./single
says "and no more were run"
equal "$(field report '10 <= r["executions"] <= 20, r["stop"]')" \
    "(True, 'budget')"
nothing "$RADDLE" test -j1 -n 10 ./single
says "no thread in 10 executions"
says_not "and no more were run"
# Without threads there are allocations to fail.
expect 3 "$RADDLE" test -j1 -n 100 --fail-malloc --json report ./single
equal "$(field report 'r["executions"]')" 100

cat >after.c <<'C'
#include <pthread.h>
#include <stddef.h>
static int x;
static void *add(void *arg) { x++; return arg; }
int main(void)
{
    pthread_t t;
    for (int i = 0; i < 3; i++) {
        pthread_create(&t, NULL, add, NULL);
        pthread_join(t, NULL);
    }
    return x != 3;
}
C
gcc -g -O1 -pthread after.c -o after
nothing "$RADDLE" test -n 3 ./after
says "no two threads could ever run at the same time"

# Threads that could run together and met nowhere: not "0 of 0, saturated".
cat >apart.c <<'C'
#include <pthread.h>
static struct { _Alignas(64) int n; } x[2];
static void *add(void *at) { ++*(int *)at; return at; }
int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, add, &x[i].n);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    return 0;
}
C
"$RADDLE" cc -g -pthread apart.c -o apart
expect 0 "$RADDLE" test --window 50 ./apart
says "nothing to cover: no lock call could wait for another thread, and no"
says_not saturated
says_not "0 of 0"
gcc -g -pthread apart.c -o apart
expect 0 "$RADDLE" test --fresh -n 50 ./apart
says "no lock call could wait for another thread, and memory"

# Nor is that said of threads that are stuck at the lock where they met.
cat >forgets.c <<'C'
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *take(void *arg) { pthread_mutex_lock(&m); return arg; }
C
two_threads_main take >>forgets.c
"$RADDLE" cc -g -pthread forgets.c -o forgets
expect 1 "$RADDLE" test --jobs 1 ./forgets
says "blocked-pair 1 of 1"
says_not nothing
# Before anybody met: so far.
cat >early.c <<'C'
#include <pthread.h>
#include <stdlib.h>
static void *early(void *arg) { abort(); return arg; }
C
two_threads_main early >>early.c
"$RADDLE" cc -g -pthread early.c -o early
expect 1 "$RADDLE" test --jobs 1 ./early
says "nothing so far: it failed before a lock call had to wait"
says_not "to cover"

clean_program
nothing "$RADDLE" test -n 3 --steps 5 --json report ./clean
says "cut at 5 steps"
equal "$(field report 'r["cut"]')" 3
expect 0 "$RADDLE" test -n 3 ./clean
says "memory accesses are not seen"
says "raddle cc"
says "no failure found"
# Unless they are required: then a handful of executions is enough.
nothing "$RADDLE" test -j1 --require-accesses --json report --out required ./clean
says "nothing verified: memory accesses are not seen"
equal "$(field report '10 <= r["executions"] <= 20, r["exit_status"]')" "(True, 3)"
"$RADDLE" cc -g -pthread clean.c -o hooked
expect 0 "$RADDLE" test -n 30 --require-accesses ./hooked
# Calls that raddle takes for accesses are none of a program without hooks.
cat >calls.c <<'C'
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
static void *run(void *arg) { return arg; }
int main(void)
{
    pthread_t t[2];
    char text[] = "a b";
    getenv("A");
    setenv("A", "b", 1);
    strtok(text, " ");
    srand(rand());
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, run, 0);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    return 0;
}
C
gcc -g -pthread calls.c -o calls
nothing "$RADDLE" test -n 30 --require-accesses --json report ./calls
says "note: memory accesses are not seen"
equal "$(field report 'r["accesses"]')" 0
# Nor are they seen in a library without hooks, beside a test that has them.
cat >work.c <<'C'
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int calls;
int count;
void work(void)
{
    pthread_mutex_lock(&m);
    calls++;
    pthread_mutex_unlock(&m);
    count++;
}
C
cat >uses.c <<'C'
#include <pthread.h>
void work(void);
static void *run(void *arg) { work(); return arg; }
C
two_threads_main run >>uses.c
gcc -g -shared -fPIC -pthread work.c -o libwork.so
"$RADDLE" cc -g -pthread uses.c ./libwork.so -o uses
for isolation in rewind fork exec; do
    expect 0 "$RADDLE" test -q --fresh -n 30 --isolation $isolation \
        --json report ./uses
    says "memory accesses are not seen in libwork.so, in which threads run"
    equal "$(field report '[n["kind"] for n in r["notes"]].count("module-not-instrumented")')" 1
done
nothing "$RADDLE" test -j1 --fresh --require-accesses --json report ./uses
says "not seen in a part of the program"
equal "$(field report '10 <= r["executions"] <= 20, r["exit_status"]')" "(True, 3)"
# One that calls nothing shows nowhere: it is told for being there.
sed '/mutex/d; /calls/d' work.c >idle.c
gcc -g -shared -fPIC idle.c -o libwork.so
expect 0 "$RADDLE" test --fresh -n 30 --require-accesses --json report ./uses
says "not seen in libwork.so: build it with raddle cc too if threads use it"
equal "$(field report '[n["kind"] for n in r["notes"]]')" "['library-not-instrumented']"
# The same if the program does not ask for it.
"$RADDLE" cc -g -pthread uses.c work.c -o whole
LD_PRELOAD=$PWD/libwork.so expect 0 "$RADDLE" test --fresh -n 30 --json report ./whole
equal "$(field report '[n["kind"] for n in r["notes"]]')" "['library-not-instrumented']"
expect 0 "$RADDLE" test --fresh -n 30 --json report ./whole
equal "$(field report 'r["notes"]')" "[]"
# With hooks nothing is said, nor of the libraries of the system.
"$RADDLE" cc -g -shared -fPIC -pthread work.c -o libwork.so
expect 0 "$RADDLE" test --fresh -n 30 --require-accesses --json report ./uses
says_not "memory accesses are not seen"
equal "$(field report 'r["notes"]')" "[]"
# The same the other way round.
gcc -g -pthread uses.c ./libwork.so -o uses
expect 0 "$RADDLE" test --fresh -n 30 ./uses
says "memory accesses are not seen in uses, in which threads run"
# A failure is one all the same.
deadlock_program
expect 1 "$RADDLE" test -j1 --strategy pos --require-accesses --no-shrink ./deadlock
# All of its findings are suppressed.
cat >fails.c <<'C'
#include <assert.h>
#include <pthread.h>
static void *run(void *arg) { return arg; }
int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, run, 0);
    assert(0);
}
C
gcc -g -pthread fails.c -o fails
echo 'assertion:*' >list
nothing "$RADDLE" test -n 3 --suppressions list ./fails
says "suppressed finding, so nothing else was verified"
# Not seen is also said where something was found; not of one that has hooks,
# but fails before its first access.
expect 1 "$RADDLE" test -n 3 ./fails
says "memory accesses are not seen"
"$RADDLE" cc -g -pthread fails.c -o fails
expect 1 "$RADDLE" test -n 3 ./fails
says_not "memory accesses are not seen"

# A program that does not load, and one that dies before main.
gcc -shared -fPIC -x c - -o libgone.so </dev/null
gcc -pthread clean.c -o unloadable -Wl,--no-as-needed -L. -lgone
rm libgone.so
for isolation in rewind fork exec; do
    expect 3 "$RADDLE" test -n 3 --isolation $isolation ./unloadable
    says "could not be loaded"
    says "libgone.so"
done
cat >early.c <<'C'
#include <stdlib.h>
__attribute__((constructor)) static void early(void) { abort(); }
int main(void) { return 0; }
C
gcc early.c -o early
for isolation in rewind fork exec; do
    expect 3 "$RADDLE" test -n 3 --isolation $isolation ./early
    says "before main"
done
