# Misuse that executions show: condition waits without a loop, dead stack
# frames, double-checked locking; and the older kinds with the threads of C11
# and C++.  Each case has twins that do it right.
. "$(dirname "$0")/common.inc"
cat >m.c <<'C'
#include <pthread.h>
#include <stdatomic.h>
#include <threads.h>
#include <time.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int count, ready, waiters, woken;
int sink;
static pthread_t other;

static void *put(void *arg)
{
    pthread_mutex_lock(&m);
    count++;
    ready = 1;
    pthread_cond_broadcast(&c);
    pthread_mutex_unlock(&m);
    return arg;
}
static void wait_here(void) { pthread_cond_wait(&c, &m); }
static int enough(void) { return count > 0; }

static void if_and_use(void)
{
    if (count == 0)
        pthread_cond_wait(&c, &m); /* at use */
    count--;
}
static void if_and_leave(void)
{
    if (!ready)
        pthread_cond_wait(&c, &m); /* at leave */
}
static void if_and_count(void)
{
    if (!ready) {
        waiters++;
        pthread_cond_wait(&c, &m); /* at count */
        waiters--;
    }
}
/* Right: */
static void loop(void)
{
    while (count == 0)
        pthread_cond_wait(&c, &m);
    count--;
}
static void loop_and_count(void)
{
    while (!enough()) {
        waiters++;
        wait_here();
        waiters--;
    }
    count--;
}
static void outer_loop(void)
{
    for (;;) {
        waiters++;
        if (!ready)
            pthread_cond_wait(&c, &m);
        waiters--;
        pthread_mutex_unlock(&m);
        sink++;
        pthread_mutex_lock(&m);
        if (ready)
            return;
    }
}
static void loop_and_note(void)
{
    if (woken == 0)
        sink++;
    while (!ready) {
        wait_here();
        woken = 1;
    }
}
static void test_last(void)
{
    pthread_mutex_lock(&m);
    sink = waiters;
    pthread_create(&other, NULL, put, NULL);
    do
        wait_here();
    while (!ready);
    pthread_mutex_unlock(&m);
    pthread_join(other, NULL);
}

static void *get(void *how)
{
    pthread_mutex_lock(&m);
    ((void (*)(void))how)();
    pthread_mutex_unlock(&m);
    return NULL;
}
static void waits(void (*how)(void))
{
    pthread_t t;
    pthread_create(&t, NULL, put, NULL);
    get((void *)how);
    pthread_join(t, NULL);
}

static void *read_int(void *number)
{
    sink += *(int *)number; /* at number */
    return NULL;
}
static __attribute__((noinline)) void start(void)
{
    int number = 4;
    pthread_create(&other, NULL, read_int, &number);
}
static __attribute__((noinline)) void start_and_wait(void)
{
    int number = 4;
    pthread_create(&other, NULL, read_int, &number);
    pthread_join(other, NULL);
}
static void *give_local(void *to)
{
    int local = 4;
    *(int **)to = &local;
    return NULL;
}
static __attribute__((noinline)) int *of_ended(void)
{
    int *p;
    pthread_create(&other, NULL, give_local, &p);
    pthread_join(other, NULL);
    return p;
}

static void *check_twice(void *arg)
{
    if (!ready) {
        pthread_mutex_lock(&m);
        if (!ready)
            ready = 1;
        pthread_mutex_unlock(&m);
    }
    return arg;
}
static void *check_locked(void *arg)
{
    pthread_mutex_lock(&m);
    sink = count;
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
    if (count == 0)
        count = 1;
    pthread_mutex_unlock(&m);
    return arg;
}
static void *read_count(void *arg)
{
    woken = count;
    return arg;
}
static void both(void *(*a)(void *), void *(*b)(void *))
{
    pthread_t t;
    pthread_create(&t, NULL, a, NULL);
    b(NULL);
    pthread_join(t, NULL);
}

