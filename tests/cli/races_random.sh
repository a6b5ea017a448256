# Random programs: raddle reports the races that brute force knows, and no
# others.  (make soundness: more of them.)
root=$(cd "$(dirname "$0")/../.." && pwd)
"$root/tests/races/random_programs.py" "$RADDLE" "$TMP" 1 20 --executions 500
"$root/tests/races/random_programs.py" "$RADDLE" "$TMP" 2 20 --prove
