#!/bin/sh
# Response files, nested and quoted; and commands too long for the kernel.
. "$(dirname "$0")/common.inc"
two_files
mkdir -p 'a b'
printf '#define TEXT NAME\n' >'a b/text.h'
cat >text.c <<'EOF'
#include <stdio.h>
#include <text.h>
int main(void)
{
    puts(TEXT);
    return 0;
}
EOF
for c in $compilers; do
    printf '%s\n' '-I"a b"' "-DNAME='\"two words\"'" @inner >outer
    printf '%s\n' '-O1 -o prog' 'te\xt.c'| sed 's/\\x/x/' >inner
    cc --cc=$c @outer
    [ "$(./prog)" = "two words" ] || fail "$(./prog)"
    hooked prog

    cc --cc=$c -c count.c
    ar rcs libcount.a count.o
    path=$(printf '%0400d' 0 | sed 's,0,./,g')libcount.a
    for i in $(seq 200); do echo "$path"; done >long
    cc --cc=$c -fsanitize=address main.c @long -pthread -o prog 2>said
    grep -q '^raddle cc: -fsanitize=address' said || fail "$(cat said)"
    finds ./prog
    status=0
    cc --cc=$c @no-such-file -o prog 2>said || status=$?
    [ $status = 1 ] || fail "a missing response file: status $status"
done
