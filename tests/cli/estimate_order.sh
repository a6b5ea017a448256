# What a thread does between its creation and its join comes between what its
# creator does before and after: initialise, create, join, assert.
. "$(dirname "$0")/common.inc"
cat >pairs.py <<'P'
import json, sys
r = json.load(open(sys.argv[1]))
line = lambda p: p and p["line"]
print(*sorted({f'{line(q["first"])}-{line(q["second"])}'
               for q in r["requirements"]
               if q["metric"] == sys.argv[2] and q["state"] != "unexpected"}))
P
cat >init.c <<'C'
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;
static void *add(void *a)
{
    pthread_mutex_lock(&m);
    x++; /* 8 */
    pthread_mutex_unlock(&m);
    return a;
}
int main(void)
{
    pthread_t t, u;
    x = 0; /* 15 */
    pthread_create(&t, 0, add, 0);
    pthread_create(&u, 0, add, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    assert(x == 2); /* 20 */
    return 0;
}
C
"$RADDLE" cc -g -pthread init.c -o init
expect 0 "$RADDLE" estimate --json report ./init
equal "$(python3 pairs.py report def-use)" "15-8 8-20 8-8"
equal "$(python3 pairs.py report reads-from)" "15-8 8-20 8-8"
for metrics in def-use sync-pair,def-use,pset,lr-def,reads-from,adjacent; do
    expect 0 "$RADDLE" test --fresh -j1 -n 400 --metrics $metrics \
        --until coverage=100% ./init
done

# A thread that writes only sometimes leaves it possible.
sed 's/x++;/if (seen) x++;/; s/x == 2/x >= 0/
     s/^static int x;/static int x; static volatile int seen;/
     s/pthread_join(t, 0);/seen = 1; &/' init.c >sometimes.c
"$RADDLE" cc -g -pthread sometimes.c -o sometimes
expect 0 "$RADDLE" estimate -n 60 -m def-use --json report ./sometimes
equal "$(python3 pairs.py report def-use)" "15-20 15-8 18-8 8-20 8-8"

# The same for locks.  m is inside g: 7 does not come directly before 17 (AC2),
# nor 17 before 9 (AC3); main's, before and after, meet only the outermost.
cat >ac.c <<'C'
#include <pthread.h>
static pthread_mutex_t g = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *a(void *x)
{
    pthread_mutex_lock(&g);
    pthread_mutex_lock(&m), pthread_mutex_unlock(&m);

    pthread_mutex_lock(&m), pthread_mutex_unlock(&m);
    pthread_mutex_unlock(&g);
    return x;
}

static void *b(void *x)
{
    pthread_mutex_lock(&g);
    pthread_mutex_lock(&m), pthread_mutex_unlock(&m);
    pthread_mutex_unlock(&g);
    return x;
}
int main(void)
{
    pthread_t t, u;
    pthread_mutex_lock(&m), pthread_mutex_unlock(&m); /* 24 */
    pthread_create(&t, 0, a, 0);
    pthread_create(&u, 0, b, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);

    pthread_mutex_lock(&m), pthread_mutex_unlock(&m); /* 30 */
    return 0;
}
C
"$RADDLE" cc -g -pthread ac.c -o ac
expect 0 "$RADDLE" estimate -m sync-pair --json report ./ac
equal "$(python3 pairs.py report sync-pair)" \
    "16-6 17-30 17-7 24-17 24-7 6-16 7-9 9-17 9-30"
expect 0 "$RADDLE" test --fresh -j1 -n 400 --metrics sync-pair \
    --until coverage=100% ./ac
