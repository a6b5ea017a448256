# A thread that has left the loop in which it waited spins no more: when it loses
# the turn then, it was preempted, and as many preemptions are shown as counted.
. "$(dirname "$0")/common.inc"

cat >left.c <<'C'
#include <pthread.h>
#include <stdlib.h>
struct pool { pthread_mutex_t lock; int live; };
static void *run(void *arg)
{
    struct pool *p = arg;
    pthread_mutex_lock(&p->lock);
    p->live--;
    pthread_mutex_unlock(&p->lock);
    return NULL;
}
int main(void)
{
    struct pool *p = calloc(1, sizeof *p);
    pthread_t t;
    pthread_mutex_init(&p->lock, NULL);
    p->live = 1;
    pthread_create(&t, NULL, run, p);
    while (__atomic_load_n(&p->live, __ATOMIC_SEQ_CST) > 0)
        ;
    free(p);
    pthread_join(t, NULL);
    return 0;
}
C
for level in -O0 -O2; do
    "$RADDLE" cc $level -g -pthread left.c -o left
    for seed in 1 2 3; do
        COLUMNS=120 expect 1 "$RADDLE" test -q --fresh --jobs 1 --seed $seed ./left
        says "heap use after free"
        said=$(sed -n 's/^shrunk to \([0-9]*\) preemption.*/\1/p' out)
        shown=$(grep -c -e "-- preempted" out) || true
        [ "$said" = "$shown" ] ||
            fail "$level, seed $seed: $said preemptions, $shown of them shown"
        grep "thread 0: repeats" out && fail "$level, seed $seed: it left the loop"
        grep "lets others run" out && fail "$level, seed $seed: nobody yields"
    done
done
true
