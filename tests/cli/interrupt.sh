# Ctrl-C ends a campaign at once, with what it has found, and kills the target.
. "$(dirname "$0")/common.inc"
deadlock_program
cat >slow.c <<'C'
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>
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
    close(creat("began", 0666));
    pthread_create(&t, NULL, spin, NULL);
    pthread_join(t, NULL);
    return 0;
}
C
gcc -g -pthread slow.c -o "slow-$$"
for isolation in rewind fork exec; do
    for signal in INT TERM; do
        rm -f began
        interrupt $signal '[ -e began ]' "$RADDLE" test --time 600s \
            --timeout 600s --isolation $isolation --json report "./slow-$$"
        says "interrupted"
        equal "$(field report 'r["stop"]')" interrupted
    done
done
if pgrep "slow-$$"; then
    fail "the target was left behind"
fi
# What was found until then is kept.
interrupt INT 'grep -q "replay it with" out' "$RADDLE" test --keep-going \
    --time 600s --until finding --json report ./deadlock
equal "$(field report 'r["stop"]')" interrupted
equal "$(field report 'r["exit_status"]')" 1
equal "$(field report 'len(r["findings"])')" 1
equal "$(field report 'r["findings"][0]["replayed"]')" True
# A replay that is cut short counts for nothing.
cat >counts.c <<'C'
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>
static void *idle(void *arg) { return arg; }
int main(void)
{
    pthread_t t;
    int fd = open("runs", O_WRONLY | O_CREAT | O_APPEND, 0666);
    pthread_create(&t, NULL, idle, NULL);
    pthread_join(t, NULL);
    assert(write(fd, ".", 1) != 1);
    return 0;
}
C
"$RADDLE" cc -g -pthread counts.c -o counts
expect 1 "$RADDLE" test -q --fresh --json report ./counts
schedule=$(field report 'r["findings"][0]["schedule"]')
rm runs
interrupt INT '[ -s runs ] && [ $(wc -c <runs) -gt 5 ]' "$RADDLE" replay -q --times 100000 \
    --json report "$schedule"
equal $got 3
equal "$(field report '100000 > r["times"] == r["reproduced"] > 0')" True
