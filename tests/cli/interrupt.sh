# Ctrl-C ends a campaign at once, with what it has found, and kills the target.
. "$(dirname "$0")/common.inc"
deadlock_program
cat >slow.c <<'C'
#include <pthread.h>
static volatile int stop;
static void *spin(void *arg)
{
    while (!stop)
        ;
    return arg;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, spin, NULL);
    pthread_join(t, NULL);
    return 0;
}
C
gcc -g -pthread slow.c -o "slow-$$"
for isolation in rewind fork exec; do
    for signal in INT TERM; do
        begin=$(date +%s%N)
        # exec: the signal goes to raddle itself.
        (trap - INT && exec env --default-signal="$signal" timeout -s $signal 1 \
            "$RADDLE" test --time 60s --timeout 60s --isolation $isolation \
            --json report "./slow-$$") >out 2>err || true
        took=$((($(date +%s%N) - begin) / 1000000))
        [ $took -lt 8000 ] || fail "took $took ms to end"
        says "interrupted"
        equal "$(field report 'r["stop"]')" interrupted
    done
done
if pgrep "slow-$$"; then
    fail "the target was left behind"
fi
# What was found until then is kept.
env --default-signal=INT timeout -s INT 3 "$RADDLE" test --keep-going \
    --time 60s --json report ./deadlock >out 2>err || true
equal "$(field report 'r["stop"]')" interrupted
equal "$(field report 'r["exit_status"]')" 1
equal "$(field report 'len(r["findings"])')" 1
equal "$(field report 'r["findings"][0]["replayed"]')" True
