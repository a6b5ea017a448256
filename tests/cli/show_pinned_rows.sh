# A table that is cut has what the sentence about the cause names, and where
# threads were preempted; raddle show prints the same one.
. "$(dirname "$0")/common.inc"

cat >shards.c <<'C'
#include <assert.h>
#include <pthread.h>
#define THREADS 12
#define ROUNDS 30
static struct shard {
    pthread_mutex_t lock;
    long hits;
} shards[2] = { { PTHREAD_MUTEX_INITIALIZER, 0 },
                { PTHREAD_MUTEX_INITIALIZER, 0 } };
static long total;
static void *worker(void *arg)
{
    struct shard *s = &shards[(long)arg % 2];
    for (int i = 0; i < ROUNDS; i++) {
        pthread_mutex_lock(&s->lock);
        s->hits++;
        total++; /* of both, so neither lock guards it */
        pthread_mutex_unlock(&s->lock);
    }
    return NULL;
}
int main(void)
{
    pthread_t t[THREADS];
    for (long i = 0; i < THREADS; i++)
        pthread_create(&t[i], NULL, worker, (void *)i);
    for (int i = 0; i < THREADS; i++)
        pthread_join(t[i], NULL);
    assert(total == THREADS * ROUNDS);
    return 0;
}
C
"$RADDLE" cc -g -O1 -pthread shards.c -o shards
table() {
    sed -n '/^step/,/ of [0-9]* steps/p' out
}
for seed in 1 2 3 4; do
    rm -rf found
    expect 1 "$RADDLE" test -j1 --seed "$seed" --out found ./shards
    says "lost update: fails when"
    says "that matter left out"
    preemptions=$(sed -n 's/^shrunk to \([0-9]*\) preemption.*/\1/p' out)
    table >tested
    equal "$(grep -c -e '-- preempted' tested)" "$preemptions"
    # The read whose value was stale, just before the turn was lost; behind it
    # the write that the sentence names, and the one that loses it.
    stale=$(grep -B 2 -e '-- preempted' tested | sed -n 's/.*read total = \([0-9]*\).*/\1/p')
    [ -n "$stale" ] || fail "the read is left out"
    equal "$(sed '1,/-- preempted/d' tested | grep -cw "write total = $((stale + 1))")" 2
    # What is left out between them does not make two rounds one row.
    ! grep -A 1 'write total = ' tested | grep -q '^ *[.|].*read total = ' ||
        fail "rounds in one row: $(cat tested)"
    expect 1 "$RADDLE" show found/*.schedule
    table | cmp - tested || fail "raddle show shows another table"
done
