# Under isolation rewind a worker runs many executions for one request.  Where
# one request ends must not show, and nothing that happens in the middle of
# one may be lost: a finding, a time-out, the worker's own death.
. "$(dirname "$0")/common.inc"
cat >counts.c <<'C'
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *arg)
{
    for (int i = 0; i < 3; i++) {
        pthread_mutex_lock(&lock);
        pthread_mutex_unlock(&lock);
    }
    return arg;
}
/* counts WHAT N: does WHAT in the N-th run of the program since the file
 * `count` was made. */
int main(int argc, char **argv)
{
    pthread_t t[2];
    char c = 0;
    int fd = open("count", O_RDWR | O_APPEND);
    int n = (int)lseek(fd, 0, SEEK_END);
    if (write(fd, &c, 1) != 1)
        return 3;
    close(fd);
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, work, NULL);
    if (argc > 2 && n == atoi(argv[2])) {
        if (!strcmp(argv[1], "kill"))
            kill(getpid(), SIGKILL);
        if (!strcmp(argv[1], "loop"))
            for (volatile int forever = 1; forever;)
                ;
        if (!strcmp(argv[1], "fail"))
            assert(!"this run fails");
    }
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return 0;
}
C
gcc -g -pthread counts.c -o counts
run() {
    want=$1
    shift
    : >count
    expect "$want" "$RADDLE" test --fresh -s random -j1 --isolation rewind --json report "$@"
    equal "$(field report 'r["isolation"]')" rewind
}

# A finding in the middle of a request: the executions behind it are those
# that they are without it, for a number alone decides what one does.
clean_program
deadlock_program
run 1 -k -n 300 ./deadlock
cp report first
equal "$(field first 'r["executions"]')" 300
equal "$(field first 'len(r["findings"])')" 1
for isolation in fork exec; do
    expect 0 "$RADDLE" test --fresh -s random -j1 -n 150 --isolation $isolation --json report \
        ./clean
    cp report part.$isolation
done
expect 0 "$RADDLE" test --fresh -s random -j1 -n 150 --isolation rewind --json report ./clean
for isolation in fork exec; do
    for name in steps event_hash compared threads most_enabled; do
        equal "$(field report "r['$name']")" \
            "$(field part.$isolation "r['$name']")"
    done
done
# The deadlock is found at the same execution, as often, in as many steps.
expect 1 "$RADDLE" test --fresh -s random -j1 -k -n 300 --isolation fork --json report ./deadlock
for name in 'r["steps"]' 'r["findings"][0]["execution"]' \
    'r["findings"][0]["times"]' 'r["findings"][0]["steps"]'; do
    equal "$(field report "$name")" "$(field first "$name")"
done

