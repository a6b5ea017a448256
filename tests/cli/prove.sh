# raddle prove: what it says, and when it does not say "complete".
. "$(dirname "$0")/common.inc"
head='#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>
static atomic_int f;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
'
# program NAME BODY MAIN [MORE] [OPTION]: one more thread, which runs BODY.
program() {
    echo "$head ${4-} static void *t(void *a) { $2; return a; }
    int main(void) { pthread_t x; pthread_create(&x, 0, t, 0); $3;
    pthread_join(x, 0); return 0; }" >"$1.c"
    "$RADDLE" cc -g "${5--O1}" -pthread "$1.c" -o "$1"
}
# prove WANTED-STATUS PROGRAM [OPTIONS]: the JSON is in report.
prove() {
    want=$1 name=$2
    shift 2
    expect "$want" "$RADDLE" prove --fresh --no-shrink --json report "$@" "./$name"
}
counts() {
    field report '"%s %s %s %s" % (r["complete"], r["interleavings"], r["deadlocks"], r["blocked"])'
}
reason() {
    field report '" ".join(sorted({x["kind"] for x in r["incomplete_because"]}))'
}
program race 'atomic_store(&f, 1)' 'atomic_load(&f)'
prove 0 race
equal "$(counts)" "True 2 0 0"
says "complete: 2 interleavings"
equal "$(field report 'r["stop"], r["verdict"], r["jobs"]')" "('exhausted', 'clean', 1)"

# A failure ends it, or is counted.
program fails 'if (atomic_load(&f)) abort()' 'atomic_store(&f, 1); atomic_store(&f, 2)'
prove 1 fails
equal "$(field report 'r["complete"]')" False
says "stopped: "
prove 1 fails -k
equal "$(field report 'r["complete"], r["failed"] >= 2')" "(True, True)"
# A schedule that is no better does not replace the one that is there.
"$RADDLE" cc -g -pthread "$(dirname "$0")/../../examples/bank.c" -o bank
expect 1 "$RADDLE" test -j1 ./bank
cp raddle-out/bank/assertion-*.schedule kept
expect 1 "$RADDLE" prove -k ./bank
cmp kept raddle-out/bank/assertion-*.schedule

# So is one while other threads wait for a lock, and main for a thread.
program waited 'pthread_mutex_lock(&m); if (atomic_fetch_add(&f, 1)) abort();
    pthread_mutex_unlock(&m)' 'pthread_t y; pthread_create(&y, 0, t, 0);
    pthread_join(y, 0)'
prove 1 waited -k
equal "$(reason) $(field report 'r["complete"]')" " True"

# A wrong pointer fails in the program's step, not before it: else the failure
# would not replay.
for call in 'atomic_fetch_add((atomic_int *)' 'pthread_mutex_lock((pthread_mutex_t *)'; do
    case $call in atomic*) end=', 1' ;; *) end= ;; esac
    program wild "if (atomic_load(&f)) $call(long)(atomic_load(&f) - 1)$end)" \
        'atomic_store(&f, 1)'
    prove 1 wild
    equal "$(field report 'r["findings"][0]["kind"], r["findings"][0]["replayed"]')" \
        "('fatal-signal', True)"
done

# A counted loop ends by itself; one that waits is blocked; one that waits for
# ever is a livelock.
program counted 'for (int i = 0; i < 3 && !atomic_load(&f); i++)' 'atomic_store(&f, 1)'
prove 0 counted
equal "$(counts)" "True 4 0 0"
program waits 'while (!atomic_load(&f)) sched_yield()' 'atomic_store(&f, 1)'
prove 0 waits
equal "$(counts)" "True 1 0 1"
# Who yields or spins goes on at once too, also when a failure is replayed.
program yields 'for (int i = 0; i < 20 && !atomic_load(&f); i++) if (i & 1) sched_yield();
    if (!atomic_load(&f)) abort()' 'atomic_store(&f, 1)'
prove 1 yields -k
equal "$(field report 'r["complete"], [x["replayed"] for x in r["findings"]]')" \
    "(True, [True])"
# So is one that waits before another thread has touched what it reads.
for how in volatile ''; do
    program unshared 'g = 1' 'while (!g)' "static $how int g;" -O0
    prove 0 unshared
    equal "$(counts)" "True 1 0 1"
done
# A loop around tryjoin waits for the end of the thread; a livelock if that never
# comes.
program tryjoins 'f = 1' 'while (pthread_tryjoin_np(x, 0) != 0); return 0'
prove 0 tryjoins
equal "$(counts)" "True 1 0 1"
program tryjoins_never 'while (!atomic_load(&f))' \
    'while (pthread_tryjoin_np(x, 0) != 0); return 0'
