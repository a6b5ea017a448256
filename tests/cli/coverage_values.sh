# Which write a read saw: an atomic read-modify-write that leaves the value as
# it was is not one, a store of the same value is; and neighbours in one word
# have histories of their own.
. "$(dirname "$0")/common.inc"
cat >pairs.py <<'P'
import json, sys
r = json.load(open(sys.argv[1]))
line = lambda p: p and p["line"]
print(*sorted({f'{line(q["first"])}-{line(q["second"])}'
               for q in r["requirements"]
               if q["metric"] == "reads-from" and q["state"] != "uncovered"}))
P
# seen PROGRAM ARGUMENT...: what the reads of the program saw.
seen() {
    expect 0 "$RADDLE" test --fresh -q -j1 -n 40 --races off \
        --metrics reads-from -o campaign "$@"
    expect 0 "$RADDLE" coverage --json report campaign
    python3 pairs.py report
}

cat >add.c <<'C'
#include <pthread.h>
#include <stdatomic.h>
static atomic_long x;
static void *add(void *n)
{
    atomic_fetch_add(&x, (long)n); /* 6 */
    return n;
}
static void *store(void *n)
{
    atomic_store(&x, (long)n); /* 11 */
    return n;
}
int main(int argc, char **argv)
{
    pthread_t t;
    pthread_create(&t, 0, argc > 2 ? store : add, (void *)(argv[1][0] - 48L));
    pthread_join(t, 0);
    return atomic_load(&x) > 9; /* 19 */
}
C
"$RADDLE" cc -g -pthread add.c -o add
equal "$(seen ./add 0)" "None-19 None-6"
equal "$(seen ./add 1)" "6-19 None-6"
equal "$(seen ./add 0 store)" "11-19"

# Only two() uses y.  It counts, because x in the same word is shared; what is
# said of it is true.
cat >near.c <<'C'
#include <pthread.h>
static _Alignas(8) struct { int x, y; } s;
static _Alignas(64) int seen[64];
static void *one(void *a)
{
    s.x = 1; /* 6 */
    return a;
}
static void *two(void *a)
{
    seen[0] = s.y; /* 11 */
    s.y = 2; /* 12 */
    seen[0] = s.y; /* 13 */
    return a;
}
static void *three(void *a)
{
    seen[32] = s.x; /* 18 */
    return a;
}
int main(void)
{
    pthread_t t[3];
    pthread_create(&t[0], 0, one, 0);
    pthread_create(&t[1], 0, two, 0);
    pthread_create(&t[2], 0, three, 0);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], 0);
    return 0;
}
C
"$RADDLE" cc -g -pthread near.c -o near
equal "$(seen ./near)" "12-13 6-18 None-11 None-18"
