# A failure before the program has made a thread: said in one line, without a
# table and without shrinking; a failure by another choice is not one.
. "$(dirname "$0")/common.inc"
cat >f.c <<'C'
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static void *work(void *a) { return a; }
int main(int argc, char **argv)
{
    pthread_t t;
    if (argc < 2) {
        fprintf(stderr, "cannot open config\n");
        return 1;
    }
    if (strcmp(argv[1], "assert") == 0)
        assert(!"before");
    if (strcmp(argv[1], "malloc") == 0)
        for (int i = 0; i < 100; i++)
            assert(malloc(100) != NULL);
    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
    assert(strcmp(argv[1], "after") != 0);
    return 0;
}
C
"$RADDLE" cc -g -pthread f.c -o f
facts() {
    field report '[(f["kind"], f["before_threads"], f["preemptions"], f["replayed"])
        for f in r["findings"]]'
}
expect 1 "$RADDLE" test -j1 --fresh --json report ./f
equal "$(facts)" "[('exit-status', True, None, True)]"
equal "$(field report 'r["executions"]')" 1
says "fails before it makes a thread"
says "cannot open config"
says_not "step |"
[ "$(wc -l <out)" -lt 15 ] || fail "it is long"
expect 1 "$RADDLE" show "$(field report 'r["findings"][0]["schedule"]')"
says "step |"
says "fails before it makes a thread"
# The page reads it from the schedule.
expect 0 "$RADDLE" report --output page.html raddle-out/f
grep -q '"before_threads": *true' page.html || fail "the page does not know it"
expect 1 "$RADDLE" test -j1 --fresh --full ./f
says "step |"
expect 1 "$RADDLE" test -j1 --fresh --json report ./f assert
equal "$(facts)" "[('assertion', True, None, True)]"
says "(main)"
says_not "step |"
expect 1 "$RADDLE" test -j1 --fresh --json report ./f after
equal "$(facts)" "[('assertion', False, 0, True)]"
says "step |"
says_not "before it makes"
expect 1 "$RADDLE" show "$(field report 'r["findings"][0]["schedule"]')"
says_not "before it makes"
# An allocation that fails is a choice.
expect 1 "$RADDLE" test -j1 --fresh -n 1000 --fail-malloc --json report ./f malloc
equal "$(facts | cut -d, -f1-2)" "[('assertion', False"
