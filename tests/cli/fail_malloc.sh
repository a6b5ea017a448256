# An allocation that fails by choice is told: in the table, and as the cause.
. "$(dirname "$0")/common.inc"
cat >fm.c <<'C'
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static int *made;
static void *make(void *arg)
{
    made = malloc(8);
    return arg;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, make, NULL);
    pthread_join(t, NULL);
    assert(made != NULL);
    return 0;
}
C
"$RADDLE" cc -g -pthread fm.c -o fm
expect 1 "$RADDLE" test -j1 --fail-malloc --json report --out kept ./fm
says "malloc of 8 bytes fails"
equal "$(field report 'r["findings"][0]["explanation"]["text"].split(" (--")[0]')" \
    'fails when the allocation at `fm.c:7` in make (thread 1) fails'
expect 1 "$RADDLE" show --full kept/*.schedule
says "malloc of 8 bytes fails"
# A table of outcomes alone says nothing about steps.
cat >alone.c <<'C'
#include <pthread.h>
#include <stdlib.h>
static void *make(void *arg)
{
    *(volatile int *)malloc(8) = 1;
    return arg;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, make, NULL);
    pthread_join(t, NULL);
    return 0;
}
C
"$RADDLE" cc -g -pthread alone.c -o alone
expect 1 "$RADDLE" test -j1 --fail-malloc ./alone
says "malloc of 8 bytes fails"
says_not "0 of "
says "lines are of alone.c"
expect 1 "$RADDLE" show --json shown kept/*.schedule
grep -q 'malloc of 8 bytes fails' shown || fail "not in JSON"

# It may fail before the first step: that replays too.
cat >first.c <<'C'
#include <pthread.h>
#include <stdlib.h>
static void *run(void *arg) { return arg; }
int main(void)
{
    int *made = malloc(8);
    pthread_t t;
    *made = 1;
    pthread_create(&t, NULL, run, NULL);
    pthread_join(t, NULL);
    free(made);
    return 0;
}
C
gcc -g -pthread first.c -o first
expect 1 "$RADDLE" test -j1 --fail-malloc --json report --out first-out ./first
equal "$(field report 'r["findings"][0]["replayed"]')" True
expect 1 "$RADDLE" replay first-out/*.schedule
