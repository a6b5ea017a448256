# The ladder rewind, fork, exec: the lightest is the default; what it cannot
# bring back is run on the lightest that can, from then on, and that is said
# once, with the reason and the place.
. "$(dirname "$0")/common.inc"
clean_program
deadlock_program
used() {
    equal "$(field report 'r["isolation_asked"], r["isolation"]')" "$1"
}
expect 0 "$RADDLE" test --fresh -n 100 --json report ./clean
used "('rewind', 'rewind')"
equal "$(field report 'r["fell"]')" None
for isolation in rewind fork exec; do
    expect 0 "$RADDLE" test --fresh -n 20 --isolation $isolation --json report ./clean
    used "('$isolation', '$isolation')"
done

# What does not go with rewind at all: said to those who asked for it.
for options in "--engine kernel" "--no-dispatch" "--peer true"; do
    expect 0 "$RADDLE" test --fresh -n 20 $options --json report ./clean
    used "('rewind', 'fork')"
    says_not "isolation is fork"
    equal "$(field report 'len(r["fell"]) > 10')" True
    expect 0 "$RADDLE" test --fresh -n 20 $options --isolation rewind --json report \
        ./clean
    used "('rewind', 'fork')"
    equal "$(grep -c 'isolation is fork from now on' err)" 1
    says "$(field report 'r["fell"]')"
    expect 0 "$RADDLE" test --fresh -n 20 $options --isolation fork --json report \
        ./clean
    equal "$(field report 'r["fell"]')" None
done

# What the program does.
cat >falls.c <<'C'
#define _GNU_SOURCE
#include <pthread.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>
static int early = -1;
static const char *what = "";
__attribute__((constructor)) static void before(int argc, char **argv)
{
    if (argc > 1)
        what = argv[1];
    if (strcmp(what, "exec") == 0)
        early = memfd_create("early", 0);
}
static void *run(void *arg)
{
    if (strcmp(what, "fork") == 0)
        prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    if (strcmp(what, "exec") == 0 && write(early, "x", 1) != 1)
        return NULL;
    return arg;
}
C
two_threads_main run >>falls.c
gcc -g -pthread falls.c -o falls
for jobs in 1 2; do
    for down in "fork falls.c:19" "exec falls.c:20"; do
        set -- $down
        expect 0 "$RADDLE" test --fresh -n 40 -j $jobs --json report ./falls $1
        used "('rewind', '$1')"
        equal "$(grep -c "isolation is $1 from now on" err)" 1
        says "$2"
        equal "$(field report 'r["executions"], r["deterministic"]')" \
            "(40, True)"
        equal "$(field report '[n["text"].endswith(r["fell"]) for n in r["notes"]
            if n["kind"].startswith("isolation-")]')" "[True]"
    done
done
# Never up again.
expect 0 "$RADDLE" test --fresh -n 20 --isolation exec --json report ./falls fork
used "('exec', 'exec')"
says_not "from now on"

# Threads before main: also at a replay.
cat >early.c <<'C'
#include <assert.h>
#include <pthread.h>
static int n;
static pthread_t t[2];
static void *run(void *arg)
{
    int was = n;
    n = was + 1;
    return arg;
}
__attribute__((constructor)) static void before(void)
{
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, run, NULL);
}
int main(void)
{
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    assert(n == 2);
    return 0;
}
C
"$RADDLE" cc -g -pthread early.c -o early
expect 1 "$RADDLE" test --fresh --json report ./early
used "('rewind', 'exec')"
equal "$(grep -c 'isolation is exec from now on' err)" 1
equal "$(field report '[f["replayed"] for f in failures]')" "[True]"
for isolation in rewind fork exec; do
    expect 1 "$RADDLE" replay -n 3 --isolation $isolation \
        raddle-out/*/assertion-*.schedule
    says "reproduced 3 of 3 times"
done

# Options that matter for a replay are part of the schedule.
expect 1 "$RADDLE" test --fresh --fail-malloc --out with ./deadlock
expect 1 "$RADDLE" test --fresh --out without ./deadlock
grep -q '^fail-malloc yes$' with/*.schedule || fail "not in the schedule"
! grep -q fail-malloc without/*.schedule || fail "in the schedule"
expect 1 "$RADDLE" replay with/*.schedule

# How changed memory is found makes no difference to what is found.
for how in auto copy scan protect; do
    expect 0 "$RADDLE" test --fresh -n 100 -j1 --track $how --json report ./clean
    used "('rewind', 'rewind')"
    [ $how != auto ] || cp report auto
    equal "$(field report 'r["steps"], r["event_hash"]')" \
        "$(field auto 'r["steps"], r["event_hash"]')"
done

expect 2 "$RADDLE" test --fresh --isolation none ./clean
says "'none'"; says "rewind, fork, exec"
expect 2 "$RADDLE" test --fresh --track none ./clean
says "'none'"; says "auto, copy, scan or protect"
for jobs in 0 65 many; do
    expect 2 "$RADDLE" test --fresh --jobs $jobs ./clean
    says "'$jobs'"; says "from 1 to 64"
done
expect 2 "$RADDLE" test --fresh --jobs 2 --peer true ./clean
says "--peer goes with --jobs 1"

# Main's stack begins at the same place under each: recursion without end goes
# as deep.
cat >stack.c <<'C'
#include <pthread.h>
#include <stdio.h>
static void *work(void *argument)
{
    return argument;
}
__attribute__((constructor)) static void note(int argc, char **argv)
{
    FILE *file = fopen("places", "a");
    fprintf(file, "%p\n", (void *)&argv[argc]);
    fclose(file);
}
int main(void)
{
    pthread_t t, u;
    pthread_create(&t, NULL, work, NULL);
    pthread_create(&u, NULL, work, NULL);
    return pthread_join(t, NULL) + pthread_join(u, NULL);
}
C
gcc -pthread stack.c -o stack
for isolation in rewind fork exec; do
    expect 0 "$RADDLE" test --fresh -n 1 --jobs 1 --determinism 0 --isolation $isolation ./stack
done
[ "$(wc -l <places)" = 3 ] || fail "$(cat places)"
equal "$(sort -u places | wc -l)" 1
