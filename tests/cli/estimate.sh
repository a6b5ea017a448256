# raddle estimate: exactly what is possible, by source line; what was met.
. "$(dirname "$0")/common.inc"
. "$(dirname "$0")/fig2.inc"
cat >pairs.py <<'P'
import json, sys
r = json.load(open(sys.argv[1]))
for q in r["requirements"]:
    if q["metric"] != sys.argv[2] or (len(sys.argv) > 3 and
                                      q["state"] != sys.argv[3]):
        continue
    l1, l2 = (p and p["line"] for p in (q["first"], q["second"]))
    print(f"{l1}-{l2}")
P
pairs() {
    echo $(python3 pairs.py "$@" | sort)
}
ten="13-15 13-5 13-7 15-5 15-7 5-13 5-15 5-7 7-13 7-15"
expect 0 "$RADDLE" estimate -m sync-pair --json report ./fig2
equal "$(pairs report sync-pair)" "$ten"
says "sync-pair                     10"
says_not "more showed"
expect 0 "$RADDLE" estimate -m sync-pair --check 50 ./fig2
tr '\n' ' ' <out | grep -q "includes *what 50 more showed" || fail "not said"
# All metrics of a small program: a page; everything is more, one on a line.
expect 0 "$RADDLE" estimate ./fig2
[ "$(wc -l <out)" -le 70 ] || fail "longer than a page"
says " more (--all)"
equal "$(grep -c '^[a-z-]*$' out)" "$(($(grep -c '^$' out) * 2))"
expect 0 "$RADDLE" estimate --all ./fig2
says_not "more (--all)"
equal "$(sed -n '/^sync-pair$/,/^$/p' out | grep -c ' -> ')" 10
# Observed once, it is the same: the estimate is about what could be.
expect 0 "$RADDLE" estimate -n 1 -m sync-pair --json report ./fig2
equal "$(pairs report sync-pair)" "$ten"
equal "$(pairs report sync-pair unexpected)" ""
# TSA aims at them: fewer executions than a walk at random needs, which covers
# all in six with about one seed in eight.
missed=0
for seed in 1 2 3; do
    for strategy in tsa random; do
        expect 0 "$RADDLE" test --fresh -s $strategy --seed $seed -j1 -n 6 \
            --metrics sync-pair --json $strategy ./fig2
    done
    equal "$(field tsa 'r["coverage"]["sync-pair"]')" \
        "{'estimated': 10, 'covered': 10, 'both': 10, 'impossible': 0, 'proved': False}"
    missed=$((missed + 10 - $(field random 'r["coverage"]["sync-pair"]["covered"]')))
done
[ $missed -gt 0 ] || fail "random covers as much as tsa"

# All families of locks; what is no lock-hold is none.
cat >families.c <<'C'
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <threads.h>
static pthread_rwlock_t r = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t s;
static mtx_t c;
static pthread_mutex_t m = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static pthread_mutex_t n = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t k = PTHREAD_COND_INITIALIZER;
static sem_t e;
static int woken;
static void *wake(void *x)
{
    pthread_mutex_lock(&n); /* 16 */
    woken = 1;
    pthread_cond_signal(&k);
    pthread_mutex_unlock(&n);
    return x;
}
int main(void)
{
    pthread_t t;
    pthread_spin_init(&s, 0);
    mtx_init(&c, mtx_plain);
    sem_init(&e, 0, 1);
    pthread_rwlock_rdlock(&r); /* 28 */
    pthread_rwlock_unlock(&r);
    pthread_rwlock_wrlock(&r); /* 30 */
    pthread_rwlock_unlock(&r);
    pthread_spin_lock(&s); /* 32 */
    pthread_spin_unlock(&s);
    pthread_spin_trylock(&s); /* 34 */
    pthread_spin_unlock(&s);
    mtx_lock(&c); /* 36 */
    mtx_unlock(&c);
    mtx_lock(&c); /* 38 */
    mtx_unlock(&c);
    pthread_mutex_lock(&m); /* 40 */
    pthread_mutex_lock(&m); /* again: no lock-hold */
    pthread_mutex_unlock(&m);
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m); /* 44 */
    pthread_mutex_unlock(&m);
    sem_wait(&e); /* no lock */
    sem_post(&e);
    sem_wait(&e);
    pthread_mutex_lock(&n); /* 49 */
    pthread_create(&t, 0, wake, 0);
    while (!woken)
        pthread_cond_wait(&k, &n); /* 52: gives it back, takes it again */
    pthread_mutex_unlock(&n);
    pthread_join(t, 0);
    return 0;
}
C
"$RADDLE" cc -g -pthread families.c -o families
expect 0 "$RADDLE" test --fresh -s round-robin -j1 -n 1 --no-spurious \
    --determinism 0 --metrics sync-pair --out seen ./families
expect 0 "$RADDLE" coverage --json report seen
equal "$(pairs report sync-pair covered | tr ' ' '\n' | sort -n | tr '\n' ' ')" \
    "16-52 28-30 32-34 36-38 40-44 49-16 "

# A program without threads has nothing to estimate.
expect 3 "$RADDLE" estimate /bin/true
expect 2 "$RADDLE" estimate -m fish ./fig2; says "raddle list metrics"
expect 2 "$RADDLE" estimate; says "which program"
