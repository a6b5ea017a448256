# The kernel orders an access and the free of its memory, though the thread
# that frees takes no step to learn of the access: see tests/races/edges.
. "$(dirname "$0")/common.inc"
edges=$(cd "$(dirname "$0")/../races/edges" && pwd)
"$RADDLE" cc -g1 -O1 -pthread "$edges/kernel.c" -o kernel -lrt
for case in $(./kernel); do
    races=[]
    [ "$case" != nothing ] || races="['unordered']"
    expect 0 "$RADDLE" test -j1 --fresh --no-shrink -n 40 --time-passes=idle \
        --json j ./kernel "$case"
    equal "$case $(field j '[f["race"]["proof"] for f in r["findings"] if f["race"]]')" \
        "$case $races"
done
