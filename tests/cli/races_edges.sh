# Every edge of happens-before is known: see tests/races/edges.  A race is
# reported only where there is no edge.
. "$(dirname "$0")/common.inc"
edges=$(cd "$(dirname "$0")/../races/edges" && pwd)
reported() { # PROGRAM
    expect 0 "$RADDLE" test -k -j1 --fresh --no-shrink -n 60 --json j "$1"
    field j 'sorted((f["kind"], f["race"] and f["race"]["proof"], f["location"].split("(")[-1][:-1]) for f in r["findings"])'
}
"$RADDLE" cc -g1 -O1 -pthread "$edges/c.c" -o c
equal "$(reported ./c)" \
    "[('data-race', 'memory-order', 'futex'), ('data-race', 'memory-order', 'nothing')]"
"$RADDLE" c++ -std=c++20 -g1 -O0 -pthread "$edges/cxx.cc" -o cxx
equal "$(reported ./cxx)" "[('data-race', 'memory-order', 'nothing')]"
