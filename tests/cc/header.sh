#!/bin/sh
# <raddle.h> is found, of the raddle that compiles; the user's own comes first.
. "$(dirname "$0")/common.inc"
cat >uses.c <<'EOF'
#include <raddle.h>
int main(void)
{
    raddle_assert(1);
    return 0;
}
EOF
cp uses.c uses.cc
mkdir own
echo '#define raddle_assert(x) (void)"own"' >own/raddle.h

for c in $compilers; do
    cc --cc=$c -Wall -Werror uses.c -o uses
    ./uses
    cc --cc=$c -Wall -Werror -c uses.c
    "$RADDLE" c++ --cc=$c -Wall -Werror -c uses.cc
    cc --cc=$c -E uses.c >uses.i
    cc --cc=$c -Wall -Werror -c uses.i
    cc --cc=$c -MMD -c uses.c
    ! grep -q raddle.h uses.d || fail "$c: no system header"
    cc --cc=$c -Iown -E uses.c | grep -q '"own"' || fail "$c: not the user's"
done