static mtx_t mutex;
static cnd_t condition;
static atomic_bool set;
static int c11_get(void *arg)
{
    mtx_lock(&mutex);
    if (arg != NULL) {
        if (!ready)
            cnd_wait(&condition, &mutex); /* at cnd_if */
    } else {
        while (!set)
            cnd_wait(&condition, &mutex); /* at cnd_while */
    }
    mtx_unlock(&mutex);
    return 0;
}
static int c11_sleep(void *arg)
{
    (void)arg;
    mtx_lock(&mutex);
    thrd_sleep(&(struct timespec){ .tv_nsec = 1000 }, NULL); /* at sleep */
    mtx_unlock(&mutex);
    return 0;
}
static void c11(char which)
{
    thrd_t t;
    mtx_init(&mutex, mtx_plain);
    cnd_init(&condition);
    switch (which) {
    case 'c': cnd_destroy(&condition); cnd_signal(&condition); return; /* at cnd */
    case 'm': mtx_destroy(&mutex); mtx_lock(&mutex); return; /* at mtx */
    case 'h': c11_sleep(NULL); return;
    case 'u':
        thrd_create(&t, c11_get, NULL);
        set = 1;
        cnd_signal(&condition); /* at signal */
        break;
    case 'i':
        thrd_create(&t, c11_get, &t);
        mtx_lock(&mutex);
        ready = 1;
        cnd_signal(&condition);
        mtx_unlock(&mutex);
    }
    thrd_join(t, NULL);
}
int main(int argc, char **argv)
{
    (void)argc;
    switch (argv[1][0]) {
    case '0': waits(if_and_use); break;
    case '1': waits(if_and_leave); break;
    case '2': waits(if_and_count); break;
    case '3': waits(loop); break;
    case '4': waits(loop_and_count); break;
    case '5': waits(outer_loop); break;
    case '6': test_last(); break;
    case '7': waits(loop_and_note); break;
    case 's': start(); pthread_join(other, NULL); break;
    case 'w': start_and_wait(); break;
    case 'e': sink = *of_ended(); break; /* at ended */
    case 't': both(check_twice, check_twice); break;
    case 'a': both(check_locked, read_count); break;
    default: c11(argv[1][1]);
    }
    return 0;
}
C
"$RADDLE" cc -w -g -O1 -pthread m.c -o m
# kinds PROGRAM CASE: the findings but for races: kind, line, severity.
run() {
    "$RADDLE" test -k -j1 -n 100 --fresh --enable held-while-blocking \
        --json j "$@" >out 2>err || :
}
kinds() {
    run --no-shrink "$@"
    field j 'sorted((f["kind"], int(f["location"].split(":")[1]), f["severity"]) for f in r["findings"] if f["kind"] != "data-race" and f["replayed"])'
}
at() { # FILE NAME: the line that is marked so
    sed -n "\\|/\\* at $2 \\*/|=" "$1"
}
warns() { # KIND FILE NAME CASE...: this one warning, there
    equal "$(kinds ./"${2%.*}" "$4")" "[('$1', $(at "$2" "$3"), 'warning')]"
}
warns wait-without-loop m.c use 0
warns wait-without-loop m.c leave 1
warns wait-without-loop m.c count 2
for n in 3 4 5 6 7 w; do
    equal "$(kinds ./m $n)" "[]"
