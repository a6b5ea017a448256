# raddle prove with a bound: how many interleavings need how many preemptions,
# and that nobody takes it for a proof.
. "$(dirname "$0")/common.inc"
from=$(dirname "$0")/../prove
"$RADDLE" cc -O1 -g -pthread "$from/counting.c" -o counting
# bounded ARGUMENTS...: the JSON is in report.
bounded() {
    want=$1
    shift
    expect "$want" "$RADDLE" prove --fresh --no-shrink --metrics=none -o kept \
        --json report "$@"
}
RADDLE=$RADDLE python3 - "$from/bounds.txt" <<'P'
import json, os, subprocess, sys
bad = 0
for line in open(sys.argv[1]):
    if line.startswith("#"):
        continue
    program, counts = line.split(":")
    wanted = [int(n) for n in counts.split()]
    # To the last that has some, and with one less.
    for most in {len(wanted) - 1, max(len(wanted) - 2, 0)}:
        subprocess.run([os.environ["RADDLE"], "prove", "-qk", "--fresh",
                        "--no-shrink", "--metrics=none", "-o", "kept",
                        f"--preemptions={most}", "--json=report",
                        "./counting", *program.split()],
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        r = json.load(open("report"))
        found = r["bounds"]["interleavings_by"]
        if (found != wanted[:most + 1] or r["complete"] or
                not r["bounds"]["complete_within"] or
                r["bounds"]["preemptions"] != most):
            bad += 1
            print(f"{program} with {most}: {found}, not {wanted}; "
                  f"{r['bounds']} {r['incomplete_because']}")
sys.exit(bad > 0)
P
# It is a result of its own kind.
bounded 0 --preemptions 1 ./counting fib 2
equal "$(field report 'r["complete"], r["verdict"], r["stop"], r["interleavings"]')" \
    "(False, 'within-bounds', 'exhausted', 8)"
says "complete within 1 preemption: 8 interleavings"
says "not a proof"
bounded 0 --delays 1 ./counting fib 2
equal "$(field report 'r["complete"], r["bounds"]["delays"], r["bounds"]["preemptions"], len(r["bounds"]["interleavings_by"])')" \
    "(False, 1, None, 2)"
# With enough of them everything is there, and nothing twice; so it is with
# every schedule.
bounded 0 --delays 20 ./counting counter 2 2
equal "$(field report 'r["interleavings"], sum(r["bounds"]["interleavings_by"])')" "(34, 34)"
bounded 0 --strategy dfs ./counting condvar 1 1
equal "$(field report 'r["complete"], r["interleavings"], r["bounds"]["schedules"] > 100')" \
    "(True, 2, True)"
# Random schedules meet all of them, no others, and prove nothing.
expect 3 "$RADDLE" prove -q --fresh -n 3000 --strategy walks -o dir --json report ./counting counter 2 2
equal "$(field report 'r["complete"], r["interleavings"], r["executions"]')" "(False, 34, 3000)"
expect 2 "$RADDLE" prove --strategy walks ./counting counter 2 2
# Neither they nor a bound change what a proof in the same directory has shown.
expect 0 "$RADDLE" prove -q --fresh -o dir ./counting counter 2 2
expect 0 "$RADDLE" prove -q --preemptions 0 -o dir ./counting counter 2 2
expect 3 "$RADDLE" prove -q -n 5 --strategy walks -o dir ./counting counter 2 2
expect 0 "$RADDLE" coverage dir --json stored
equal "$(field stored 'r["interleavings"], r["incomplete_because"]')" "(34, [])"
# The deadlock needs one.
bounded 0 --preemptions 0 -k ./counting philo 3
bounded 1 --preemptions 1 -k ./counting philo 3
# Stopped before its end it says so.
bounded 3 --preemptions 3 -n 5 ./counting fib 2
equal "$(field report 'r["bounds"]["complete_within"], r["verdict"]')" "(False, 'incomplete')"
# Wrong usage.
expect 2 "$RADDLE" prove --preemptions 1 --delays 1 ./counting
expect 2 "$RADDLE" prove --preemptions 1 -s dfs ./counting
expect 2 "$RADDLE" prove --memory 5 ./counting
expect 2 "$RADDLE" test --preemptions 1 ./counting
# Spurious wake-ups; two searches that have little in common agree.
bounded 0 --spurious 1 ./counting condvar 1 1
equal "$(field report 'r["complete"], r["interleavings"], r["bounds"]["spurious"]')" "(True, 4, 1)"
bounded 0 --spurious 2 --preemptions 20 ./counting condvar 1 1
equal "$(field report 'r["interleavings"]')" 6
bounded 0 --spurious 2 ./counting condvar 1 1
equal "$(field report 'r["interleavings"]')" 6
bounded 1 --spurious 1 -k ./counting condbroad 2 1
equal "$(field report 'r["interleavings"], r["deadlocks"]')" "(66, 28)"
# Little memory: source sets, and still every interleaving once.
bounded 0 --memory 1M ./counting lastzero 8
equal "$(field report 'r["complete"], r["interleavings"], r["memory"]["source_sets"], r["abandoned"] > 0')" \
    "(True, 704, True, True)"
