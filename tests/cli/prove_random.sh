# raddle prove against brute force over a model, on random programs: threads,
# memory, locks, conditions, semaphores.  PROVE_SEED, PROVE_PROGRAMS: others.
. "$(dirname "$0")/common.inc"
root=$(cd "$(dirname "$0")/../.." && pwd)
"$RADDLE" cc -O1 -g -pthread -I"$root/src" -I"$root/tests/unit" -D_GNU_SOURCE \
    "$root/tests/prove/random.c" "$root/src/explore/step.c" -o random
RADDLE=$RADDLE python3 - "${PROVE_SEED:-1}" "${PROVE_PROGRAMS:-300}" <<'P'
import json, os, subprocess, sys
first, n = int(sys.argv[1]), int(sys.argv[2])
bad = traces = 0
for seed in range(first, first + n):
    count = subprocess.run(["./random", str(seed), "count"], check=True,
                           stdout=subprocess.PIPE, text=True).stdout.split()
    wanted = [int(c) for c in count]
    subprocess.run([os.environ["RADDLE"], "prove", "-qk", "--fresh",
                    "--no-shrink", "--metrics=none", "-o", "out",
                    "--json=report", "./random", str(seed)],
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    r = json.load(open("report"))
    found = [r["interleavings"] - r["deadlocks"], r["deadlocks"]]
    traces += sum(wanted)
    if (found != wanted or not r["complete"] or r["blocked"] != 0 or
            r["abandoned"] != 0):
        bad += 1
        print(f"seed {seed}: {found}, not {wanted}; complete {r['complete']} "
              f"{r['incomplete_because']}, blocked {r['blocked']}, abandoned "
              f"{r['abandoned']}")
print(f"{n} programs from seed {first}, {traces} interleavings, {bad} wrong")
sys.exit(bad > 0 or traces <= n)
P
