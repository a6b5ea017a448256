# A correct program that spins longer than the default limit of steps before it
# waits: raddle raises the limit, executions end, and the result is clean.
. "$(dirname "$0")/common.inc"
cat >spins.c <<'C'
#include <pthread.h>
#include <stdatomic.h>
static atomic_int pending;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *worker(void *x)
{
    for (int i = 0; i < 1100000 && pending == 0; i++)
        ;
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return x;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    pthread_join(t, 0);
    return 0;
}
C
"$RADDLE" cc -g -O1 -pthread spins.c -o spins
"$RADDLE" test -j1 -n 9 --json report ./spins >out 2>err
equal "$(field report 'r["verdict"], r["executions"], r["cut"],
    [n["kind"] for n in r["notes"]].count("executions-cut")')" "('clean', 9, 4, 1)"
says "4 of them cut at 1000000 steps"
# The user's own limit stays.
got=0
"$RADDLE" test -j1 --fresh -n 5 --steps 100000 --json report ./spins >out 2>err || got=$?
equal "$got $(field report 'r["verdict"], r["cut"]')" "3 ('mostly-cut', 5)"
