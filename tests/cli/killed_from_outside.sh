# What comes from outside is not the program's: a worker that somebody kills,
# the end of --time in the middle of an execution or of a first replay.
. "$(dirname "$0")/common.inc"
cat >waits.c <<'C'
#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>
static volatile int forever = 1;
static void *run(void *arg) { return arg; }
/* waits HOW: "computes" for ever, or sleeps until somebody opens `go` to write. */
int main(int argc, char **argv)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, run, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    if (write(open("began", O_CREAT | O_APPEND | O_WRONLY, 0666), "x", 1) != 1)
        return 3;
    while (argc > 1 && strcmp(argv[1], "computes") == 0 && forever)
        ;
    return open("go", O_RDONLY) < 0;
}
C
gcc -g -O1 -pthread waits.c -o "waits-$$"
mkfifo go

# kill_target: when it is inside main.
kill_target() {
    await [ -e began ]
    rm began
    kill -9 $(pgrep -x "waits-$$")
}

# Killed once, the execution is run again and passes; killed again, it is lost.
for isolation in rewind fork exec; do
    rm -f began
    "$RADDLE" test -j1 -n 1 --determinism 0 --timeout 600s \
        --isolation $isolation --out "once-$isolation" --json report "./waits-$$" >out 2>err &
    pid=$!
    kill_target
    exec 8<>go # which waits for nobody
    got=0
    wait $pid || got=$?
    exec 8>&-
    equal $got 0
    equal "$(field report 'r["executions"], r["lost"], r["findings"]')" \
        "(1, 0, [])"

    rm -f began
    "$RADDLE" test -j1 -n 1 --determinism 0 --timeout 600s \
        --isolation $isolation --out "twice-$isolation" --json report \
        "./waits-$$" >out 2>err &
    pid=$!
    kill_target
    kill_target
    got=0
    wait $pid || got=$?
    equal $got 3
    equal "$(field report 'r["executions"], r["lost"], r["findings"]')" \
        "(1, 1, [])"
    says "killed from outside"
done

# --time ends the campaign though an execution hangs ...
for isolation in rewind fork exec; do
    for how in "1 computes" "2 sleeps"; do
        set -- $how
        expect 3 "$RADDLE" test -j $1 --time 100ms \
            --timeout 600s --isolation $isolation --json report \
            --out "hangs-$isolation$1" "./waits-$$" $2
        says "within --time"
        equal "$(field report 'r["stop"], r["findings"]')" "('budget', [])"
    done
done
# ... or its first replay does: then nothing is known of it.  (The replay cannot
# end before twice --timeout.)
expect 1 "$RADDLE" test -j1 --time 5500ms --timeout 3s \
    --out by-time --json report "./waits-$$"
says "time-out"
says "not verified"
says_not "did NOT give the same failure"
equal "$(field report '[(f["replayed"], f["checked"]) for f in r["findings"]]')" \
    "[(False, False)]"
# The same by Ctrl-C, when the replay has begun.
rm -f began
interrupt INT '[ "$(stat -c %s began 2>/dev/null)" = 2 ]' "$RADDLE" test -j1 \
    --timeout 5s --out by-user --json report "./waits-$$"
says "not verified"
equal "$(field report 'r["exit_status"]')" 1
if pgrep -x "waits-$$"; then
    fail "the target was left behind"
fi
