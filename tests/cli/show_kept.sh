# A table that is cut has what the sentence about the cause names, and where
# threads were preempted; raddle show prints the same one.
. "$(dirname "$0")/common.inc"

cat >shards.c <<'C'
#include <assert.h>
#include <pthread.h>
#define THREADS 4
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
    preemptions=$(sed -n 's/^shrunk to \([0-9]*\) preemption.*/\1/p' out)
    table >tested
    equal "$(grep -c -e '-- preempted' tested)" "$preemptions"
    # The read whose value was stale, just before the turn was lost.
    grep -B 2 -e '-- preempted' tested | grep -q 'read total = ' ||
        fail "the read is left out"
    expect 1 "$RADDLE" show found/*.schedule
    table | cmp - tested || fail "raddle show shows another table"
done
