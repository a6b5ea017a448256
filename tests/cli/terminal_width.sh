# The last lines of raddle test fit into the terminal, and are whole in a file.
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$root/tests/cli/common.inc"
"$RADDLE" cc -g -pthread "$root/bench/coverage/subjects/cache.c" -o subject
last='2 uncovered, 1 unexpected, 0 new in the last 5000 executions: saturated'
export COLUMNS=64
expect 0 "$RADDLE" test --jobs 1 ./subject
says "$last"
expect 0 on_terminal "$RADDLE" test --fresh --jobs 1 ./subject
tr -d '\r' <out | sed 's/.*\x1b\[K//' | sed -n '/^5121 executions/,/^kept in/p' >lines
[ "$(grep -v '^kept in' lines | wc -L)" -le 64 ] || fail "wider than the terminal"
equal "$(tr '\n' ' ' <lines | tr -s ' ' | grep -oF "$last")" "$last"
# What does not fit stands below the words that it belongs to.
equal "$(grep -c '^          [^ ]' lines)" 2
