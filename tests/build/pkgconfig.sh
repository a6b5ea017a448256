# pkg-config knows the header and the programs, of the version that runs.
. "$(dirname "$0")/common.inc"
need pkg-config
export PKG_CONFIG_PATH=$PREFIX/lib/pkgconfig
[ "raddle $(pkg-config --modversion raddle)" = "$(raddle --version)" ] || fail "another version"
[ "$(pkg-config --variable=raddle raddle)" = "$PREFIX/bin/raddle" ] || fail "another raddle"
cc=$(pkg-config --variable=cc raddle)
$cc -g -pthread $(pkg-config --cflags raddle) count.c -o count
./count racy
status 1 raddle test -q ./count racy
says "assertion failed: n == 2"
status 0 raddle test -q -n 100 ./count safe
# Its own compiler finds the header without being told.
echo '#include <raddle.h>' >header.c
$cc -Werror -c header.c
