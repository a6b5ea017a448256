# An estimate rests on whole histories: raddle knows only at the end of an
# execution which memory is shared, and the accesses before count as well.
. "$(dirname "$0")/common.inc"
cat >pairs.py <<'P'
import json, sys
r = json.load(open(sys.argv[1]))
line = lambda p: p and p["line"]
print(*sorted({f'{q["metric"]} {line(q["first"])}-{line(q["second"])}'
               for q in r["requirements"] if q["state"] != "unexpected"}),
      sep="\n")
P
# count FILE METRIC: how many are estimated, each place in machine code for
# itself.
count() {
    field $1 "sum(q['metric'] == '$2' for q in r['requirements'])"
}
three_threads_main() {
    cat <<'C'
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
}

# The read at 8 never sees the write at 15, nor the initial value.  But if the
# read at 21 comes between 7 and 8, it is the first sign that x is shared.
cat >learn.c <<'C'
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x, r, s;
static void *one(void *a)
{
    pthread_mutex_lock(&m);
    x = 1; /* 7 */
    r = x; /* 8 */
    pthread_mutex_unlock(&m);
    return a;
}
static void *two(void *a)
{
    pthread_mutex_lock(&m);
    x = 2; /* 15 */
    pthread_mutex_unlock(&m);
    return a;
}
static void *three(void *a)
{
    s = x; /* 21 */
    return a;
}
C
three_threads_main >>learn.c
"$RADDLE" cc -g -pthread learn.c -o learn
for seed in $(seq 40); do
    "$RADDLE" estimate --seed $seed --json report ./learn >out
    python3 pairs.py report
done | sort | uniq -c | sed 's/^ *//' | grep -v 'block\|follows\|sync' >estimated
cat >possible <<'T'
40 adjacent 15-21
40 adjacent 15-7
40 adjacent 21-15
40 adjacent 21-7
40 adjacent 21-8
40 adjacent 6-14
40 adjacent 14-6
40 adjacent 7-21
40 adjacent 7-8
40 adjacent 8-15
40 adjacent 8-21
40 def-use 15-21
40 def-use 15-7
40 def-use 7-15
40 def-use 7-21
40 def-use 7-8
40 lr-def None-21
40 lr-def None-8
40 pset 15-21
40 pset 15-7
40 pset 21-15
40 pset 21-7
40 pset 7-15
40 pset 7-21
40 pset 8-15
40 reads-from 15-21
40 reads-from 7-21
40 reads-from 7-8
40 reads-from None-21
T
LC_ALL=C sort possible >sorted
LC_ALL=C sort estimated | diff sorted - >out || fail "estimated (>), possible (<)"
# So everything is covered in the end, with the seeds that showed the gap too.
for seed in 1 11 20 26 27 38; do
    expect 0 "$RADDLE" test --fresh --seed $seed -j1 -n 400 \
        --metrics sync-pair,def-use,pset,lr-def,reads-from \
        --until coverage=100% ./learn
done

