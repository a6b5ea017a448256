# A library that was built without raddle, and without debug information, locks
# for the program: the steps are shown where the program calls the library.
. "$(dirname "$0")/common.inc"
cat >wrap.c <<'C'
#include <pthread.h>
int taken;
static int inner(pthread_mutex_t *m, int (*call)(pthread_mutex_t *))
{
    int error = call(m);
    taken++;
    return error;
}
int wrap_lock(pthread_mutex_t *m) { return inner(m, pthread_mutex_lock) + 1; }
int wrap_unlock(pthread_mutex_t *m) { return inner(m, pthread_mutex_unlock) + 1; }
C
cat >p.c <<'C'
#include <assert.h>
#include <pthread.h>
int wrap_lock(pthread_mutex_t *m);
int wrap_unlock(pthread_mutex_t *m);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;
static void *twice(void *arg)
{
    wrap_lock(&m);
    int old = x;
    wrap_unlock(&m);
    wrap_lock(&m);
    x = old + 1;
    wrap_unlock(&m);
    return arg;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, twice, 0);
    twice(0);
    pthread_join(t, 0);
    assert(x == 2);
}
C
gcc -O2 -shared -fPIC wrap.c -o libwrap.so
for o in 0 2; do
    "$RADDLE" cc -g -O$o -pthread p.c -o p -L. -lwrap -Wl,-rpath,"$PWD"
    expect 1 "$RADDLE" test -q --jobs 1 --fresh --out own$o ./p
    ! grep libwrap out || fail "a place in the library"
    file=$(ls own$o/*.schedule)
    expect 1 "$RADDLE" show --json table.json "$file"
    ! grep libwrap out || fail "a place in the library"
    equal "$(field table.json 'sorted({(s["file"], s["line"]) for s in r["steps"] if s["object"] == "m"})')" \
        "[('p.c', 9), ('p.c', 11), ('p.c', 12), ('p.c', 14)]"
    # A second replay knows the same, and the schedule is as it was.
    expect 1 "$RADDLE" replay -q --times 5 "$file"
done
# The row of the failure too.
cat >d.c <<'C'
#include <pthread.h>
int wrap_unlock(pthread_mutex_t *m);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *nothing(void *arg)
{
    return arg;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, nothing, 0);
    wrap_unlock(&m);
    pthread_join(t, 0);
}
C
"$RADDLE" cc -g -pthread d.c -o d -L. -lwrap -Wl,-rpath,"$PWD"
expect 1 "$RADDLE" test -q --jobs 1 --fresh --out misuse ./d
! grep '|.*libwrap' out || fail "a row in the library"
# The C++ library calls pthread_create, pthread_join and pthread_cond_wait.
cat >q.cc <<'C'
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>
static std::mutex m;
static std::condition_variable cv;
static bool ready;
static int n;
static void work()
{
    n++;
    std::lock_guard<std::mutex> l(m);
    ready = true;
    cv.notify_one();
}
int main()
{
    std::thread t(work);
    {
        std::unique_lock<std::mutex> l(m);
        while (!ready)
            cv.wait(l);
    }
    t.join();
    assert(n == 2);
}
C
"$RADDLE" c++ -g -pthread q.cc -o q
expect 1 "$RADDLE" test -q --jobs 1 --fresh --out own ./q
expect 1 "$RADDLE" show --json table.json own/*.schedule
! grep 'libstdc\|gthr' out || fail "a place in the C++ library"
equal "$(field table.json 'sorted({(s["operation"], s["file"], s["line"]) for s in r["steps"]
    if s["operation"] in ("create", "join", "cond-signal")})')" \
    "[('cond-signal', 'q.cc', 14), ('create', 'q.cc', 18), ('join', 'q.cc', 24)]"
# Arguments on the stack move the return address.  A function that moves its
# stack itself leaves older ones where one is expected: rather the library's
# place than a wrong line.
cat >wide.c <<'C'
#include <pthread.h>
int wide_lock(int a, int b, int c, int d, int e, int f, pthread_mutex_t *m)
{
    return pthread_mutex_lock(m) + a + b + c + d + e + f;
}
int wide_unlock(pthread_mutex_t *m) { return pthread_mutex_unlock(m) + 1; }
C
cat >w.c <<'C'
#include <alloca.h>
#include <assert.h>
#include <pthread.h>
#include <string.h>
int wide_lock(int a, int b, int c, int d, int e, int f, pthread_mutex_t *m);
int wide_unlock(pthread_mutex_t *m);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;
static void *twice(void *arg)
{
    wide_lock(1, 2, 3, 4, 5, 6, &m);
    int old = x;
    wide_unlock(&m);
#ifdef MOVES
    memset(alloca(x * 16 + 64), x, 60);
#endif
    wide_lock(1, 2, 3, 4, 5, 6, &m);
    x = old + 1;
    wide_unlock(&m);
    return arg;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, twice, 0);
    twice(0);
    pthread_join(t, 0);
    assert(x == 2);
}
C
gcc -O2 -shared -fPIC wide.c -o libwide.so
for flags in -O0 -O2 '-O2 -fno-omit-frame-pointer' '-O0 -DMOVES' '-O2 -DMOVES'; do
    "$RADDLE" cc -g $flags -pthread w.c -o w -L. -lwide -Wl,-rpath,"$PWD"
    expect 1 "$RADDLE" test -q --jobs 1 --fresh --out wide ./w
    expect 1 "$RADDLE" show --json table.json wide/*.schedule
    lines=$(field table.json 'sorted({s["line"] for s in r["steps"]
        if s["object"] == "m" and s["file"] == "w.c"})')
    case "$flags $lines" in
    *DMOVES*"[]") ;;
    *) equal "$lines" "[11, 13, 17, 19]" ;;
    esac
done
# GLib waits by futex in the library: the finding is where the program locks.
cat >g.c <<'C'
#include <glib.h>
static GMutex a, b;
static gpointer one(gpointer p)
{
    g_mutex_lock(&a);
    g_thread_yield();
    g_mutex_lock(&b);
    g_mutex_unlock(&b);
    g_mutex_unlock(&a);
    return p;
}
static gpointer two(gpointer p)
{
    g_mutex_lock(&b);
    g_thread_yield();
    g_mutex_lock(&a);
    g_mutex_unlock(&a);
    g_mutex_unlock(&b);
    return p;
}
int main(void)
{
    GThread *s = g_thread_new("one", one, NULL);
    GThread *t = g_thread_new("two", two, NULL);
    g_thread_join(s);
    g_thread_join(t);
    return 0;
}
C
"$RADDLE" cc -g g.c $(pkg-config --cflags --libs glib-2.0) -pthread -o g
expect 1 "$RADDLE" test -q --jobs 1 --fresh --out glib --json found.json ./g
field found.json 'r["findings"][0]["location"]' | grep -q '^g.c:\(7\|16\)' ||
    fail "not where the program locks: $(field found.json 'r["findings"][0]["location"]')"
expect 1 "$RADDLE" show --json table.json glib/*.schedule
equal "$(field table.json 'sorted({s["line"] for s in r["steps"] if s["operation"] == "futex-wait"})')" "[7, 16]"
# The word of a GMutex does not say who holds it; the finding does.
facts='[[f["kind"]] + sorted(s["line"] for s in f["steps"]) for f in r["findings"][0]["explanation"]["facts"]]'
equal "$(field found.json "$facts")" "[['lock-cycle', 5, 7, 14, 16]]"
cat >again.c <<'C'
#include <glib.h>
static GMutex m;
static GCond c;
static int ready;
static gpointer sets(gpointer p)
{
    g_mutex_lock(&m);
    ready = 1;
    g_cond_signal(&c);
    g_mutex_unlock(&m);
    return p;
}
int main(int n, char **v)
{
    GThread *t = g_thread_new("sets", sets, NULL);
    (void)v;
    g_mutex_lock(&m);
    while (!ready) /* the wait gives the lock up, and takes it again */
        g_cond_wait(&c, &m);
    if (n > 1)
        g_mutex_lock(&m);
    g_mutex_unlock(&m);
    g_thread_join(t);
    return 0;
}
C
"$RADDLE" cc -g again.c $(pkg-config --cflags --libs glib-2.0) -pthread -o again
expect 0 "$RADDLE" test -q --jobs 1 -n 200 --fresh --out clean ./again
expect 1 "$RADDLE" test -q --jobs 1 -n 200 --fresh --out self --json found.json ./again twice
equal "$(field found.json '[(f["kind"], f["location"]) for f in r["findings"]]')" \
    "[('self-deadlock', 'again.c:21:9 (main)')]"
