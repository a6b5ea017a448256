#!/bin/sh
# A meson project with checks, a library and link-time optimisation.
. "$(dirname "$0")/common.inc"
command -v meson >/dev/null && command -v ninja >/dev/null || skip "no meson"
two_files
wrappers
cat >meson.build <<'EOF'
project('counting', 'c', default_options: ['warning_level=2'])
cc = meson.get_compiler('c')
assert(cc.has_function('strlen'), 'strlen')
assert(not cc.has_function('no_such_function'), 'no_such_function')
assert(cc.has_header('pthread.h'), 'pthread.h')
assert(cc.sizeof('long') == 8, 'long')
assert(cc.has_argument('-Wshadow'), '-Wshadow')
assert(not cc.has_argument('-fno-such-flag-at-all'), 'flag')
assert(cc.run('int main(void) { return 3; }').returncode() == 3, 'run')
assert(cc.links('#include <math.h>\nint main(int c, char **v) { (void)v; return (int)sin(c); }',
  dependencies: cc.find_library('m')), 'libm')
count = shared_library('count', 'count.c')
executable('prog', 'main.c', link_with: count,
  dependencies: dependency('threads'))
EOF
for c in $compilers; do
    export RADDLE_CC=$c CC=raddle-cc
    meson setup build-$c >log 2>&1 || fail "$(cat log build-$c/meson-logs/*)"
    grep -q "C compiler for the host machine: raddle-cc ($c" log ||
        fail "the compiler is taken for another: $(cat log)"
    ninja -C build-$c >log 2>&1 || fail "$(cat log)"
    meson setup build-$c-lto -Db_lto=true >log 2>&1 || fail "$(cat log)"
    ninja -C build-$c-lto >log 2>&1 || fail "$(cat log)"
    unset RADDLE_CC CC
    for build in build-$c build-$c-lto; do
        hooked $build/prog
        hooked $build/libcount.so
        finds $build/prog
    done
done
