# xz, as Debian built it, compresses under raddle; the result unpacks to the
# same bytes, for several seeds and on both engines.
set -eu
. "$(dirname "$0")/common.inc"
need xz
need xz
cd "$TMP"
make_input input 12000
for seed in 1 2 3; do
    under_raddle $seed xz -T4 --block-size=65536 -kf input
    xz -dc input.xz | cmp - input
    rm input.*
done
"$RADDLE" test --quiet --engine kernel --executions 1 --out out -- xz -T4 --block-size=65536 -kf input
xz -dc input.xz | cmp - input
