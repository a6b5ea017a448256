# --suppressions: kind:pattern against function, file or module of any frame;
# what is suppressed is counted and the campaign goes on.
. "$(dirname "$0")/common.inc"
clean_program
cat >two.c <<'C'
#include <assert.h>
#include <pthread.h>
static volatile int flag;
static void vendor_check(void) { assert(flag == 0); }
static void vendor_call(void) { vendor_check(); }
static void own_check(void) { assert(flag == 0); }
static void *write_flag(void *arg) { flag = 1; return arg; }
static void *look(void *arg)
{
    if (arg != 0)
        vendor_call();
    else
        own_check();
    return arg;
}
int main(int argc, char **argv)
{
    pthread_t t, u;
    (void)argv;
    pthread_create(&t, 0, write_flag, 0);
    pthread_create(&u, 0, look, argc > 1 ? &t : 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    return 0;
}
C
"$RADDLE" cc -g -O0 -pthread two.c -o two
run() { # STATUS LINE ARGUMENT...: one suppression
    want=$1
    printf '# a comment\n\n  %s  \n' "$2" >file
    shift 2
    expect "$want" "$RADDLE" test --fresh -n 60 -j1 --suppressions file \
        --json report ./two "$@"
}
for line in 'assertion:vendor_check' 'assertion:vendor_*l' 'assertion:^vendor_call$' \
    'assertion:two.c' 'assertion:^two$'; do
    run 0 "$line" vendor
    says "ended in a suppressed finding"
    equal "$(field report 'r["executions"], failures')" "(60, [])"
    equal "$(field report '1 < r["suppressed"] < 60')" True
done
# Another function, another kind, bound to the wrong end, another thread's.
for line in 'assertion:own_check' 'deadlock:vendor_check' 'assertion:^check' \
    'assertion:vendor$' 'assertion:write_flag' 'race:vendor_check' \
    'called_from_lib:libc.so'; do
    run 1 "$line" vendor
    equal "$(field report 'r["suppressed"]')" 0
done
run 1 'assertion:vendor_check'
# Nothing is left to be seen.
cat >always.c <<'C'
#include <assert.h>
#include <pthread.h>
static void *work(void *arg) { assert(arg); return arg; }
int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, work, 0);
    for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
}
C
gcc -g -pthread always.c -o always
echo 'assertion:work' >file
expect 3 "$RADDLE" test --fresh -n 20 --suppressions file ./always
says "every execution ended in a suppressed finding"
# What an earlier session found is not told either.
expect 1 "$RADDLE" test -n 20 ./always
expect 3 "$RADDLE" test -n 20 --suppressions file ./always
says_not "found in an earlier session"

for line in 'assertion' 'assertion:' 'asertion:x'; do
    echo "$line" >file
    expect 2 "$RADDLE" test --suppressions file ./clean
    says "file:1: "
done
expect 2 "$RADDLE" test --suppressions nowhere ./clean
says "cannot read --suppressions nowhere"

# A byte order mark is no letter; a NUL would cut the pattern.
printf '\357\273\277deadlock:left\n' >mark
expect 0 "$RADDLE" test --fresh -n 20 --suppressions mark ./clean
printf 'deadlock:no\0thing\n' >nul
expect 2 "$RADDLE" test --fresh -n 20 --suppressions nul ./clean
says "nul:1: contains a NUL byte"
