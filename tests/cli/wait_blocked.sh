# A condition wait that was woken takes its mutex again: it may have to wait for
# the thread that woke it, at the place of the wait.
. "$(dirname "$0")/common.inc"
cat >cv.c <<'C'
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready;
static void *waits(void *x)
{
    pthread_mutex_lock(&m); /* 7 */
    while (!ready)
        pthread_cond_wait(&c, &m); /* 9 */
    pthread_mutex_unlock(&m);
    return x;
}
static void *wakes(void *x)
{
    pthread_mutex_lock(&m); /* 15 */
    ready = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    return x;
}
C
two_threads_main waits wakes >>cv.c
"$RADDLE" cc -g -pthread cv.c -o cv
# lines METRIC: the lines of its covered requirements.
lines() {
    field listed '" ".join(sorted(
        "-".join(str(p["line"]) for p in (q["first"], q["second"]) if p)
        for q in r["requirements"] if q["metric"] == "'$1'" and q["covered"]))'
}
for strategy in random tsa cuve; do
    expect 0 "$RADDLE" test --jobs 1 -n 300 -s $strategy --fresh --out cov \
        --metrics blocked,blocking,blocked-pair --no-spurious ./cv
    expect 0 "$RADDLE" coverage --json listed cov
    equal "$(lines blocked)" "15 7 9"
    equal "$(lines blocking)" "15 7"
    equal "$(lines blocked-pair)" "15-7 15-9 7-15"
done
# It is estimated too: nothing that is covered is unexpected.
expect 0 "$RADDLE" estimate -n 20 -m blocked-pair --json listed ./cv
case $(lines blocked-pair) in *15-9*) ;; *) fail "not covered: 15-9" ;; esac
equal "$(field listed 'r["coverage"]["blocked-pair"]["unexpected"]')" 0
