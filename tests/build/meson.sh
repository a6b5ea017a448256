# meson test --wrapper: every test of the project under raddle; without the
# wrapper they run as they are.
. "$(dirname "$0")/common.inc"
need meson
need ninja
cat >meson.build <<'C'
project('counting', 'c', default_options: ['buildtype=debug'])
threads = dependency('threads')
raddle = dependency('raddle')
count = executable('count', 'count.c', dependencies: [threads, raddle])
test('racy', count, args: ['racy'])
test('safe', count, args: ['safe'])
C
export PKG_CONFIG_PATH=$PREFIX/lib/pkgconfig
status 0 env CC=raddle-cc meson setup build
status 0 meson test -C build
status 1 meson test -C build --print-errorlogs \
    --wrapper 'raddle test --jobs 1 --executions 200'
grep -qE 'racy +FAIL' log || fail "racy: $(cat log)"
grep -qE 'safe +OK' log || fail "safe: $(cat log)"
says "assertion failed: n == 2"
status 1 raddle replay build/raddle-out/count-*/*.schedule
