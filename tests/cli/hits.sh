# For each interaction: how many executions covered it, and how many of those
# failed.  Exact: with one job and with several, in one session and in two,
# under every isolation, and if workers or raddle itself are killed.
. "$(dirname "$0")/common.inc"
cat >hands.c <<'C'
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int ready, data;
static void *put(void *arg)
{
    pthread_mutex_lock(&lock);
    ready = 1;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    data = 1;
    pthread_mutex_unlock(&lock);
    return arg;
}
static void *get(void *arg)
{
    pthread_mutex_lock(&lock);
    assert(FINE || !ready || data);
    pthread_mutex_unlock(&lock);
    return arg;
}
C
two_threads_main put get >>hands.c
"$RADDLE" cc -g -DFINE=0 -pthread hands.c -o hands
"$RADDLE" cc -g -DFINE=1 -pthread hands.c -o fine

# Without learning, seed and number decide an execution.
campaign() {
    got=0
    "$RADDLE" test --no-learn --strategy random --keep-going --no-shrink \
        --metrics sync-pair,def-use "$@" >out 2>err || got=$?
    [ "$got" -le 1 ] || fail "exit status $got: $*"
}
# counts DIR: "line -> line hits failed" of all that is covered, sorted.
counts() {
    "$RADDLE" coverage --json report "$1" >/dev/null
    python3 -S - <<'P'
import json
r = json.load(open("report"))
print(r["executions"], "executions", r["failed"], "failed")
for q in sorted((q["metric"], q["first"]["line"], q["second"]["line"],
                 q["hits"], q["failed"])
                for q in r["requirements"] if q["covered"]):
    print(*q)
P
}

campaign -n 300 --jobs 1 --json one.json --out one ./hands
counts one >one.txt
campaign -n 300 --jobs 3 --out three ./hands
counts three >three.txt
diff one.txt three.txt || fail "another number of jobs has other counts"
campaign -n 110 --jobs 2 --out twice ./hands
campaign -n 190 --jobs 1 --out twice ./hands
counts twice >twice.txt
diff one.txt twice.txt || fail "two sessions have other counts"
campaign -n 60 --jobs 1 --out rewind ./hands
counts rewind >rewind.txt
for isolation in fork exec; do
    campaign -n 60 --jobs 2 --isolation $isolation --out $isolation ./hands
    counts $isolation >$isolation.txt
    diff rewind.txt $isolation.txt || fail "$isolation has other counts"
done
# An execution fails exactly if the reader comes between the two writes; and all
# that fail are findings.
python3 -S - <<'P' || fail "wrong counts"
import json
rows = [line.split() for line in open("one.txt")]
assert rows[0][:2] == ["300", "executions"], rows[0]
n, failed = 300, int(rows[0][2])
hits = {tuple(r[:3]): (int(r[3]), int(r[4])) for r in rows[1:]}
sync = lambda a, b: hits["sync-pair", str(a), str(b)]
assert 0 < failed < n
assert sync(7, 17) == (failed, failed), hits
assert sync(10, 17)[1] == sync(17, 7)[1] == 0, hits
# The reader is first, in between, or last: once in each execution.
assert sum(x[0] for x in (sync(17, 7), sync(7, 17), sync(10, 17))) == n, hits
assert sum(f["times"] for f in json.load(open("one.json"))["findings"]) == failed
P

# People see it, and what is rare or fails first if they ask for it.
expect 0 "$RADDLE" coverage --sort failing one
failed=$(awk 'NR == 1 { print $3 }' one.txt)
says "300 executions ($failed failed) in 1 session"
grep -A2 '^sync-pair$' out | tr -d '\n' | tr -s ' ' | grep -qF \
    "hands.c:7:5 (put) -> hands.c:17:5 (get), in $failed of 300, fails in $failed of $failed" ||
    fail "the cause is not first"
expect 0 "$RADDLE" coverage --all --sort hits --metric sync-pair one
sed -n 's/.*, in \([0-9]*\) of 300.*/\1/p' out >order
[ "$(wc -l <order)" = 4 ] || fail "not four"
sort -cn order || fail "the rarest is not first"
expect 2 "$RADDLE" coverage --sort fish one
says "give place, hits or failing"
# In JSON too, within each metric.
for key in hits failing; do
    expect 0 "$RADDLE" coverage --sort $key --json sorted.$key one
