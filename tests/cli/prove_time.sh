# raddle prove with sleeps, where time passes when no thread can step, and with
# pthread_tryjoin_np: numbers counted by hand, or why it is not complete.
. "$(dirname "$0")/common.inc"
from=$(dirname "$0")/../prove
"$RADDLE" cc -O1 -g -pthread "$from/sleeping.c" -o sleeping
RADDLE=$RADDLE python3 - "$from/sleeping.txt" <<'P'
import json, os, subprocess, sys
bad = 0
for line in open(sys.argv[1]):
    if line.startswith("#"):
        continue
    program, wanted = (part.strip() for part in line.split(":"))
    subprocess.run([os.environ["RADDLE"], "prove", "-qk", "--fresh", "--no-shrink",
                    "--metrics=none", "--steps=20000", "-o", "dir", "--json=report",
                    "./sleeping", program], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    r = json.load(open("report"))
    kinds = {x["kind"] for x in r["incomplete_because"]}
    came = f'{r["interleavings"]} {r["deadlocks"]}' if r["complete"] else \
        wanted if wanted in kinds else str(kinds)
    replayed = all(f["replayed"] for f in r["findings"])
    if came != wanted or r["abandoned"] or not replayed:
        bad += 1
        print(f"sleeping {program}: {came}, not {wanted}; abandoned {r['abandoned']}, "
              f"replayed {replayed}")
sys.exit(bad > 0)
P
