# How coverage grew, for machines: over the window, its r2, when it was first
# saturated; schedules that were skipped; a combined metric as one.
. "$(dirname "$0")/common.inc"
cat >steps.c <<'C'
#include <pthread.h>
#include <stdatomic.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int flag;
static void *work(void *arg)
{
    pthread_mutex_lock(&lock);
    atomic_fetch_add(&flag, 1);
    pthread_mutex_unlock(&lock);
    return arg;
}
C
two_threads_main >>steps.c
"$RADDLE" cc -g -pthread steps.c -o steps

all='sum(m["covered"] for m in r["coverage"].values())'
expect 0 "$RADDLE" test --jobs 1 --until saturation --window 300 --json report \
    --out there ./steps
python3 -S - <<'P' || fail "the report is wrong"
import json
r = json.load(open("report"))
g, covered = r["growth"], sum(m["covered"] for m in r["coverage"].values())
assert r["stop"] == "saturated" and g["saturated"] and g["full"], r
assert (g["window"], g["window_seconds"]) == (300, None), g
assert (g["new"], g["rate"], g["r2"]) == (0, 0, 0), g
p = g["first_saturated"]
# Not before one window after the first execution, which was new.
assert 301 <= p["executions"] <= r["executions"], (p, r["executions"])
assert 0 < p["seconds"] <= r["seconds"], p
assert p["covered"] == covered > 0, (p, covered)
P
# A session that goes on is saturated after one window, with the same.
expect 0 "$RADDLE" test --jobs 1 -n 350 --window 300 --json report --out there \
    ./steps
equal "$(field report 'r["growth"]["first_saturated"]["executions"]')" 300
equal "$(field report "r['growth']['first_saturated']['covered'] == $all")" True
# Too short for a window: all of it counts.
expect 0 "$RADDLE" test --jobs 1 -n 40 --json report --out short ./steps
equal "$(field report 'r["growth"]["full"], r["growth"]["saturated"], r["growth"]["first_saturated"]')" \
    "(False, False, None)"
equal "$(field report "r['growth']['new'] == $all and r['growth']['rate'] == $all * 25")" True
equal "$(field report '0 < r["growth"]["r2"] < 1')" True
expect 0 "$RADDLE" test --jobs 1 -n 40 --window 90s --json report --out time ./steps
equal "$(field report 'r["growth"]["window"], r["growth"]["window_seconds"]')" \
    "(None, 90.0)"
expect 0 "$RADDLE" test -n 4 --metrics none --json report --out none ./steps
equal "$(field report 'r["growth"], r["combined"], r["skipped"]')" "(None, {}, 0)"

expect 0 "$RADDLE" test --strategy similarity --jobs 1 -n 50 --json report \
    --out similar ./steps
skipped=$(field report 'r["skipped"]')
[ "$skipped" -gt 0 ] || fail "nothing was skipped"
says "$skipped schedules skipped as similar"

expect 0 "$RADDLE" test -n 50 --metrics follows+pset --json report --out union ./steps
python3 -S - <<'P' || fail "the report is wrong"
import json
r = json.load(open("report"))
assert sorted(r["coverage"]) == ["follows", "pset"], r["coverage"]
assert list(r["combined"]) == ["follows+pset"], r["combined"]
for name, n in r["combined"]["follows+pset"].items():
    if name == "proved":
        continue
    assert n == sum(m[name] for m in r["coverage"].values()), (name, n)
    assert n > 0 or name == "impossible", (name, n)
P
covered=$(field report 'r["combined"]["follows+pset"]["covered"]')
says ", follows+pset $covered of "
expect 0 "$RADDLE" coverage --metric follows+pset --json report union
equal "$(field report 'r["combined"]["follows+pset"]["covered"]')" "$covered"
