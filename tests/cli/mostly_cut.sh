# More than half of the executions cut: not clean, with the share; up to half is
# clean with a note.
. "$(dirname "$0")/common.inc"
cat >half.c <<'C'
#include <pthread.h>
#include <stdatomic.h>
static atomic_int first, n;
static void *a(void *x)
{
    first = 1;
    return x;
}
static void *b(void *x)
{
    if (first == 0)
        for (int i = 0; i < 300; i++)
            n++;
    return x;
}
int main(void)
{
    pthread_t t[2];
    pthread_create(&t[0], 0, a, 0);
    pthread_create(&t[1], 0, b, 0);
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
    return 0;
}
C
"$RADDLE" cc -g -pthread half.c -o half
mostly= clean=
for seed in 1 2 3 4 5 6 7 8 9 10; do
    got=0
    "$RADDLE" test -j1 --fresh -s random --seed $seed -n 5 --steps 200 --json report ./half \
        >out 2>err || got=$?
    equal "$(field report 'r["executions"], r["verdict"], r["exit_status"],
        (r["why"] or "").split(":")[0]')" \
        "$(field report '(r["executions"], "mostly-cut", 3,
            "%d of %d executions were cut (%d at 200 steps)"
                % (r["cut"], r["executions"], r["cut"]))
        if 2 * r["cut"] > r["executions"] else (r["executions"], "clean", 0, "")')"
    case $got in
    3)
        mostly=$seed
        says_not "coverage:"
        says_not "no failure found"
        ;;
    0)
        [ "$(field report 'r["cut"]')" = 0 ] || clean=$seed
        says "coverage:"
        ;;
    *) fail "exit status $got" ;;
    esac
done
# Both were seen.
[ -n "$mostly" ] && [ -n "$clean" ]
