# The programs of tests/races: each race is found, of the right kind, and
# replays; programs without one show none.  (make bench-detect: 20 seeds, and
# 100,000 executions of each program without a race.)
root=$(cd "$(dirname "$0")/../.." && pwd)
python3 "$root/tests/races.py" "$RADDLE" "$TMP" --quick --seeds 1 --executions 1000 --clean 200