# One that comes late, in the middle of a request.
cat >late.c <<'C'
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int x, y;
static void *add(void *arg)
{
    for (int i = 0; i < 4; i++) {
        pthread_mutex_lock(&lock);
        x++;
        pthread_mutex_unlock(&lock);
    }
    return arg;
}
static void *follow(void *arg)
{
    for (int i = 0; i < 4; i++) {
        pthread_mutex_lock(&lock);
        y += x == i + 1;
        pthread_mutex_unlock(&lock);
    }
    return arg;
}
int main(void)
{
    pthread_t t, u;
    pthread_create(&t, NULL, add, NULL);
    pthread_create(&u, NULL, follow, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    assert(y != 4);
    return 0;
}
C
gcc -g -pthread late.c -o late
expect 1 "$RADDLE" test --fresh -s random -j1 -n 20000 --isolation fork --json report ./late
number=$(field report 'r["findings"][0]["execution"]')
says "in execution $((number + 1))"
equal "$(field report 'r["executions"] - 1')" $number
[ $((number & (number - 1))) != 0 ] || fail "$number is a request of its own"
run 1 -n 20000 ./late
says "in execution $((number + 1))"
equal "$(field report 'r["findings"][0]["execution"]')" $number
equal "$(field report 'r["executions"] - 1')" $number

# The worker dies: what was found is kept, another goes on, and that is said
# once.
# begins ARGUMENTS...: a campaign that ends when it is interrupted.
begins() {
    : >count
    env --default-signal=INT "$RADDLE" test --fresh -s random -j1 \
        --isolation rewind --time 600s --until finding --timeout 600s \
        --json report "$@" >out 2>err &
    pid=$!
}
ends() {
    kill -INT $pid
    got=0
    wait $pid || got=$?
    equal "$(field report 'r["stop"]')" interrupted
}
worker_killed() {
    kill -9 $(pgrep -P $pid) 2>/dev/null
}
counted() {
    [ "$(stat -c %s count)" -gt "$1" ]
}
# Not while the finding is shrunk, which is another process.
begins -k --no-shrink ./deadlock
await grep -q "replay it with" out
until grep -q "was started again" err; do
    worker_killed || true
    sleep 0.2
done
worker_killed || true
ends
equal $got 1
says "the worker died and was started again"
says "killed by signal 9"
equal "$(field report '[n["kind"] for n in r["notes"]].count("worker-restarted")')" 1
equal "$(field report 'r["findings"][0]["kind"]')" deadlock
equal "$(field report 'r["isolation"]')" rewind
# In the middle of an execution: nobody in the program did it, so it is not a
# finding.  raddle runs that execution again, and the campaign goes on.
begins ./counts loop 20
await counted 20
await worker_killed
await counted 40
ends
equal $got 3
says "killed by signal 9 (Killed), from outside"
equal "$(field report 'r["executions"] > 21, r["findings"], r["lost"]')" "(True, [], 0)"
# Killing itself is no more than the end of an execution.
run 1 -k -n 200 ./counts kill 50
equal "$(field report 'r["executions"]')" 200
equal "$(field report '[f["kind"] for f in r["findings"]]')" "['fatal-signal']"
says_not "was started again"

# A failure that does not come again in a new process is not called verified.
run 1 -k -n 200 ./counts fail 50
equal "$(field report '[f["replayed"] for f in r["findings"]]')" "[False]"
says "did NOT give the same failure"

# Nor one that comes from what the process still knows of executions before,
# as here through a file that is named after it: and that is said.
cat >stale.c <<'C'
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>
static void *run(void *arg) { return arg; }
int main(void)
{
    char name[64] = "";
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, run, NULL);
    struct stat process; /* differs from process to process */
    if (stat("/proc/self", &process) != 0)
        return 3;
    snprintf(name, sizeof(name), "%lu", (unsigned long)process.st_ino);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    assert(access(name, F_OK) != 0);
    close(open(name, O_CREAT | O_WRONLY, 0600));
    return 0;
}
C
gcc -g -pthread stale.c -o stale
run 1 -n 200 --determinism 0 ./stale
equal "$(field report '[f["replayed"] for f in r["findings"]]')" "[False]"
says "use --isolation fork"
equal "$(field report '[n["kind"] for n in r["notes"]].count("not-reproduced-fresh")')" 1
expect 0 "$RADDLE" test --fresh -n 100 --isolation fork ./stale

# A time-out is that of one execution, however many there were before it.
run 1 -n 100000 --timeout 1s ./counts loop 50
equal "$(field report '[f["kind"] for f in r["findings"]]')" "['timeout']"
equal "$(field report 'r["executions"] <= 51')" True
# A child sleeps, in real time, so that a hundred take longer than the time-out.
cat >naps.c <<'C'
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>
static void *run(void *arg) { return arg; }
int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, run, NULL);
    if (fork() == 0)
        execlp("sleep", "sleep", "0.05", NULL);
    wait(NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return 0;
}
C
gcc -g -pthread naps.c -o naps
run 0 -n 100 --timeout 4s --determinism 0 ./naps
equal "$(field report 'r["findings"], r["executions"], r["isolation"]')" \
    "([], 100, 'rewind')"
equal "$(field report 'r["seconds"] > 4')" True
