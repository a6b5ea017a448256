#!/bin/sh
# Every way to call a compiler: what stops early stops, what links has hooks.
. "$(dirname "$0")/common.inc"
two_files

for c in $compilers; do
    cc --cc=$c -c main.c count.c
    cc --cc=$c main.o count.o -o separate -pthread
    hooked separate
    finds ./separate

    cc --cc=$c main.c count.c -pthread
    hooked a.out
    finds ./a.out

    cc --cc=$c -c count.c -o sub.o
    ar rcs libcount.a sub.o
    cc --cc=$c main.c -L. -lcount -pthread -o archive
    finds ./archive

    cc --cc=$c -S count.c -o count.s
    grep -q __tsan_read4 count.s || fail "-S: no hooks in the assembly"
    cc --cc=$c -c count.s -o count.o
    cc --cc=$c main.c count.s -pthread -o assembled
    finds ./assembled

    cc --cc=$c -E count.c | grep -q 'counter++' || fail "-E printed no source"
    cc --cc=$c -M count.c | grep -q '^count.o: count.c' || fail "-M"
    cc --cc=$c -fsyntax-only count.c
    echo 'int main(void) { return 0; }' | cc --cc=$c -x c - -o from_stdin
    ./from_stdin && hooked from_stdin
    echo 'int f(void);' | cc --cc=$c -E -x c - >/dev/null
    cc --cc=$c -o/dev/null -c count.c

    cp count.c count.text
    cc --cc=$c -x c count.text -x none main.o -pthread -o by_language
    finds ./by_language

    cat >start.S <<'EOF'
#define ANSWER 42
    .globl answer
answer: mov $ANSWER, %eax
    ret
    .section .note.GNU-stack, "", @progbits
EOF
    echo 'int answer(void); int main(void) { return answer() - 42; }' >ask.c
    cc --cc=$c ask.c start.S -o with_assembly && ./with_assembly

    cc --cc=$c -g -O2 -Wl,-Map,map.txt -Wl,--as-needed -pthread -lm main.c \
        count.c -lm -o many && finds ./many

    # Nothing but the compiler's own words and status.
    echo 'int main(void) { return undeclared; }' >wrong.c
    status=0
    cc --cc=$c wrong.c -o wrong 2>ours || status=$?
    [ $status = 1 ] || fail "status of a failed compilation: $status"
    grep -q undeclared ours || fail "the compiler's message is lost"
    status=0
    cc --cc=$c main.c -pthread -o wrong 2>ours || status=$?
    [ $status = 1 ] || fail "status of a failed link: $status"
    grep -q add_one ours || fail "the linker's message is lost"
    ! ls "${TMPDIR:-/tmp}"/raddle-cc-* 2>/dev/null | grep . ||
        echo "note: temporary directories (of others?) are left"
    for question in --version -dumpversion -dumpmachine -print-search-dirs \
        -print-prog-name=ld -v; do
        $c $question >theirs 2>&1
        cc --cc=$c $question >ours 2>&1
        cmp theirs ours || fail "$question differs from $c"
    done
    status=0
    cc --cc=$c 2>/dev/null || status=$?
    [ $status = 1 ] || fail "status without arguments: $status"
done
status=0
cc --cc=no-such-compiler -c count.c 2>ours || status=$?
[ $status = 127 ] || fail "status of a missing compiler: $status"
# As the compilers, with a directory for temporary files that is none.
TMPDIR=$work/none cc main.c count.c -pthread -o temporary || fail "no \$TMPDIR"
TMPDIR='' cc main.c count.c -pthread -o temporary || fail "empty \$TMPDIR"
hooked temporary
RADDLE_CC="env LC_ALL=C clang" cc -c count.c -o prefixed.o
RADDLE_CC=clang cc --version | grep -q clang || fail "RADDLE_CC is not used"

# A source that is also the output stays as it is.
echo 'int main(void) { return 0; }' >same.c
cp same.c before.c
if "$RADDLE" cc same.c -o same.c 2>/dev/null; then fail "the source was replaced"; fi
cmp same.c before.c || fail "the source was damaged"
