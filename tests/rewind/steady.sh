# In the steady state an execution makes no system call and takes no signal, and
# little is restored: counted, for three programs and one with 64 MiB of data.
# A count that rises is a rewind that became slower.
. "$(dirname "$0")/common.inc"
command -v strace >/dev/null || {
    echo "strace is not installed: scripts/setup.sh does it"
    exit 77
}
bench=$here/../../bench/programs

# Counts calls of the target, and faults and traps that it took, in a campaign
# of $2 executions, into the file `count`; steady_count.py says what counts.
# Now and then strace fails when raddle kills the target at the end (it takes
# the SIGKILL for a group stop): that was not a campaign, so it is run again.
calls() {
    for attempt in 1 2 3 4 5 6; do
        rm -f trace.*
        status=0
        strace -ff -o trace "$RADDLE" test -q --fresh -n "$2" -j 1 -s random \
            --metrics none --determinism 0 --isolation rewind \
            --json report.json -- "./$1" >out 2>err || status=$?
        grep -q '^strace: ' err || break
        echo "$1: attempt $attempt: $(cat err)"
    done
    [ "$status" = 0 ] || fail "$1: exit status $status"
    grep -lE "^execve\(\"(\./|[^\"]*/)$1\"" trace.* >targets
    [ "$(wc -l <targets)" = 1 ] || fail "$1: not one target: $(cat targets)"
    python3 "$here/steady_count.py" "$(cat targets)" >count
}
# at_most PROGRAM CALLS PAGES BYTES: in 2,000 executions more, and restored by
# each.
at_most() {
    "$RADDLE" cc -O2 -g -pthread "$bench/$1.c" -o "$1"
    calls "$1" 1000
    few=$(cat count)
    calls "$1" 3000
    python3 - "$1" $(($(cat count) - few)) "$2" "$3" "$4" <<'P' || exit 1
import json, sys
name, more, most, pages, bytes = sys.argv[1], *map(int, sys.argv[2:])
r = json.load(open("report.json"))
got = [r["restored"][k] / r["executions"] for k in ("pages", "bytes")]
print(f"{name}: {more} calls and signals of 2,000 executions; each restored "
      f"{got[0]:.0f} pages, {got[1]:.0f} bytes")
assert 0 <= more <= most, f"{more} calls and signals, not 0 to {most}"
assert 0 < got[0] <= pages, f"more than {pages} pages"
assert got[1] <= bytes, f"more than {bytes} bytes"
P
}
# What is left: a page that is written and never differs (a lock that is taken and
# given back) is watched again after ever longer times, 32 executions, 128, 512 and
# so on, and each time takes one signal and two calls.  Handover and account have
# three such pages, large has five.  In every eighth execution of a program that
# waits for conditions, wait_loop.c reads what a thread tested before its wait, by
# two calls, when the thread wakes without a signal: 48 times in queue.
at_most handover 15 14 90000
at_most account 15 14 90000
at_most queue 111 14 125000
at_most large 25 45 200000
