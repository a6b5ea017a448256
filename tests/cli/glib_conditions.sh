# GCond: GLib waits by futex, with a counter of its own, so a wake-up can be lost
# only between a thread's test and its call.  raddle tells it like that of POSIX.
. "$(dirname "$0")/facts.inc"
cat >bell.c <<'C'
#include <glib.h>
static GMutex m;
static GCond c;
static int ready, locked, loops;
static gpointer waits(gpointer p)
{
    g_mutex_lock(&m);
    if (loops) {
        while (!ready)
            g_cond_wait(&c, &m);
    } else if (!ready) {
        g_cond_wait(&c, &m);
    }
    g_assert_cmpint(ready, ==, 1);
    g_mutex_unlock(&m);
    return p;
}
static gpointer times_out(gpointer p)
{
    g_mutex_lock(&m);
    while (!ready && g_cond_wait_until(&c, &m, g_get_monotonic_time() + 1000))
        ;
    g_mutex_unlock(&m);
    return p;
}
int main(int n, char **v)
{
    locked = n > 1 && v[1][0] == 'l';
    loops = n > 1 && v[1][1] == 'l';
    GThread *t = g_thread_new("waits", waits, NULL);
    GThread *u = g_thread_new("times out", times_out, NULL);
    if (locked)
        g_mutex_lock(&m);
    ready = 1;
    g_cond_broadcast(&c);
    if (locked)
        g_mutex_unlock(&m);
    g_thread_join(t);
    g_thread_join(u);
    return 0;
}
C
"$RADDLE" cc -g bell.c $(pkg-config --cflags --libs glib-2.0) -pthread -o bell
# run STATUS ARGUMENT: the first finding, its place and its facts.
run() {
    expect $1 "$RADDLE" test -q -j1 --fresh -n 500 --races=off --out own --json report ./bell $2
}
run 1 -l
equal "$(field report 'r["findings"][0]["kind"], r["findings"][0]["location"].split(":")[:2]')" \
    "('lost-wakeup', ['bell.c', '10'])"
matches "$(facts)" "*early-signal 35*; no-lock seen -: bare 34*" "window tried *"
expect 1 "$RADDLE" replay -q --times 5 own/lost-wakeup-*.schedule
expect 1 "$RADDLE" show --json table.json own/lost-wakeup-*.schedule
equal "$(field table.json 'sorted({(s["operation"], s["line"]) for s in r["steps"]
    if s["thread"] == 1 and s["operation"].startswith("cond") or s["operation"] == "cond-broadcast"
    or s["operation"].startswith("futex-w") and s["file"] == "bell.c"})')" \
    "[('cond-broadcast', 35), ('cond-wait', 10)]"
# A wait that is not in a loop.
run 1 l-
equal "$(field report 'r["findings"][0]["kind"]')" expectation
matches "$(facts)" "no-retest tried -: wake 12, read 11"
# Correct: each wait ends.
run 0 ll
equal "$(field report 'r["verdict"], r["executions"], r["cut"]')" "('clean', 500, 0)"

# A queue locks inside of GLib: two calls in a row can be preempted between,
# although the program accesses no memory there.
cat >queue.c <<'C'
#include <assert.h>
#include <glib.h>
#include <pthread.h>
static GAsyncQueue *q;
static void *put(void *item)
{
    GAsyncQueue *mine = q;
    g_async_queue_push(mine, item);
    g_async_queue_push(mine, item);
    return NULL;
}
int main(void)
{
    pthread_t t, u;
    void *got[4];
    q = g_async_queue_new();
    pthread_create(&t, NULL, put, "t");
    pthread_create(&u, NULL, put, "u");
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    for (int i = 0; i < 4; i++)
        got[i] = g_async_queue_pop(q);
    assert(got[0] == got[1] || got[0] != got[3]);
    return 0;
}
C
"$RADDLE" cc -g -O2 queue.c $(pkg-config --cflags --libs glib-2.0) -pthread -o queue
expect 1 "$RADDLE" test -q -j1 -n 500 --out queues --json report ./queue
equal "$(field report '[(f["kind"], f["replayed"], f["preemptions"]) for f in r["findings"]]')" \
    "[('assertion', True, 1)]"
