# Several workers at once: the same executions, each of them once; what one
# finds replays like anything else.
. "$(dirname "$0")/common.inc"
deadlock_program
clean_program
for isolation in rewind fork exec; do
    for jobs in 1 2 5; do
        expect 0 "$RADDLE" test --fresh -n 100 -j $jobs --isolation $isolation \
            --json report.$jobs ./clean
        equal "$(field report.$jobs 'r["jobs"], r["executions"]')" \
            "($jobs, 100)"
        # 0, 1, 2, 4, ..., 64.
        equal "$(field report.$jobs 'r["compared"], r["deterministic"]')" \
            "(8, True)"
        equal "$(field report.$jobs 'r["event_hash"]')" \
            "$(field report.1 'r["event_hash"]')"
    done
    expect 1 "$RADDLE" test --fresh -k -n 100 -j 2 --isolation $isolation \
        --json report ./deadlock
    equal "$(field report '[f["replayed"] for f in r["findings"]]')" "[True]"
    for again in rewind fork exec; do
        expect 1 "$RADDLE" replay -n 5 --isolation $again \
            raddle-out/*/deadlock-*.schedule
        says "reproduced 5 of 5 times"
    done
    rm -r raddle-out
done
# One of them finds it: that is the end for all.
expect 1 "$RADDLE" test --fresh -n 100000 -j 2 --json report ./deadlock
equal "$(field report 'r["stop"], len(r["findings"])')" "('found', 1)"
equal "$(field report 'r["executions"] < 10000')" True
# Numbers are taken in portions; what people are told is how many it took.
for try in 1 2 3 4 5 6; do
    expect 1 "$RADDLE" test --fresh -j 5 --seed $try -s random --no-shrink --json report ./deadlock
    equal "$(field report '1 <= r["findings"][0]["nth"] <= r["executions"]')" True
    says "in execution $(field report 'r["findings"][0]["nth"]')"
done

# With one, the same seed is the same campaign, bit for bit.
for program in ./clean ./deadlock; do
    for try in 1 2; do
        "$RADDLE" test --fresh -k -n 500 --seed 3 -j 1 --isolation rewind -s pct \
            --json report $program >out 2>err || [ $? = 1 ]
        bare report >report.$try
    done
    cmp report.1 report.2 || fail "two campaigns of one seed differ"
done

# Each reads the same input from its beginning.
cat >reads.c <<'C'
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
static void *run(void *arg) { return arg; }
int main(void)
{
    char text[64] = "";
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, run, NULL);
    assert(fgets(text, sizeof(text), stdin) && !strcmp(text, "all of it\n"));
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return 0;
}
C
gcc -g -pthread reads.c -o reads
echo "all of it" >input
for isolation in rewind fork exec; do
    expect 0 "$RADDLE" test --fresh -n 50 -j 3 --isolation $isolation ./reads <input
    got=0
    cat input | "$RADDLE" test --fresh -n 50 -j 3 --isolation $isolation ./reads \
        >out 2>err || got=$?
    equal $got 0
done

# A daemon of one execution is ended with it, and not by another's end.
cat >daemon.c <<'C'
#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
static void *run(void *arg) { return arg; }
int main(void)
{
    pthread_t t[2];
    char path[64] = "/proc/";
    int ends[2];
    if (pipe(ends) != 0)
        return 3;
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, run, NULL);
    pid_t child = fork();
    if (child == 0) {
        setsid();
        if (fork() != 0)
            _exit(0);
        /* Its number as it is outside. */
        char own[32] = "";
        if (readlink("/proc/self", own, 31) < 0 || write(ends[1], own, 32) < 0)
            _exit(3);
        for (;;)
            sleep(1000);
    }
    if (read(ends[0], path + 6, 32) != 32)
        return 4;
    waitpid(child, NULL, 0);
    for (volatile long i = 0; i < 3000000; i++)
        ;
    if (access(path, F_OK) != 0)
        abort();
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return 0;
}
C
gcc -g -O1 -pthread daemon.c -o "daemon-$$"
for isolation in fork exec; do
    expect 0 "$RADDLE" test --fresh -n 24 -j 4 --isolation $isolation "./daemon-$$"
done
if pgrep "daemon-$$"; then
    fail "daemons stayed behind"
fi
