# zstd, as Debian built it, compresses under raddle; the result unpacks to the
# same bytes, for several seeds and on both engines.
set -eu
. "$(dirname "$0")/common.inc"
need zstd
need zstd
cd "$TMP"
make_input input 12000
for seed in 1 2 3; do
    under_raddle $seed zstd -q -T4 -B65536 -kf input
    zstd -qdc input.zst | cmp - input
    rm input.*
done
"$RADDLE" test --quiet --engine kernel --executions 1 --out out -- zstd -q -T4 -B65536 -kf input
zstd -qdc input.zst | cmp - input
