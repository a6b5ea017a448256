# Names that the program or its debug information gives do not control the
# terminal: of files, functions, modules, objects.
. "$(dirname "$0")/common.inc"
raw() {
    ! grep -qP '[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]' out err || fail "raw: $1"
}
deadlock_program
{
    printf '#line 1 "ev\\033[31m\\n\\302\\2332Jil.c"\n'
    cat deadlock.c
} >evil.c
odd=$(printf 'odd\033[31m\nname')
gcc -g -pthread evil.c -o "$odd"
expect 1 "$RADDLE" test --out own "./$odd"; raw test
says "at ev?[31m ??2Jil.c:"
file=$(ls own/*.schedule)
for how in "" --full; do
    expect 1 "$RADDLE" show $how "$file"; raw "show $how"
    says "ev?[31m ??2Jil.c"
done
expect 0 "$RADDLE" coverage --all own; raw coverage
says "ev?[31m ??2Jil.c"
rm "./$odd"
expect 0 "$RADDLE" coverage --all own; raw "coverage, module gone"
says "odd?[31m name"
expect 0 "$RADDLE" report own; raw report

# A directory that is no UTF-8: the command in the report is one that works.
dir=$(printf 'd\377ir')
mkdir "$dir"
expect 1 "$RADDLE" test --out "$dir" ./deadlock; raw "not UTF-8"
says "raddle replay \$'d\\377ir/deadlock-"
expect 0 "$RADDLE" report --json json "$dir"
grep -qF "\$'d\\\\377ir/deadlock-" json || fail "no command that works"

# assert() says where it is by itself.
cat >assertion.c <<'C'
#include <assert.h>
#include <pthread.h>
static int value;
static void *work(void *arg)
{
#line 7 "as\033[31msert.c"
    assert(value != 0);
    return arg;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    return 0;
}
C
gcc -g -pthread assertion.c -o assertion
expect 1 "$RADDLE" test --out own2 ./assertion; raw assertion
says "as?[31msert.c:7"

# Names of files and directories that raddle is given, or that a schedule has.
place=$(printf 'pl\033[31mace')
mkdir "$place"
cp deadlock "$place/deadlock"
(cd "$place" && "$RADDLE" test -j1 --out o ./deadlock) >out 2>err || true
raw "test in it"
expect 1 "$RADDLE" test -j1 --out "$place/o" ./deadlock; raw "test again"
file=$(printf 'fi\033[31mle.schedule')
cp "$place"/o/*.schedule "$file"
cp "$file" second.schedule
expect 1 "$RADDLE" replay "$file" second.schedule; raw replay
says "fi?[31mle.schedule:"
expect 1 "$RADDLE" replay -q "$file"; raw "replay -q"
"$RADDLE" shrink "$file" >out 2>err || true
raw shrink
says "fi?[31mle.schedule"
rm -r "$place"
"$RADDLE" replay "$file" >out 2>err || true
raw "replay, directory gone"
"$RADDLE" shrink "$file" >out 2>err || true
raw "shrink, directory gone"

# Names of the cases of a suite.
cat >suite.c <<'C'
#include <glib.h>
#include <stdlib.h>
static void *work(void *a) { return a; }
static void test(void)
{
    g_thread_join(g_thread_new("a", work, NULL));
    g_assert_true(getenv("FAIL") == NULL);
}
int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/ca\033[31mse", test);
    return g_test_run();
}
C
gcc -g suite.c $(pkg-config --cflags --libs glib-2.0) -pthread -o suite
expect 1 env FAIL=1 "$RADDLE" test --cases -j1 -n 5 --out own3 ./suite; raw "a case that fails"
says "case /ca?[31mse"
expect 3 "$RADDLE" test --cases -j1 -n 5 --steps 1 --out own4 ./suite; raw "a case"
says "/ca?[31mse  nothing verified"
