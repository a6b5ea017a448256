# Ctrl-C of what looks at a failure: shrinking says that it was interrupted, a
# table ends at once.
. "$(dirname "$0")/common.inc"
deadlock_program
cat >>deadlock.c <<'C'
#include <unistd.h>
/* Not before the interrupt has come. */
__attribute__((constructor)) static void slow(void)
{
    while (access("slow", F_OK) == 0)
        ;
}
C
gcc -g -pthread deadlock.c -o deadlock
expect 1 "$RADDLE" test --no-shrink --out kept ./deadlock
touch slow
expect 124 timeout -s INT 1 env --default-signal=INT \
    "$RADDLE" shrink kept/*.schedule
says "was not shrunk: it was interrupted"
expect 124 timeout -s INT 1 env --default-signal=INT \
    "$RADDLE" shrink --check kept/*.schedule
says "cannot be checked: it was interrupted"
rm slow

# A table of many steps: written to a reader that does not read.
cat >long.c <<'C'
#include <assert.h>
#include <pthread.h>
static int shared;
static void *count(void *arg)
{
    for (int i = 0; i < 20000; i++)
        shared++;
    return arg;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, count, NULL);
    pthread_join(t, NULL);
    assert(shared == 0);
    return 0;
}
C
"$RADDLE" cc -g -pthread long.c -o long
expect 1 "$RADDLE" test --no-shrink -n 1 --out kept-long ./long
mkfifo pipe
sleep 8 <pipe &
begin=$(date +%s%N)
env --default-signal=TERM timeout 3 "$RADDLE" show --full kept-long/*.schedule \
    >pipe 2>err || true
took=$((($(date +%s%N) - begin) / 1000000))
[ $took -lt 6000 ] || fail "took $took ms to end"

# The same as JSON, and while it is made: a quarter of the way through, where
# the replay itself is far behind.  Three tries, for the machine has more to do.
sleep 8 <pipe &
begin=$(date +%s%N)
env --default-signal=TERM timeout 3 "$RADDLE" show --json - kept-long/*.schedule \
    >pipe 2>err || true
took=$((($(date +%s%N) - begin) / 1000000))
[ $took -lt 6000 ] || fail "took $took ms to end"
sed -i s/20000/100000/ long.c
"$RADDLE" cc -g -pthread long.c -o long
expect 1 "$RADDLE" test --no-shrink -n 1 --fresh --out kept-long ./long
soon() {
    begin=$(date +%s%N)
    expect 1 "$RADDLE" show --json json kept-long/*.schedule
    whole=$((($(date +%s%N) - begin) / 1000000))
    begin=$(date +%s%N)
    expect 124 timeout -s INT "$((whole / 4 / 1000)).$(printf %03d $((whole / 4 % 1000)))" \
        env --default-signal=INT "$RADDLE" show --json json kept-long/*.schedule
    took=$((($(date +%s%N) - begin) / 1000000))
    [ ! -s json ] || fail "half a file was written"
    [ $took -lt $((whole * 3 / 5)) ]
}
soon || soon || soon || fail "took $took ms to end, $whole when left alone"
