# Every edge of happens-before is known: see tests/races/edges.  A race is
# reported only where there is no edge.  The same for what orders an access and
# the free of its memory.
. "$(dirname "$0")/common.inc"
edges=$(cd "$(dirname "$0")/../races/edges" && pwd)
reported() { # PROGRAM [OPTION]
    expect 0 "$RADDLE" test -k -j1 --fresh --no-shrink -n 60 --json j ${2:+"$2"} "$1"
    field j 'sorted((f["kind"], f["race"] and f["race"]["proof"], f["location"].split("(")[-1][:-1]) for f in r["findings"])'
}
"$RADDLE" cc -g1 -O1 -pthread "$edges/c.c" -o c
equal "$(reported ./c)" \
    "[('data-race', 'memory-order', 'futex'), ('data-race', 'memory-order', 'nothing')]"
"$RADDLE" c++ -std=c++20 -g1 -O0 -pthread "$edges/cxx.cc" -o cxx
equal "$(reported ./cxx)" "[('data-race', 'memory-order', 'nothing')]"

late="'data-race', 'unordered', 'late"
"$RADDLE" cc -g1 -O1 -pthread "$edges/free.c" -o free
equal "$(reported ./free --time-passes=idle)" \
    "[('data-race', 'seen', 'volatile_flag'), (${late}'), (${late}_load'), (${late}_munmap'), (${late}_read'), (${late}_realloc')]"
# The schedule leads to the free, and the report has both places.
for s in raddle-out/free/warnings/*.schedule; do
    expect 1 "$RADDLE" replay "$s"
    grep -q 'reproduced 1 of 1' out || fail "$s"
done
"$RADDLE" c++ -std=c++20 -g1 -O0 -pthread "$edges/free.cc" -o freecc
equal "$(reported ./freecc --time-passes=idle)" "[('data-race', 'unordered', 'late')]"
# Not if a part of the program may order the two that has no hooks, though no
# thread takes a step there.
echo 'void nothing(void) {}' >nothing.c
gcc -c nothing.c
gcc -shared -fPIC nothing.c -o libnothing.so
for part in nothing.o "-Wl,--no-as-needed ./libnothing.so"; do
    "$RADDLE" cc -g1 -O1 -pthread "$edges/free.c" $part -o free 2>notes
    equal "$(reported ./free --time-passes=idle)" "[('data-race', 'seen', 'volatile_flag')]"
done
