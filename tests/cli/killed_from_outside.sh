# What comes from outside is not the program's: a worker that somebody kills,
# the end of --time in the middle of an execution or of a first replay.
. "$(dirname "$0")/common.inc"
cat >waits.c <<'C'
#include <pthread.h>
static volatile int forever = 1;
static void *run(void *arg) { return arg; }
int main(int argc, char **argv)
{
    pthread_t t[2];
    (void)argv;
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, run, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    while (argc < 2 && forever)
        ;
    for (volatile long i = 0; i < 1500000000; i++)
        ;
    return 0;
}
C
gcc -g -O1 -pthread waits.c -o "waits-$$"

# milliseconds COMMAND...: how long it took, in `took`.
milliseconds() {
    begin=$(date +%s%N)
    "$@"
    took=$((($(date +%s%N) - begin) / 1000000))
}
kill_target() {
    kill -9 $(pgrep -x "waits-$$") 2>/dev/null
}
# kill_targets TIMES: once each 0.3 s.
kill_targets() {
    for i in $(seq "$1"); do
        sleep 0.3
        kill_target || return 0
    done
}

# Killed once, the execution is run again and passes; killed again, it is lost.
for isolation in rewind fork exec; do
    "$RADDLE" test -j1 -n 1 --determinism 0 --isolation $isolation \
        --out "once-$isolation" --json report "./waits-$$" counts >out 2>err &
    pid=$!
    sleep 0.3
    until kill_target; do
        kill -0 $pid || fail "it ended before it could be killed"
        sleep 0.05
    done
    got=0
    wait $pid || got=$?
    equal $got 0
    equal "$(field report 'r["executions"], r["lost"], r["findings"]')" \
        "(1, 0, [])"

    "$RADDLE" test -j1 -n 1 --determinism 0 --timeout 20s \
        --isolation $isolation --out "twice-$isolation" --json report \
        "./waits-$$" >out 2>err &
    pid=$!
    kill_targets 4
    got=0
    wait $pid || got=$?
    equal $got 3
    equal "$(field report 'r["executions"], r["lost"], r["findings"]')" \
        "(1, 1, [])"
    says "killed from outside"
done

# --time ends the campaign though an execution hangs ...
for isolation in rewind fork exec; do
    for jobs in 1 2; do
        milliseconds expect 3 "$RADDLE" test -j $jobs --time 1s \
            --timeout 20s --isolation $isolation --json report \
            --out "hangs-$isolation$jobs" "./waits-$$"
        [ $took -lt 10000 ] || fail "took $took ms to end"
        says "within --time"
        equal "$(field report 'r["stop"], r["findings"]')" "('budget', [])"
    done
done
# ... or its first replay does: then nothing is known of it.
milliseconds expect 1 "$RADDLE" test -j1 --time 1500ms --timeout 1200ms \
    --out by-time --json report "./waits-$$"
[ $took -lt 10000 ] || fail "took $took ms to end"
says "time-out"
says "not verified"
says_not "did NOT give the same failure"
equal "$(field report '[(f["replayed"], f["checked"]) for f in r["findings"]]')" \
    "[(False, False)]"
# The same by Ctrl-C.
env --default-signal=INT timeout -s INT 1.7 "$RADDLE" test -j1 \
    --timeout 1200ms --out by-user --json report "./waits-$$" >out 2>err || true
says "not verified"
equal "$(field report 'r["exit_status"]')" 1
if pgrep -x "waits-$$"; then
    fail "the target was left behind"
fi
