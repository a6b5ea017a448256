#!/bin/sh
# Installs what building and testing need, from Debian's packages; says nothing
# and changes nothing when all of it is there.  As root, or through sudo.  What
# Debian lacks for the tests is fetched below build/.
set -eu

BUILD="gcc g++ make pkg-config libc6-dev libdw-dev libelf-dev libjansson-dev
libsqlite3-dev libutf8proc-dev libzydis-dev libclang-14-dev gdb python3"
TEST="curl ca-certificates clang clang-format lld libclang-rt-14-dev libcmocka-dev cmake
meson autoconf automake libglib2.0-dev pigz pbzip2 bzip2 xz-utils zstd
memcached netcat-openbsd procps file strace python3-jsonschema
python3-sarif-python-om python3-rfc3987 libxml2-utils
check libsubunit-dev libcriterion-dev libgtest-dev catch2 doctest-dev ninja-build
mandoc zsh fish valgrind
chromium chromium-driver python3-selenium fonts-dejavu-core poppler-utils"

# What the programs of bench/field are built with.
FIELD="ca-certificates dpkg-dev patch cmake meson ninja-build tcl libglib2.0-dev"

schema=
case "${1:-all}" in
build) want=$BUILD ;;
field) want="$BUILD $FIELD" ;;
all) want="$BUILD $TEST" schema=yes ;;
*) echo "usage: setup.sh [build|field|all]" >&2; exit 2 ;;
esac
here=$(cd "$(dirname "$0")" && pwd)
sarif=$here/../build/sarif

command -v dpkg-query >/dev/null || {
    echo "setup.sh: this is not Debian: install by hand: $want" >&2
    exit 1
}
missing=
for p in $want; do
    dpkg-query -W -f '${Status}' "$p" 2>/dev/null |
        grep -q 'ok installed' || missing="$missing $p"
done
fetch() {
    [ -z "$schema" ] || [ -s "$sarif/sarif-2.1.0.json" ] ||
        "$here/sarif.sh" "$sarif"
}
[ -z "$missing" ] && { fetch; exit; }

as_root=
if [ "$(id -u)" != 0 ]; then
    command -v sudo >/dev/null || {
        echo "setup.sh: missing packages:$missing" >&2
        echo "setup.sh: become root, or install them yourself" >&2
        exit 1
    }
    as_root=sudo
fi
echo "setup.sh: installing (a minute or so)$missing"
$as_root apt-get update -qq
# Services that a package starts are not wanted, only its program.
$as_root env DEBIAN_FRONTEND=noninteractive RUNLEVEL=1 \
    apt-get install -y -qq --no-install-recommends $missing >/dev/null
fetch