prove 1 tryjoins_never --steps 100000
equal "$(field report 'r["findings"][0]["kind"]')" livelock
program never 'while (!atomic_load(&f))' ''
prove 1 never --steps 100000
equal "$(field report 'r["findings"][0]["kind"]')" livelock
# Threads that take and release locks in turns may meet again and again: they
# wait.  std::lock, and a loop that comes back to where it holds its lock.
cat >both.cc <<'C'
#include <cstdlib>
#include <mutex>
#include <pthread.h>
static std::mutex m, k;
static int n;
static void *a(void *p) { std::lock(m, k); n++; m.unlock(); k.unlock(); return p; }
static void *b(void *p) { std::lock(k, m); n++; m.unlock(); k.unlock(); return p; }
int main() {
    pthread_t s, t;
    pthread_create(&s, 0, a, 0);
    pthread_create(&t, 0, b, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    if (n != 2)
        abort();
}
C
"$RADDLE" c++ -g -O1 -pthread both.cc -o both
prove 0 both -k
equal "$(counts) $(field report 'r["failed"]')" "True 7 0 5 0"
program polite 'both(&m, &k)' 'both(&k, &m)' 'static pthread_mutex_t k = PTHREAD_MUTEX_INITIALIZER;
    static void both(pthread_mutex_t *x, pthread_mutex_t *y) {
        volatile int r = 1;
        while ((r = pthread_mutex_lock(x), pthread_mutex_trylock(y)) != 0)
            pthread_mutex_unlock(x);
        pthread_mutex_unlock(x); pthread_mutex_unlock(y); }'
prove 0 polite -k
equal "$(field report 'r["complete"], r["failed"]')" "(True, 0)"
# But nobody releases this one, and these two see the flag in no round.
program gone 'pthread_mutex_lock(&m)' 'while (pthread_mutex_trylock(&m) != 0)'
prove 1 gone -k --steps 20000
program locked 'int s; do { pthread_mutex_lock(&m); s = f; pthread_mutex_unlock(&m); } while (!s)' \
    'int s; do { s = 0; if (pthread_mutex_trylock(&m) == 0) { s = f; pthread_mutex_unlock(&m); } } while (!s)'
prove 1 locked -k --steps 20000
equal "$(field report 'r["complete"], r["findings"][0]["kind"]')" "(True, 'livelock')"

# The process may end before the other thread does.
program exits 'atomic_store(&f, 1); atomic_store(&f, 2)' 'if (!atomic_load(&f)) exit(0)'
prove 0 exits
equal "$(field report 'r["complete"], r["interleavings"] > 3')" "(True, True)"

# Never complete: what raddle does not explore, or does not see.
# As many threads one after the other as raddle has room for, and more: later ones
# get the identity of one that is gone.
program many '' 'for (int i = 0; i < 1100; i++) { pthread_t y;
    if (pthread_create(&y, 0, t, 0)) abort(); pthread_join(y, 0); }'
prove 3 many
equal "$(reason) $(field report 'len(r["findings"])')" "threads 0"
program sleeps 'usleep(10)' ''
prove 0 sleeps
says "time passes only when no thread can run"
says_not "--time-passes"
equal "$(counts)" "True 1 0 0"
program clock 'time(0)' ''
prove 0 clock
equal "$(counts)" "True 1 0 0"
program cpu 'clock()' ''
prove 3 cpu
equal "$(reason)" "time"
# A library function that raddle does not know is named with the line that calls
# it, also without a procedure linkage table.
for how in -O1 -fno-plt; do
    program dates 'time_t now = 1;
        if (localtime(&now) == NULL) abort()' '' '' $how
    prove 3 dates
    equal "$(reason)" "library-calls"
    says "a library function uses: localtime at dates.c:13:13 (t)"
done
# Signals: what to do with one is set beside a thread, a handler interrupts a
# thread, one is waited for that is not blocked, it may be blocked first.
program action '' 'signal(SIGUSR1, SIG_IGN)'
prove 3 action
equal "$(reason)" "operation"
program interrupts '' 'pthread_kill(x, SIGUSR1)' 'static void h(int s) { f += s; }
    __attribute__((constructor)) static void c(void) { signal(SIGUSR1, h); }'
prove 3 interrupts
equal "$(reason)" "signal"
says "sent, blocked or asked for in a way that raddle does not explore at interrupts.c:"
program unblocked 'sigset_t s; struct timespec w = { 1 }; sigfillset(&s);
    sigtimedwait(&s, NULL, &w)' ''
prove 3 unblocked
equal "$(reason)" "wait"
program masks 'sigset_t s; sigfillset(&s); pthread_sigmask(SIG_BLOCK, &s, 0)' \
    'pthread_kill(x, SIGCHLD)'
prove 3 masks
equal "$(reason)" "signal"
program anywhere 'pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, 0)' 'pthread_cancel(x)'
prove 3 anywhere
equal "$(reason)" "operation"
program asleep 'sem_t s; sem_init(&s, 0, 0); sem_wait(&s)' 'pthread_cancel(x)'
prove 3 asleep
equal "$(reason)" "operation"
program endless 'for (;;) atomic_fetch_add(&f, 1)' ''
prove 3 endless --steps 10000
equal "$(field report '"cut" in {x["kind"] for x in r["incomplete_because"]}')" True
program timed 'struct timespec s = { 0 }; pthread_mutex_timedlock(&m, &s)' \
    'pthread_mutex_lock(&m)'
