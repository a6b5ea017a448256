# A finding: from the overview to its lanes, step by step with the keyboard and
# the mouse; values, locks and source are those of the data; zoom; Back.  No text
# lies on another, at any width.  A race: both threads side by side, as a warning.
. "$(dirname "$0")/common.inc"
campaign
cat >race.c <<'C'
#include <pthread.h>
#include <stdatomic.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int total, data, out;
atomic_int ready;
static void set(int n) { total = n; }
static void *put(void *unused)
{
    pthread_mutex_lock(&lock);
    set(1);
    pthread_mutex_unlock(&lock);
    data = 1;
    atomic_store_explicit(&ready, 1, memory_order_relaxed);
    return unused;
}
static void *get(void *unused)
{
    int n = total;
    if (atomic_load_explicit(&ready, memory_order_relaxed))
        n += data;
    out = n;
    return unused;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, put, NULL);
    pthread_create(&b, NULL, get, NULL);
    pthread_join(a, NULL);
    return pthread_join(b, NULL);
}
C
"$RADDLE" cc -g -pthread race.c -o race
"$RADDLE" test --jobs 1 -n 200 --out race-campaign ./race >raced 2>&1
"$RADDLE" report race-campaign -o race.html
"$RADDLE" report race-campaign --json race.json
browse report.html data.json race.html race.json
