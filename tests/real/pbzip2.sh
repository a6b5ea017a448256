# pbzip2, as Debian built it, compresses under raddle; the result unpacks to the
# same bytes, for several seeds and on both engines.
set -eu
. "$(dirname "$0")/common.inc"
need pbzip2
need bzip2
cd "$TMP"
make_input input 12000
for seed in 1 2 3; do
    under_raddle $seed pbzip2 -p4 -b1 -kf input
    bzip2 -dc input.bz2 | cmp - input
    rm input.*
done
"$RADDLE" test --quiet --engine kernel --executions 1 --out out -- pbzip2 -p4 -b1 -kf input
bzip2 -dc input.bz2 | cmp - input