prove 3 timed
equal "$(reason)" "time"
gcc -g -pthread race.c -o hookless
prove 3 hookless
equal "$(reason)" "not-instrumented"
prove 3 race -n 1
says "stopped: "
# The store tells an exploration to the end from one that cannot be complete.
how() {
    "$RADDLE" report --json - "raddle-out/$1" >report
    field report '[s["how"] for s in r["sessions"]]'
}
prove 0 race
equal "$(how race)" "['exhausted']"
equal "$(how hookless)" "['incomplete']"
# It has the reasons of the latest exploration, also beside a clean campaign.
reasons() {
    expect 0 "$RADDLE" coverage "raddle-out/$1" --json stored
    field stored '[x["kind"] for x in r["incomplete_because"]]'
}
equal "$(reasons hookless)" "['not-instrumented']"
equal "$(reasons race)" "[]"
equal "$(field stored 'r["interleavings"]')" 2
expect 0 "$RADDLE" test -n 50 --fresh ./clock
expect 3 "$RADDLE" prove -n 1 ./clock
equal "$(reasons clock)" "['stopped']"
says "raddle prove is not complete because"
expect 0 "$RADDLE" prove ./clock
equal "$(reasons clock)" "[]"
expect 3 "$RADDLE" prove ./cpu
equal "$(reasons cpu)" "['time']"
equal "$(field stored 'r["incomplete_because"][0]["location"].split(":")[0]')" cpu.c
# The store of an older raddle has no place for them until raddle prove goes on there.
python3 -S -c 'import sqlite3, sys
sqlite3.connect(sys.argv[1]).execute("DROP TABLE incomplete")' raddle-out/cpu/campaign.sqlite
equal "$(reasons cpu)" "[]"
expect 3 "$RADDLE" prove ./cpu
says_not "cannot write"
equal "$(reasons cpu)" "['time']"
# Locks in opposite orders, but a semaphore orders them: a deadlock that is
# predicted and impossible.
cat >order.c <<'C'
#include <pthread.h>
#include <semaphore.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static sem_t s;
static void both(pthread_mutex_t *x, pthread_mutex_t *y)
{
    pthread_mutex_lock(x);
    pthread_mutex_lock(y);
    pthread_mutex_unlock(y);
    pthread_mutex_unlock(x);
}
static void *f(void *p) { both(&a, &b); sem_post(&s); return p; }
static void *g(void *p) { sem_wait(&s); both(&b, &a); return p; }
int main(void) {
    pthread_t t, u;
    sem_init(&s, 0, 0);
    pthread_create(&t, 0, f, 0), pthread_create(&u, 0, g, 0);
    pthread_join(t, 0), pthread_join(u, 0);
}
C
"$RADDLE" cc -g -O1 -pthread order.c -o order
prove 0 order
equal "$(field report '[(p["kind"], p["verdict"]) for p in r["predictions"]]')" \
    "[('deadlock', 'impossible')]"
expect 0 "$RADDLE" coverage raddle-out/order --json stored
equal "$(field stored '[(p["kind"], p["verdict"]) for p in r["predictions"]]')" \
    "[('deadlock', 'impossible')]"
cat >crowd.c <<'C'
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void *f(void *p) { atomic_fetch_add(&x, p != 0); return p; }
int main(void) {
    pthread_t t[70];
    for (int i = 0; i < 70; i++) pthread_create(&t[i], 0, f, 0);
    for (int i = 0; i < 70; i++) pthread_join(t[i], 0);
}
C
"$RADDLE" cc -g -O1 -pthread crowd.c -o crowd
prove 3 crowd
equal "$(reason)" "threads"
# --help has what goes with it, and nothing else.
expect 0 "$RADDLE" prove --help-all
says "--keep-going"
for option in until strategy cases peer guide patient; do
    ! grep -q -- "--$option\b" out || fail "raddle prove --help has --$option"
done
# Wrong usage.
expect 2 "$RADDLE" prove -s random ./race
expect 2 "$RADDLE" prove --guide pset ./race
says "does not go with raddle prove"
# raddle test with that strategy is the same.
expect 0 "$RADDLE" test -s reach --fresh --json report ./race
equal "$(field report 'r["complete"], r["jobs"]')" "(True, 1)"
expect 2 "$RADDLE" prove --until saturation ./race
expect 2 "$RADDLE" prove --peer true ./race
expect 2 "$RADDLE" prove
says "raddle prove ./a.out"

# A program that makes no thread: one interleaving, and nothing was verified.
echo 'int main(void) { return 0; }' >alone.c
"$RADDLE" cc -g alone.c -o alone
expect 3 "$RADDLE" prove --json alone.json ./alone
says "made no thread"
equal "$(field alone.json 'r["complete"], r["interleavings"]')" "(True, 1)"
