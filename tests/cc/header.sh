#!/bin/sh
# <raddle.h> is found, of the raddle that compiles; the user's own comes first.
# It is clean in every C and C++, and takes every condition, also disabled.
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

# --- Every standard, every warning
# Statements of either language.
cat >both.inc <<'EOF'
    if (u)
        raddle_assert(u == 1);
    else
        raddle_assert(u == 0);
    raddle_atomic_begin();
    raddle_atomic_end();
    raddle_yield_point();
    raddle_ignore_begin();
    raddle_ignore_end();
    raddle_name(p, "p");
EOF
cat >c.c <<'EOF'
#include <raddle.h>
struct pair { int a, b; };
static int one(int a, int b) { return a == b; }
int use(int *p, double d, unsigned u, struct pair q);
int use(int *p, double d, unsigned u, struct pair q)
{
    int only = one(1, 1);
    raddle_assert(p);
    raddle_assert(p != 0 && *p == 1);
    raddle_assert(d > 0.5);
    raddle_assert(u & 1u);
    raddle_assert(one(q.a, q.b));
    raddle_assert(only);
#include "both.inc"
    return 0;
}
EOF
cat >c99.c <<'EOF'
#include "c.c"
int use99(int x);
int use99(int x)
{
    raddle_assert((struct pair){ 1, x }.b == x);
    raddle_assert((int[]){ 1, 2 }[0] == 1);
    return 0;
}
EOF
cat >cxx.cc <<'EOF'
#include <raddle.h>
struct ptr { explicit operator bool() const { return true; } };
template <int a, int b> struct eq { static const bool value = a == b; };
template <class T, class U> bool is(T, U) { return true; }
struct point { int x, y; };
int use(int *p, double d, unsigned u, ptr q);
int use(int *p, double d, unsigned u, ptr q)
{
    raddle_assert(p);
    raddle_assert(p != nullptr && *p == 1);
    raddle_assert(d > 0.5);
    raddle_assert(u & 1u);
    raddle_assert(q);
    raddle_assert(eq<1, 1>::value);
    raddle_assert(is<int, unsigned>(1, u));
    raddle_assert([&] { int a = 1, b = 1; return a == b; }());
    raddle_assert([p, d] { return p && d > 0; }());
    raddle_assert((point{ 1, 2 }.x) == 1);
    raddle_assert(point{ 1, 2 }.x == 1);
#include "both.inc"
    auto f = [&](int n) { raddle_assert(n == 1); return n; };
    return f(1);
}
EOF
cat >two.c <<'EOF'
#include <raddle.h>
int use(int x);
int use(int x)
{
    raddle_assert(x == 1, "why");
    return 0;
}
EOF
warnings="-Wall -Wextra -Wconversion -Wshadow -pedantic -Werror"
include=$(dirname "$RADDLE")/include
clean() {
    "$@" $disable -I"$include" $warnings -c -o clean.o 2>clean.err || {
        head -5 clean.err
        fail "$* $disable"
    }
}
refused() {
    ! "$@" $disable -I"$include" -c -o two.o 2>/dev/null ||
        fail "$* $disable: a second argument is taken"
}
for disable in "" -DRADDLE_DISABLE; do
    for c in gcc clang; do
        cxx=$([ $c = gcc ] && echo g++ || echo clang++)
        for std in c89 gnu89; do
            clean $c -std=$std c.c
            refused $c -std=$std two.c
        done
        for std in c99 gnu99 c11 c17 c2x; do
            clean $c -std=$std c99.c
            refused $c -std=$std two.c
        done
        clean $cxx -std=c++98 -x c++ c.c
        for std in c++11 c++14 c++17 c++20 c++2b; do
            clean $cxx -std=$std -Wold-style-cast cxx.cc
            refused $cxx -std=$std -x c++ two.c
        done
    done
done

# --- What failed is told as it was written
cat >fails.cc <<'EOF'
#include <raddle.h>
#include <thread>
template <int a, int b> bool equal() { return a == b; }
int main()
{
    std::thread t([] {});
    raddle_assert(equal<1, 2>());
    t.join();
}
EOF
"$RADDLE" c++ -g -pthread fails.cc -o fails
status=0
"$RADDLE" test --quiet -n 1 --no-shrink --out fails.out ./fails >log 2>&1 || status=$?
[ $status = 1 ] || fail "status $status: $(cat log)"
grep -q 'equal<1, 2>()' log || fail "$(cat log)"
