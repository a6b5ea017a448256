# A campaign ends when its budget is spent, not when a request happens to be
# over; and at once when the user says so.
. "$(dirname "$0")/common.inc"
clean_program
cat >slow.c <<'C'
#include <pthread.h>
static void *work(void *arg)
{
    for (volatile long i = 0; i < 30000000; i++)
        ;
    return arg;
}
C
two_threads_main >>slow.c
gcc -g -O1 -pthread slow.c -o slow
# ended_by_time PROGRAM OPTION...: its time is over.  It is clean unless that came before
# the end of its first execution, as it may on a slow machine.
ended_by_time() {
    program=$1 got=0
    shift
    "$RADDLE" test --time 200ms "$@" --json report "$program" >out 2>err || got=$?
    equal "$(field report 'r["stop"], 0.2 <= r["seconds"]')" "('budget', True)"
    equal "$got" "$(field report '3 if r["executions"] == 0 else 0')"
}
for isolation in rewind fork; do
    for jobs in 1 3; do
        # To the last execution, by whomever.
        expect 0 "$RADDLE" test -n 177 -j $jobs --isolation $isolation \
            --json report ./clean
        equal "$(field report 'r["executions"], r["jobs"], r["stop"]')" \
            "(177, $jobs, 'budget')"
        for program in ./clean ./slow; do
            ended_by_time $program -j $jobs --isolation $isolation
        done
    done
done

# Repeating executions to see whether they are the same counts too: far more of
# them than there is time for.
ended_by_time ./clean -j 1 --determinism 100000000

# forking_main STATEMENT: the main of a program that forks while work() may run,
# and does that then.
forking_main() {
    cat <<C
int main(void)
{
    pthread_t t;
    pid_t child;
    pthread_create(&t, NULL, work, NULL);
    child = fork();
    $1
    waitpid(child, NULL, 0);
    pthread_join(t, NULL);
    return 0;
}
C
}

# A child that the program forked may hang on and hold what it inherited: the
# end of its parent is seen all the same.
cat >hangs.c <<'C'
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>
static void *work(void *arg)
{
    return arg;
}
C
forking_main 'while (child == 0) pause();' >>hangs.c
gcc -g -pthread hangs.c -o hangs
for isolation in rewind fork exec; do
    expect 3 "$RADDLE" test --time 500ms -j 2 --isolation $isolation ./hangs
done

# An execution that hangs until --time is up has not passed.
cat >sometimes.c <<'C'
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *arg)
{
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    return arg;
}
C
# It hangs if work held the lock.
forking_main 'if (child == 0) { pthread_mutex_lock(&lock); _exit(0); }' \
    >>sometimes.c
gcc -g -pthread sometimes.c -o sometimes
for jobs in 1 2; do
    expect 3 "$RADDLE" test --time 4s -j $jobs --fresh --json report ./sometimes
    says "nothing verified"
    says "was still running after"
    equal "$(field report 'r["executions"] > 0, r["findings"]')" "(True, [])"
    equal "$(field report '{n["kind"] for n in r["notes"]} >= \
        {"execution-unfinished"}')" True
done

for jobs in 1 2; do
    rm -rf ended
    interrupt INT '"$RADDLE" coverage --json so_far ended >/dev/null 2>&1 &&
        [ "$(field so_far "r[\"executions\"] > 100")" = True ]' \
        "$RADDLE" test --time 600s --until finding -j $jobs --out ended \
        --isolation rewind --json report ./clean
    equal "$(field report 'r["stop"], r["exit_status"]')" "('interrupted', 3)"
    equal "$(field report 'r["executions"] > 100')" True
done