done
warns dead-stack-use m.c number s
warns dead-stack-use m.c ended e
# Without the detector there is nothing.
equal "$(kinds --disable dead-stack-use ./m s)" "[]"
equal "$(kinds --disable wait-without-loop ./m 1)" "[]"
# The shape of a race.
facts() {
    run "$@"
    field j 'sorted({x["kind"] for f in r["findings"] if f["kind"] == "data-race" for x in f["explanation"]["facts"]})'
}
equal "$(facts ./m t)" "['double-checked-locking', 'race']"
equal "$(facts ./m a)" "['race']"
# C11.
equal "$(kinds ./m cc)" "[('use-after-destroy', $(at m.c cnd), 'error')]"
equal "$(kinds ./m cm)" "[('use-after-destroy', $(at m.c mtx), 'error')]"
equal "$(kinds ./m cu)" "[('lost-wakeup', $(at m.c cnd_while), 'error'), ('unlocked-signal', $(at m.c signal), 'warning')]"
# The thread that missed the signal stands at its wait, not at the signal.
warning=$(field j '[f["schedule"] for f in r["findings"] if f["kind"] == "unlocked-signal"][0]')
expect 1 "$RADDLE" show --json shown "$warning"
equal "$(field shown '[s["frames"][0]["line"] for s in r["stacks"] if "condition" in s["title"]]')" \
    "[$(at m.c cnd_while)]"
warns held-while-blocking m.c sleep ch
warns wait-without-loop m.c cnd_if ci

cat >x.cc <<'C'
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <new>
#include <thread>
static std::mutex m;
static std::atomic<bool> set;
static bool ready;
alignas(std::condition_variable) static char room[sizeof(std::condition_variable)];
static std::condition_variable &c = *reinterpret_cast<std::condition_variable *>(room);
static void put(bool locked)
{
    if (!locked) {
        set = true;
        c.notify_one(); /* at signal */
        return;
    }
    std::lock_guard<std::mutex> lock(m);
    ready = true;
    c.notify_one();
}
static void get(char how)
{
    std::unique_lock<std::mutex> lock(m);
    if (how == 'i' && !ready)
        c.wait(lock); /* at if */
    if (how == 'p')
        c.wait(lock, [] { return ready; });
    while (how == 'u' && !set)
        c.wait(lock); /* at while */
    if (how == 'h')
        std::this_thread::sleep_for(std::chrono::milliseconds(1)); /* at sleep */
}
int main(int, char **argv)
{
    const char how = argv[1][0];
    new (room) std::condition_variable;
    if (how == 'd') {
        c.~condition_variable();
        c.notify_one(); /* at destroyed */
        return 0;
    }
    std::thread t(get, how);
    put(how != 'u');
    t.join();
    return 0;
}
C
"$RADDLE" c++ -w -g -O1 -pthread x.cc -o x
equal "$(kinds ./x d)" "[('use-after-destroy', $(at x.cc destroyed), 'error')]"
equal "$(kinds ./x u)" "[('lost-wakeup', $(at x.cc while), 'error'), ('unlocked-signal', $(at x.cc signal), 'warning')]"
warns held-while-blocking x.cc sleep h
warns wait-without-loop x.cc if i
equal "$(kinds ./x p)" "[]"
# In the formats: a warning is not a failure.
expect 0 "$RADDLE" test -j1 -n 100 --fresh --junit u --sarif s ./m s
grep -q 'failures="0" errors="0"' u || fail "junit: a warning is not a failure"
equal "$(field s '[(x["ruleId"], x["level"]) for x in r["runs"][0]["results"]]')" \
    "[('dead-stack-use', 'warning')]"

# Right: the loop is around lock and unlock; what the thread changes after the
# wait is a statistic, which it had read before.
cat >ticket.c <<'C'
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int items, wakeups;
static int try_take(void)
{
    int ok = 0;
    pthread_mutex_lock(&m);
    if (items > 0) {
        items--;
        ok = 1;
    } else {
        int w = wakeups;
        pthread_cond_wait(&c, &m);
        wakeups = w + 1;
    }
    pthread_mutex_unlock(&m);
    return ok;
}
static void *take(void *arg)
{
    while (!try_take())
        ;
    return arg;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, take, NULL);
    pthread_mutex_lock(&m);
    items++;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    pthread_join(t, NULL);
    return 0;
}
C
"$RADDLE" cc -g -pthread ticket.c -o ticket
expect 0 "$RADDLE" test -q -j1 -n 256 --json ticket.json ./ticket
equal "$(field ticket.json '[f["kind"] for f in r["findings"]]')" "[]"
