#!/bin/sh
# C++: exceptions, thread_local, virtual calls, atomics, statics; alone the
# program prints what a plain build prints, under raddle its bug is found.
. "$(dirname "$0")/common.inc"

cat >shapes.cc <<'EOF'
#include <atomic>
#include <cassert>
#include <cstdio>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>
struct Shape {
    virtual ~Shape() {}
    virtual int area() const = 0;
};
struct Square : Shape {
    int side;
    explicit Square(int s) : side(s) {}
    int area() const override { return side * side; }
};
static thread_local int calls;
static std::atomic<int> sum;
static int unprotected;
static bool race;
static int checked(int n)
{
    static const std::string text = "negative";
    calls++;
    if (n < 0)
        throw std::invalid_argument(text);
    return n;
}
static void work(int n)
{
    std::unique_ptr<Shape> s(new Square(n));
    try {
        checked(-n);
    } catch (const std::invalid_argument &e) {
        sum += s->area() + (int)std::strlen(e.what()) + calls;
    }
    if (race)
        unprotected++;
}
/* With an argument it has a race. */
int main(int argc, char **)
{
    race = argc > 1;
    std::vector<std::thread> threads;
    for (int i = 1; i <= 2; i++)
        threads.emplace_back(work, i);
    for (auto &t : threads)
        t.join();
    std::printf("%d\n", sum.load());
    assert(!race || unprotected == 2);
    return 0;
}
EOF
g++ -pthread shapes.cc -o plain
for c in $compilers; do
    for level in -O0 -O2; do
        "$RADDLE" c++ --cc=$c $level -pthread shapes.cc -o shapes
        [ "$(./plain)" = "$(./shapes)" ] || fail "$c $level: other output"
        hooked shapes
        "$RADDLE" test --quiet --executions 100 --out out ./shapes >log 2>&1 ||
            fail "$c $level: $(cat log)"
        finds ./shapes race
    done
done
wrappers
raddle-c++ -pthread -c shapes.cc
raddle-c++ shapes.o -pthread -o shapes
finds ./shapes race
RADDLE_CXX=clang++ raddle-c++ --version | grep -q clang ||
    fail "RADDLE_CXX is not used"
RADDLE_CC=clang raddle-c++ --version | grep -q clang ||
    fail "RADDLE_CC does not choose the C++ compiler"

# Which language a file has is said in every way that the compilers know; what
# is linked then is as theirs: of C++ only with the C++ driver or by its name.
# agree COMPILER ARGUMENT...: leaves in $a whether both link it.
cat >throws.c <<'EOF'
int main(void)
{
    try {
        throw 1;
    } catch (int) {
    }
}
EOF
agree() {
    rm -f by_compiler by_raddle
    "$@" -o by_compiler 2>/dev/null || true
    command=$([ "${1%++}" = "$1" ] && echo cc || echo c++)
    shift
    "$RADDLE" $command --cc=$c "$@" -o by_raddle >log 2>&1 || true
    [ -e by_compiler ] && a=yes || a=no
    [ -e by_raddle ] && b=yes || b=no
    [ $a = $b ] || {
        head -c 2000 log | cat -v
        fail "$c $command $*: linked by the compiler: $a, by raddle: $b"
    }
}
# Without exceptions the driver for C links it, though hooks know of them.
cat >plain.cc <<'EOF'
extern "C" int puts(const char *);
int main()
{
    return puts("x") < 0;
}
EOF
for c in $compilers; do
    plain=$([ $c = gcc ] && echo g++ || echo clang++)
    agree $c plain.cc
    [ $a = yes ] || fail "$c plain.cc: does not link"
    cc --cc=$c -c plain.cc
    cc --cc=$c plain.o -o plain
    ./plain >/dev/null
    for language in -xc++ '-x c++' --language=c++ '--language c++'; do
        agree $plain $language throws.c
        [ $a = yes ] || fail "$plain $language: does not link"
    done
    agree $c -xc++ throws.c
    agree $c -xc++ throws.c -lstdc++
    agree $plain -xc++ throws.c -xnone
    agree $plain -xc throws.c
    [ $a = no ] || fail "$plain -xc: takes C++ for C"
done
