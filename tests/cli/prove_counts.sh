# raddle prove runs each interleaving once: programs whose numbers are known.
. "$(dirname "$0")/common.inc"
from=$(dirname "$0")/../prove
for cc in gcc clang; do
    CC=$cc "$RADDLE" cc -O1 -g -pthread "$from/counting.c" -o "counting-$cc"
    CC=$cc "$RADDLE" cc -O1 -g -fno-builtin -pthread "$from/blocks.c" \
        -o "blocks-$cc"
    for name in operations signals; do
        CC=$cc "$RADDLE" cc -O1 -g -pthread "$from/$name.c" -o "$name-$cc"
    done
done
RADDLE=$RADDLE python3 - "$from" <<'P'
import json, os, subprocess, sys
bad = 0
lines = [(name, line) for name, table in (
             ("counting", "counts"), ("blocks", "blocks"),
             ("operations", "operations"), ("signals", "signals"))
         for line in open(f"{sys.argv[1]}/{table}.txt")]
for name, line in lines:
    if line.startswith("#"):
        continue
    program, counts = line.split(":")
    wanted = [int(n) for n in counts.split()]
    for cc in ("gcc", "clang")[:2 if wanted[0] < 40 else 1]:
        subprocess.run([os.environ["RADDLE"], "prove", "-qk", "--fresh",
                        "--no-shrink", "--metrics=none", "-o", "out",
                        "--json=report", f"./{name}-{cc}", *program.split()],
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        r = json.load(open("report"))
        found = [r["interleavings"], r["deadlocks"], r["blocked"]]
        status = 1 if wanted[1] else 0
        if (found != wanted or not r["complete"] or r["abandoned"] != 0 or
                r["exit_status"] != status):
            bad += 1
            print(f"{name} {program} ({cc}): {found}, not {wanted}; complete: "
                  f"{r['complete']} {r['incomplete_because']}, abandoned "
                  f"{r['abandoned']}, exit status {r['exit_status']}")
sys.exit(bad > 0)
P
