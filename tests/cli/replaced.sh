# The program is replaced or removed while its campaign runs: raddle says that,
# ends, and keeps what it has found.
. "$(dirname "$0")/common.inc"
cat >p.c <<'C'
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
static volatile int n;
static void *work(void *a)
{
    n++;
    return a;
}
int main(int argc, char **argv)
{
    pthread_t a, b;
    if (argc < 2)
        return 0;
    if (strcmp(argv[1], "remove") == 0)
        unlink(argv[0]);
    else if (strcmp(argv[1], "forbid") == 0)
        chmod(argv[0], 0);
    else
        rename("other", argv[0]);
    pthread_create(&a, 0, work, 0);
    pthread_create(&b, 0, work, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(argc < 3);
    return 0;
}
C
"$RADDLE" cc -g -pthread p.c -o kept
# Nor can processes start if it may not be executed any more.
cp kept p
expect 3 "$RADDLE" test -j1 --fresh -n 1000 --isolation exec --json report ./p forbid
says "./p cannot be executed any more"
equal "$(field report 'r["stop"], r["verdict"], r["executions"] < 10')" "('replaced', 'replaced', True)"
rm -f p
for isolation in rewind fork exec; do
    for how in remove replace; do
        cp kept p
        cp kept other
        expect 3 "$RADDLE" test -j1 --fresh -n 1000 --isolation $isolation \
            --json report ./p $how
        says "./p was ${how}d during the campaign"
        says_not "deterministic"
        says_not "outside raddle's control"
        equal "$(field report 'r["stop"], r["verdict"], r["executions"] < 10,
            r["deterministic"]')" "('replaced', 'replaced', True, True)"

        # A finding made before stays, though raddle could not replay it.
        cp kept p
        cp kept other
        expect 1 "$RADDLE" test -j1 --fresh -k -n 1000 --isolation $isolation \
            --json report ./p $how fail
        says "./p was ${how}d during the campaign"
        says_not "outside raddle's control"
        equal "$(field report '[(f["kind"], f["replayed"], f["checked"])
            for f in failures], r["executions"] < 10,
            "program-replaced" in [n["kind"] for n in r["notes"]]')" \
            "([('assertion', False, False)], True, True)"
        [ -s "$(field report 'r["findings"][0]["schedule"]')" ]
    done
done

# The cases of a suite are of one program: the suite ends too, whether raddle
# notices it in a campaign or between two (-n 2: each case has one execution).
cat >suite.c <<'C'
#include <glib.h>
#include <stdio.h>
#include <stdlib.h>
static void *work(void *a) { return a; }
static void both(void)
{
    GThread *a = g_thread_new("a", work, NULL), *b = g_thread_new("b", work, NULL);
    g_thread_join(a);
    g_thread_join(b);
}
static void test_replaces(void)
{
    rename("other", "s");
    both();
    g_assert_true(getenv("FAIL") == NULL);
}
int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/1", test_replaces);
    g_test_add_func("/2", both);
    return g_test_run();
}
C
"$RADDLE" cc -g suite.c $(pkg-config --cflags --libs glib-2.0) -pthread -o kept
for n in 1000 2; do
    cp kept s
    cp kept other
    expect 3 "$RADDLE" test --cases -j1 --fresh -n $n --json report ./s
    says "./s was replaced during the campaign"
    equal "$(field report 'r["verdict"], r["exit_status"], r["executions"] < 100,
        r["cases"][1]["verdict"]')" "('replaced', 3, True, 'not-run')"
    cp kept s
    cp kept other
    expect 1 env FAIL=1 "$RADDLE" test --cases -j1 --fresh -n $n --json report ./s
    says "./s was replaced during the campaign"
    equal "$(field report 'r["verdict"], [c["verdict"] for c in r["cases"]]')" \
        "('findings', ['findings', 'not-run'])"
done