done
equal "$(field sorted.hits 'len(r["requirements"]) > 4, all(
    a["hits"] <= b["hits"] for a, b in zip(r["requirements"], r["requirements"][1:])
    if a["metric"] == b["metric"] and b["covered"])')" "(True, True)"
equal "$(field sorted.failing 'all(
    a["failed"] * b["hits"] >= b["failed"] * a["hits"]
    for a, b in zip(r["requirements"], r["requirements"][1:])
    if a["metric"] == b["metric"] and b["covered"])')" True

# A metric that only a later session recorded: its executions count.
campaign -n 30 --out later ./hands
campaign -n 20 --metrics pset --out later ./hands
expect 0 "$RADDLE" coverage --all --json report later
equal "$(field report '{n: m["executions"] for n, m in sorted(r["coverage"].items())}')" \
    "{'def-use': 30, 'pset': 20, 'sync-pair': 30}"
sed -n '/^pset$/,$p' out | grep -q ', in [0-9]* of 20' || fail "of another number"

# A store of an older raddle: what it covered has no counts, now and later; what
# is covered for the first time then has.
campaign -n 1 --out old ./hands
python3 - <<'P'
import sqlite3
db = sqlite3.connect("old/campaign.sqlite")
for table, column in (("requirements", "hits"), ("requirements", "failed"),
                      ("sessions", "failed")):
    db.execute(f"ALTER TABLE {table} DROP COLUMN {column}")
db.execute("PRAGMA user_version = 1")
db.commit()
P
expect 0 "$RADDLE" coverage --json report old
says_not ", in "
before='[q["hits"] is None for q in r["requirements"] if q["covered"]]'
equal "$(field report "all($before)")" True
n=$(field report "len($before)")
campaign -n 99 --out old ./hands
expect 0 "$RADDLE" coverage --json report old
equal "$(field report "sum($before)")" "$n"
equal "$(field report "len($before) > $n")" True
says ", in "

# A worker that is killed: the execution is run again, and counts once.  The
# lock call at line 7 is in each execution directly before that at 10 or at 17.
always() {
    python3 -S - <<'P'
rows = [line.split() for line in open("now.txt")]
hits = {tuple(r[1:3]): int(r[3]) for r in rows[1:] if r[0] == "sync-pair"}
executions = int(rows[0][0])
seen = hits.get(("7", "10"), 0) + hits.get(("7", "17"), 0)
print(executions, executions - seen)
P
}
# Not before the first executions: a program that is killed before main ends the
# campaign.
saved() {
    "$RADDLE" coverage --json report "$1" >/dev/null 2>&1 &&
        [ "$(field report 'r["executions"]')" -gt "$2" ]
}
without_leak_check "$RADDLE" test --no-learn --strategy random \
    --metrics sync-pair,def-use -n 12000 --jobs 2 --out killed \
    ./fine >out 2>err &
pid=$!
await saved killed 0
kills=0
while [ "$kills" -lt 8 ] && kill -0 $pid 2>/dev/null; do
    for worker in $(pgrep -P $pid); do
        kill -9 "$worker" 2>/dev/null && kills=$((kills + 1))
    done
    sleep 0.03
done
wait $pid || fail "it ended with $?"
counts killed >now.txt
equal "$(always)" "12000 0"

# raddle itself is killed: what it had saved is right, and nothing is counted
# twice afterwards.
"$RADDLE" test --no-learn --strategy random --metrics sync-pair,def-use \
    --time 60 --jobs 2 --out dead \
    ./fine >out 2>err &
pid=$!
await saved dead 100
kill -9 $pid
wait $pid || true
counts dead >now.txt
read -r before missing <<E
$(always)
E
[ "$missing" -ge 0 ] || fail "$missing executions are counted twice"
campaign -n 100 --out dead ./fine
counts dead >now.txt
equal "$(always)" "$((before + 100)) $missing"
