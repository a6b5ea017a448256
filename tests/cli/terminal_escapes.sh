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
