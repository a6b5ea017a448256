# In the steady state an execution makes no system call and takes no signal, and
# little is restored: counted, for three programs and one with 64 MiB of data.
# A count that rises is a rewind that became slower.
. "$(dirname "$0")/common.inc"
command -v strace >/dev/null || {
    echo "strace is not installed: scripts/setup.sh does it"
    exit 77
}
bench=$here/../../bench/programs

# Calls of the target, and faults and traps that it took, in a campaign of $2
# executions.  Not counted: what the watchdog does, which depends on time, and
# read and write, by which driver and target talk about every batch.
calls() {
    rm -f trace.*
    strace -ff -e signal=SIGSEGV,SIGSYS -o trace "$RADDLE" test -q --fresh \
        -n "$2" -j 1 -s random --metrics none --determinism 0 \
        --isolation rewind --json report.json -- "./$1" >out 2>err ||
        fail "$1: exit status $?"
    grep -lE "^execve\(\"(\./|[^\"]*/)$1\"" trace.* >targets
    [ "$(wc -l <targets)" = 1 ] || fail "$1: not one target: $(cat targets)"
    grep -cvE '^(rt_sigreturn|gettid|clock_gettime|read|write|\+\+\+)' \
        "$(cat targets)"
}
# at_most PROGRAM CALLS PAGES BYTES: in 2,000 executions more, and restored by
# each.
at_most() {
    "$RADDLE" cc -O2 -g -pthread "$bench/$1.c" -o "$1"
    few=$(calls "$1" 1000)
    many=$(calls "$1" 3000)
    python3 - "$1" $((many - few)) "$2" "$3" "$4" <<'P' || exit 1
import json, sys
name, more, most, pages, bytes = sys.argv[1], *map(int, sys.argv[2:])
r = json.load(open("report.json"))
got = [r["restored"][k] / r["executions"] for k in ("pages", "bytes")]
print(f"{name}: {more} calls and signals of 2,000 executions; each restored "
      f"{got[0]:.0f} pages, {got[1]:.0f} bytes")
assert more <= most, f"more than {most} calls and signals"
assert 0 < got[0] <= pages, f"more than {pages} pages"
assert got[1] <= bytes, f"more than {bytes} bytes"
P
}
at_most handover 40 28 140000
at_most account 40 28 140000
at_most queue 60 28 175000
at_most large 80 45 200000
