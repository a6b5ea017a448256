# raddle replay --gdb: stopped at the failure, every thread with its own stack.
. "$(dirname "$0")/common.inc"
command -v gdb >/dev/null || { echo "no gdb here"; exit 77; }
deadlock_program
expect 1 "$RADDLE" test ./deadlock
expect 1 "$RADDLE" replay --gdb --gdb-command 'printf "%d threads\n", $_inferior_thread_count' \
    --gdb-command 'backtrace' raddle-out/*/*.schedule
says "SIGTRAP"
says "3 threads"
grep -q " in left (" out || fail "no frame of left"
grep -q " in right (" out || fail "no frame of right"
grep -q " in main (" out || fail "no frame of main"
# The user stands in the program, not in the runtime.
grep -qE '^#[0-9]+ .* (left|right) \(.*\) at deadlock.c' out ||
    fail "not in the program"

# The program gets its arguments, as they were.
cat >arguments.c <<'C'
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>
static void *nothing(void *arg) { return arg; }
int main(int argc, char **argv)
{
    pthread_t t, u;
    pthread_create(&t, NULL, nothing, argv[1]);
    pthread_create(&u, NULL, nothing, argv[2]);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    assert(argc != 4 || strcmp(argv[1], "it's $HOME *") != 0);
    return 0;
}
C
"$RADDLE" cc -g -pthread arguments.c -o arguments
expect 1 "$RADDLE" test --out with ./arguments "it's \$HOME *" "" '\'
expect 1 "$RADDLE" replay --gdb --gdb-command 'backtrace' with/*.schedule
says "SIGTRAP"
says_not "diverged"
says_not "Error while executing"

# A fault stops at the finding too, with the stack that faulted.
cat >fault.c <<'C'
#include <pthread.h>
#include <stddef.h>
static int *volatile shared;
static void *clear(void *arg) { shared = NULL; return arg; }
static void write_to(int *to) { *to = 1; }
int main(void)
{
    int local = 0;
    pthread_t t;
    shared = &local;
    pthread_create(&t, NULL, clear, NULL);
    write_to(shared);
    pthread_join(t, NULL);
    return 0;
}
C
"$RADDLE" cc -g -O0 -pthread fault.c -o fault
expect 1 "$RADDLE" test --out faults ./fault
expect 1 "$RADDLE" replay --gdb --gdb-command 'backtrace' faults/*.schedule
says "<signal handler called>"
grep -qE '^#[0-9]+ .* write_to \(.*\) at fault.c:5' out ||
    fail "not where it faulted"

# A program that takes longer than the watchdog's interval does not stop there.
cat >long.c <<'C'
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int set;
static void *run(void *arg) { set = 1; return arg; }
int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, run, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    for (int i = 0; i < 100000; i++) {
        pthread_mutex_lock(&lock);
        pthread_mutex_unlock(&lock);
    }
    assert(!set);
    return 0;
}
C
gcc -g -pthread long.c -o long
expect 1 "$RADDLE" test --no-shrink --out longs ./long
expect 1 "$RADDLE" replay --gdb --gdb-command 'backtrace' longs/*.schedule
says "SIGTRAP"
says_not "SIG64"

# gdb kills the program where it stands; its temporary files go all the same, or
# the next replay would have other names.
cat >temporary.c <<'C'
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
static volatile int x;
static void *add(void *a) { x++; return a; }
int main(void)
{
    char directory[] = "here-XXXXXX", name[64];
    pthread_t t[2];
    FILE *file;

    assert(mkdtemp(directory) != NULL);
    snprintf(name, sizeof(name), "%s/inside", directory);
    file = fopen(name, "w");
    assert(file != NULL && fclose(file) == 0);
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, add, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    assert(x == 2);
    return 0;
}
C
"$RADDLE" cc -g -pthread temporary.c -o temporary
expect 1 "$RADDLE" test --no-shrink --out temps ./temporary
expect 1 "$RADDLE" replay --gdb --gdb-command 'kill' temps/*.schedule
! ls -d here-* 2>/dev/null || fail "temporary files are left after gdb"
expect 1 "$RADDLE" replay temps/*.schedule

# On a terminal too, where the C library would write each line at once: a step
# that the recorded execution does not have.
cat >prints.c <<'C'
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
static volatile int x;
static void *add(void *a) { x++; return a; }
int main(void)
{
    pthread_t t[2];

    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, add, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    printf("x is %d\n", x);
    fprintf(stderr, "that was x\n");
    assert(x == 2);
    return 0;
}
C
"$RADDLE" cc -g -pthread prints.c -o prints
expect 1 "$RADDLE" test --out prints-out ./prints
expect 1 on_terminal "$RADDLE" replay --gdb --gdb-command 'print x' prints-out/*.schedule
says "SIGTRAP"
says '$1 = 1'
says "that was x"
says_not "diverged"
says_not "Pass to program"

# A replay that does not come to the failure ends with what differs, not with a
# complaint of the script that looks for the frame.
sed -i 's/assert(x == 2)/assert(x < 3)/' prints.c
"$RADDLE" cc -g -pthread prints.c -o prints
expect 4 "$RADDLE" replay --gdb --gdb-command 'print 41 + 1' prints-out/*.schedule
says '$1 = 42'
says "diverged"
says_not "Traceback"
