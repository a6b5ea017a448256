# Ctrl-C of what looks at a failure: shrinking says that it was interrupted, a
# table ends at once.
. "$(dirname "$0")/common.inc"
deadlock_program
cat >>deadlock.c <<'C'
#include <fcntl.h>
#include <unistd.h>
/* Not before the interrupt has come. */
__attribute__((constructor)) static void slow(void)
{
    if (access("slow", F_OK) == 0)
        close(creat("reached", 0666));
    while (access("slow", F_OK) == 0)
        ;
}
C
gcc -g -pthread deadlock.c -o deadlock
expect 1 "$RADDLE" test --no-shrink --out kept ./deadlock
touch slow
interrupt INT '[ -e reached ]' "$RADDLE" shrink kept/*.schedule
says "was not shrunk: it was interrupted"
rm reached
interrupt INT '[ -e reached ]' "$RADDLE" shrink --check kept/*.schedule
says "cannot be checked: it was interrupted"
rm slow

# A table of many steps: written to a reader that does not read.
cat >long.c <<'C'
#include <assert.h>
#include <pthread.h>
static int shared;
static void *count(void *arg)
{
    for (int i = 0; i < 6000; i++)
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
# reads_one FILE: takes one byte and no more.
reads_one() {
    head -c 1 >"$1"
    sleep 100000
}
mkfifo pipe
for form in "--full" "--json -"; do
    rm -f first
    reads_one first <pipe &
    reader=$!
    (exec env --default-signal=TERM "$RADDLE" show $form kept-long/*.schedule) \
        >pipe 2>err &
    writer=$!
    await [ -s first ]
    kill -TERM $writer
    wait $writer || true
    pkill -P $reader || true
    wait $reader 2>/dev/null || true
done

# Interrupted while it replays, or while it makes the file, or too late:
# nothing or all of the file is written, never half.
"$RADDLE" cc -g -pthread long.c -o "long-$$"
expect 1 "$RADDLE" test --no-shrink -n 1 --out kept-named "./long-$$"
runs() {
    pgrep -x "long-$$" >/dev/null || ! kill -0 $pid 2>/dev/null
}
for later in 0 0.1 0.2 0.3; do
    rm -f json
    env --default-signal=INT "$RADDLE" show --json json \
        kept-named/*.schedule >out 2>err &
    pid=$!
    await runs
    sleep $later
    kill -INT $pid 2>/dev/null || true
    wait $pid || true
    [ ! -s json ] || expect 0 python3 -c 'import json; json.load(open("json"))'
done
