# A build against itself with a comment more: nothing is new, changed or gone,
# whatever the seed.
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$root/tests/cli/common.inc"
mkdir old new
cp "$root/examples/regress/split.c" old/split.c
sed '1i /* A comment. */' old/split.c >new/split.c
for build in old new; do
    (cd $build && "$RADDLE" cc -g -pthread split.c -o split)
done
cd new
for seed in $(seq 20); do
    expect 1 "$RADDLE" regress -q -k --fresh --no-shrink --seed "$seed" -n 40 \
        --old-program ../old/split --json report ./split
    equal "$(field report '[[c[k] for k in "ACV"] for c in r["regress"]["counts"].values()]')" \
        "[[0, 0, 0], [0, 0, 0], [0, 0, 0]]"
    equal "$(field report 'r["regress"]["counts"]["adjacent"]["B"] > 0')" True
done
