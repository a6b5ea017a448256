# main returns a wrong status: the place is where it returns, not its first line.
. "$(dirname "$0")/common.inc"
cat >p.c <<'C'
#include <pthread.h>
static int n;
static void *add(void *arg)
{
    n++;
    return arg;
}
int main(int argc, char **argv)
{
    pthread_t t;
    (void)argv;
    if (argc > 1)
        return 3;
    pthread_create(&t, 0, add, 0);
    n++;
    pthread_join(t, 0);
    return n == 2 ? 0 : 7;
}
C
for o in 0 2; do
    "$RADDLE" cc -g -O$o -pthread p.c -o p
    expect 1 "$RADDLE" test -q --jobs 1 --fresh --out own --json found.json ./p
    field found.json 'r["findings"][0]["location"]' | grep -q '^p.c:1[78].*(main)$' ||
        fail "$(field found.json 'r["findings"][0]["location"]')"
    ! grep -q 'libc_start\|__run_exit' out || fail "frames of libc"
    expect 1 "$RADDLE" show --json table.json own/*.schedule
    equal "$(field table.json '[s["line"] in (17, 18) for s in r["steps"]][-1]')" True
done
# A call of exit is where it is.
sed 's/return n == 2 ? 0 : 7;/exit(n == 2 ? 0 : 7);/; 1i #include <stdlib.h>' p.c >e.c
"$RADDLE" cc -g -pthread e.c -o e
expect 1 "$RADDLE" test -q --jobs 1 --fresh --out called --json found.json ./e
field found.json 'r["findings"][0]["location"]' | grep -q '^e.c:18:' || fail "not at exit"
