# raddle prove with weak failures and failing allocations: numbers by hand.
. "$(dirname "$0")/common.inc"
cat >outcomes.c <<'C'
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <threads.h>
static atomic_int x;
static mtx_t m;
static void *swap(void *p) { int e = 0; atomic_compare_exchange_weak(&x, &e, 1); return p; }
static void *try(void *p) { if (mtx_trylock(&m) == thrd_success) mtx_unlock(&m); return p; }
static void *one(void *p) { free(malloc(8)); return p; }
static void *two(void *p) { free(malloc(8)); free(malloc(8)); return p; }
static void *many(void *p) { for (int i = 0; i < 65535; i++) free(malloc(8)); return p; }
static void *tell(void *p) { void *q = malloc(8); if (!q) atomic_store(&x, 1); free(q); return p; }
static void *store(void *p) { atomic_store(&x, 2); return p; }
static void *(*const programs[][2])(void *) = {
    { swap, swap }, { try, try }, { one, one }, { one, two }, { tell, store }, { many, store } };
int main(int argc, char **argv)
{
    pthread_t t[2];
    mtx_init(&m, mtx_plain);
    if (argc > 2)
        free(malloc(8)); /* before the first step */
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, programs[atoi(argv[1])][i], 0);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
}
C
CC=gcc "$RADDLE" cc -O1 -g -fno-builtin -pthread outcomes.c -o outcomes
# counts COMPLETE-INTERLEAVINGS [OPTION...] -- ARGUMENT...
proves() {
    wanted=$1
    shift
    "$RADDLE" prove -qk --fresh --no-shrink --metrics=none --json=report -o dir \
        "$@" >out.txt 2>&1 || true
    equal "$* $(python3 -c 'import json; r = json.load(open("report"))
print(r["complete"], r["interleavings"], r["deadlocks"], r["abandoned"],
      *[x["kind"] for x in r["incomplete_because"]])')" "$* $wanted"
}
# One of them succeeds, the other one fails because of that.
proves "True 2 0 0" ./outcomes 0
# Or one, or both, fail without reason: these only read, and both are one trace.
proves "True 5 0 0" --weak-failures 1 ./outcomes 0
# Succeeds-and-unlocks of each thread: S; fails because it is held: F; without
# reason: W.  S S in two orders, F inside S of the other in two; with W: W before
# the lock, between lock and unlock it would be F, after the unlock, of either
# thread: 4; both W: 1.
proves "True 4 0 0" ./outcomes 1
proves "True 9 0 0" --weak-failures 1 ./outcomes 1
# Each allocation of a thread may be the one that fails.
proves "True 1 0 0" ./outcomes 2
proves "True 4 0 0" --fail-malloc ./outcomes 2
proves "True 6 0 0" --fail-malloc ./outcomes 3
proves "True 1 0 0" ./outcomes 4
proves "True 3 0 0" --fail-malloc ./outcomes 4
equal "$(python3 -c 'import json; print(json.load(open("report"))["bounds"]["allocations"])')" 1
proves "False 0 0 0 outcomes" --fail-malloc ./outcomes 2 early
# One step has more outcomes than its number of them can say.
proves "False 0 0 0 outcomes" --fail-malloc ./outcomes 5
