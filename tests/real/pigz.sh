# pigz, as Debian built it, compresses under raddle; the result unpacks to the
# same bytes, for several seeds and on both engines.
set -eu
. "$(dirname "$0")/common.inc"
need pigz
need gzip
cd "$TMP"
make_input input 12000
for seed in 1 2 3; do
    under_raddle $seed pigz -p 4 -b 128 -kf input
    gzip -dc input.gz | cmp - input
    rm input.*
done
"$RADDLE" test --quiet --engine kernel --executions 1 --out out -- pigz -p 4 -b 128 -kf input
gzip -dc input.gz | cmp - input