# One observed execution is enough where all take the same branches.  Thesis,
# Fig. 4.1, 4.2 and 5.2(a).
cat >fig41.c <<'C'
#include <pthread.h>
static int x, r;
static void *a(void *arg)
{
    r = x;
    x = 1;
    return arg;
}
static void *b(void *arg)
{
    x = 2;
    return arg;
}
int main(void)
{
    pthread_t t, u;
    x = 0;
    pthread_create(&t, 0, a, 0);
    pthread_create(&u, 0, b, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    return 0;
}
C
cat >fig42.c <<'C'
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int len = 2, p, z;
static void *one(void *a)
{
    pthread_mutex_lock(&m);
    if (p + 1 < len)
        p++;
    pthread_mutex_unlock(&m);
    return a;
}
static void *two(void *a)
{
    pthread_mutex_lock(&m);
    if (p < len)
        p++;
    pthread_mutex_unlock(&m);
    return a;
}
static void *three(void *a)
{
    pthread_mutex_lock(&m);
    assert(p <= len);
    z = p;
    if (p > 0)
        p--;
    pthread_mutex_unlock(&m);
    return a;
}
C
three_threads_main >>fig42.c
cat >fig52a.c <<'C'
#include <pthread.h>
static int x, y, tmp;
static void *a(void *arg)
{
    x = 1;
    tmp = x;
    x = 0;
    return arg;
}
static void *b(void *arg)
{
    y = x;
    return arg;
}
C
two_threads_main a b >>fig52a.c
for fig in fig41 fig42 fig52a; do
    "$RADDLE" cc -g -pthread $fig.c -o $fig
done
expect 0 "$RADDLE" estimate -n 1 --json report ./fig41
equal "$(count report def-use) $(count report pset)" "6 7"
# In fig. 4.2 the branches follow from the order; with this seed all are taken.
expect 0 "$RADDLE" estimate -n 1 --seed 4 --json report ./fig42
equal "$(count report def-use)" 22
expect 0 "$RADDLE" estimate -n 1 --json report ./fig52a
equal "$(count report def-use) $(count report pset)" "4 4"
# The read after the own write never sees the initial value.
equal "$(python3 pairs.py report | grep reads-from | tr '\n' ' ')" \
    "reads-from 5-12 reads-from 5-6 reads-from 7-12 reads-from None-12 "

# Memory that counts only since a fork beside threads had a writer before.
cat >forks.c <<'C'
#include <pthread.h>
#include <semaphore.h>
#include <sys/wait.h>
#include <unistd.h>
static sem_t a, b;
static int y, z;
static void *one(void *x)
{
    y = 1; /* 9 */
    sem_post(&a);
    sem_wait(&b);
    z = y; /* 12 */
    return x;
}
int main(void)
{
    pthread_t t;
    pid_t p;
    sem_init(&a, 0, 0);
    sem_init(&b, 0, 0);
    pthread_create(&t, 0, one, 0);
    sem_wait(&a);
    p = fork();
    if (p == 0)
        _exit(0);
    waitpid(p, 0, 0);
    sem_post(&b);
    pthread_join(t, 0);
    return 0;
}
C
"$RADDLE" cc -g -pthread forks.c -o forks
expect 0 "$RADDLE" estimate -n 1 -m reads-from --json report ./forks
python3 pairs.py report >out
says "reads-from 9-12"
equal "$(field report 'r["coverage"]["reads-from"]["unexpected"]')" 0

# A process that ends unseen has not sorted out what is shared: nothing is
# estimated from it.
cat >unseen.c <<'C'
#include <pthread.h>
static int x, own[2];
static void *one(void *a)
{
    x = 1;
    return a;
}
int main(void)
{
    pthread_t t;
    long r;
    pthread_create(&t, 0, one, 0);
    own[0] = 1;
    own[1] = own[0];
    __asm__ volatile("syscall"
                     : "=a"(r)
                     : "a"(231 /* exit_group */), "D"(0)
                     : "rcx", "r11", "memory");
    return 0;
}
C
"$RADDLE" cc -g -pthread unseen.c -o unseen
"$RADDLE" test --fresh --no-dispatch -j1 -n 5 --metrics def-use,reads-from \
    --json report ./unseen >out 2>err || : # nothing verified
equal "$(field report '[m["estimated"] for m in r["coverage"].values()]')" \
    "[0, 0]"

# More observed executions show more branches; raddle test can have as many.
for n in 1 20; do
    expect 0 "$RADDLE" estimate -n $n --seed 5 -m def-use --json report ./fig42
    expect 0 "$RADDLE" test --fresh -j1 -n 30 --observe $n --seed 5 \
        --metrics def-use --json tested ./fig42
    equal "$(count report def-use)" \
        "$(field tested 'r["coverage"]["def-use"]["estimated"]')"
    count report def-use
done >counts
[ "$(head -1 counts)" -lt "$(tail -1 counts)" ] || fail "$(cat counts)"
expect 2 "$RADDLE" test --observe 0 ./fig42
