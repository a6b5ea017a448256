# raddle coverage: what a campaign has and has not covered, by source line;
# while it runs, after it, and when the program is another one by now.
. "$(dirname "$0")/common.inc"
expect 2 "$RADDLE" coverage; says "which campaign"
expect 2 "$RADDLE" coverage nowhere; says "there is no campaign in nowhere"
expect 2 "$RADDLE" coverage a b; says "one directory"
expect 2 "$RADDLE" coverage --metric fish a; says "sync-pair"
expect 0 "$RADDLE" list metrics
for name in blocked blocking blocked-pair follows sync-pair lr-def def-use \
    pset reads-from adjacent sync-pair+def-use cc cc-ordered; do
    grep -q "^$name  *[a-z]" out || fail "no $name"
done
[ "$(wc -L <out)" -le 80 ] || fail "wider than a screen"

# The lock at line 21 is always taken after that at line 8: a flag says so, which
# estimation does not understand.
cat >apart.c <<'C'
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
static int gone;
static void *first(void *arg)
{
    pthread_mutex_lock(&gate);
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    gone = 1;
    pthread_mutex_unlock(&gate);
    return arg;
}
static void *second(void *arg)
{
    int go;
    pthread_mutex_lock(&gate);
    go = gone;
    pthread_mutex_unlock(&gate);
    if (go)
        pthread_mutex_lock(&lock), pthread_mutex_unlock(&lock);
    return arg;
}
C
two_threads_main first second >>apart.c
"$RADDLE" cc -g -pthread apart.c -o apart
expect 0 "$RADDLE" test -n 300 --metrics sync-pair,def-use,blocked-pair \
    --out there ./apart
expect 0 "$RADDLE" coverage --all there
says "./apart: 300 executions in 1 session"
grep -qE '^  covered    apart.c:8:5 \(first\) -> apart.c:21:9 \(second\), in [1-9][0-9]* of 300$' out ||
    fail "no pair of lines 8 and 21"
grep -q '^  covered    apart.c:7:5 (first) -> apart.c:17:5 (second), in ' out ||
    fail "no pair of lines 7 and 17"
grep -q '^  covered    apart.c:10:10 (first) -> apart.c:18:8 (second), in ' out ||
    fail "no write and read of the flag"
cp out all

# The order is the same each time, and each metric has one heading.
expect 0 "$RADDLE" coverage --all there
cmp out all
equal "$(grep -c '^sync-pair$' out)" 1
# Without --all about a screen, what is uncovered first, and how much is left.
expect 0 "$RADDLE" coverage there
[ "$(wc -L <out)" -le 80 ] || fail "wider than a screen"
[ "$(wc -l <out)" -le 40 ] || fail "longer than a screen"
equal "$(grep -A1 '^sync-pair$' out | tail -1)" \
    "  uncovered  apart.c:21:9 (second) -> apart.c:8:5 (first)"
# Every requirement is either shown or counted as left.
python3 - out all <<'P'
import re, sys
def n(path):
    text = open(path).read()
    lines = re.findall(r"^  (?:un)?(?:covered|expected) .*", text, re.M)
    times = [re.search(r", (\d+) times$", x) for x in lines]
    more = re.findall(r"\.\.\. (\d+) more", text)
    return sum(int(t[1]) if t else 1 for t in times) + sum(map(int, more))
short, whole = (n(path) for path in sys.argv[1:])
assert short == whole > 0, (short, whole)
P
# What no session was to record is not "none": it is said how to record it.
expect 0 "$RADDLE" coverage --metric pset there
says "pset was not recorded; to record it: raddle test --metrics pset --out there ./apart"
says_not "no interaction"
expect 0 "$RADDLE" coverage --metric cc --json report there
says "cc was not recorded"
equal "$(field report 'r["recorded"], r["capped"], len(r["notes"])')" \
    "(['blocked-pair', 'sync-pair', 'def-use'], False, 1)"
# What a strategy records for itself counts in no total, and is named.
expect 0 "$RADDLE" test --strategy rff --metrics sync-pair,def-use -n 50 \
    --json tested --out rff ./apart
expect 0 "$RADDLE" coverage --json report rff
says "Recorded besides (--metric NAME): reads-from adjacent"
equal "$(field report 'r["recorded"], r["besides"], sorted(r["coverage"])')" \
    "(['sync-pair', 'def-use'], ['reads-from', 'adjacent'], ['def-use', 'sync-pair'])"
equal "$(field report '{n: m["estimated"] for n, m in r["coverage"].items()}')" \
    "$(field tested '{n: m["estimated"] for n, m in r["coverage"].items()}')"
expect 0 "$RADDLE" report --json report rff
equal "$(field report 'sorted(r["coverage"]), sorted(r["samples"]["covered"])')" \
    "(['def-use', 'sync-pair'], ['def-use', 'sync-pair'])"
expect 0 "$RADDLE" coverage --metric reads-from rff
grep -q '^reads-from  *[0-9]' out || fail "no reads-from"
expect 0 "$RADDLE" coverage --metric def-use there
grep -q '^def-use$' out || fail "no def-use"
! grep -q '^sync-pair' out || fail "sync-pair, unasked"
expect 0 "$RADDLE" coverage --metric sync-pair+def-use there
grep -q '^sync-pair+def-use  *[1-9]' out || fail "no total of the union"

# The default, of strategies that aim at what their papers do, and of a proof.
recorded() { field report 'sorted(r["coverage"])'; }
expect 0 "$RADDLE" test -n 20 --json report --out default ./apart
equal "$(recorded)" "['blocked-pair', 'reads-from']"
expect 0 "$RADDLE" coverage --json report default
equal "$(field report 'r["recorded"], r["besides"]')" \
    "(['blocked-pair', 'reads-from'], ['adjacent'])"
for strategy in tsa:"['sync-pair']" cuve:"['def-use', 'sync-pair']" \
    pos:"['blocked-pair', 'reads-from']"; do
    expect 0 "$RADDLE" test -s ${strategy%%:*} -n 20 --fresh --json report \
        --out default ./apart
    equal "$(recorded)" "${strategy#*:}"
done
expect 0 "$RADDLE" prove --fresh --json report --out default ./apart
equal "$(recorded)" "['reads-from', 'sync-pair']"

# For machines: the same, counted.
expect 0 "$RADDLE" coverage --json report there
equal "$(field report 'r["command"], r["program"], r["arguments"]')" \
    "('coverage', './apart', [])"
equal "$(field report 'r["executions"], r["sessions"], r["findings"]')" \
    "(300, 1, 0)"
python3 - report <<'P'
import json, sys
r = json.load(open(sys.argv[1]))
for name, counts in r["coverage"].items():
    own = [q for q in r["requirements"] if q["metric"] == name]
    state = lambda s: sum(q["state"] == s for q in own)
    assert counts["estimated"] == sum(q["estimated"] for q in own), name
    assert counts["covered"] == sum(q["covered"] for q in own), name
    assert counts["uncovered"] == state("uncovered"), name
    assert counts["unexpected"] == state("unexpected"), name
pair = [q for q in r["requirements"] if q["metric"] == "sync-pair"
        and q["first"]["line"] == 8 and q["second"]["line"] == 21]
assert len(pair) == 1, pair
q, = pair
assert q["covered"] and 0 <= q["execution"] < 300
assert 0 <= q["seconds"] <= r["seconds"], (q, r["seconds"])
assert q["first"]["file"] == "apart.c" and q["first"]["function"] == "first"
assert q["first"]["module"].endswith("/apart")
assert q["second"]["location"] == "apart.c:21:9 (second)"
P
expect 0 "$RADDLE" coverage --uncovered --json - there
equal "$(field out 'set(q["state"] for q in r["requirements"]) <= {"uncovered"}')" \
    True
equal "$(field out 'len(r["requirements"])')" \
    "$(field report 'sum(m["uncovered"] for m in r["coverage"].values())')"
expect 0 "$RADDLE" coverage --uncovered --all there
! grep -qE '^  (covered|unexpected)' out || fail "not only uncovered ones"
says "  uncovered  apart.c:21:9 (second) -> apart.c:8:5 (first)"

# A binary that changed or is gone has no lines, which is said; and comes back.
cp apart kept
printf 'int x;\n' >>apart.c
"$RADDLE" cc -g -pthread -DOTHER apart.c -o apart
expect 0 "$RADDLE" coverage --json report there
field report 'r["notes"]' | grep -q "apart has changed since it was tested" ||
    fail "not said"
says "note: "
says "apart+0x"
says_not "apart.c:"
rm apart
expect 0 "$RADDLE" coverage --json report there
field report 'r["notes"]' | grep -q "apart cannot be read any more" ||
    fail "not said"
cp kept apart
expect 0 "$RADDLE" coverage --all there
cmp out all

# Beside a campaign that runs.
"$RADDLE" test -j1 --time 600s -n 100000000 --until finding \
    --metrics sync-pair,def-use --out running ./apart >/dev/null 2>&1 &
campaign=$!
covers() {
    "$RADDLE" coverage --json report running >out 2>err &&
        grep -q '(first) -> ' out
}
await covers
kill -0 $campaign || fail "the campaign is over"
grep -q '(first) -> ' out || fail "nothing is covered yet"
kill -INT $campaign
wait $campaign || true

# The command that records it goes on with the campaign, whatever its words.
expect 0 "$RADDLE" test -n 10 --metrics def-use --out "it's there" ./apart \
    "two words" '$HOME'
expect 0 "$RADDLE" coverage --metric pset --json report "it's there"
says "./apart 'two words' '\$HOME': 10 executions in 1 session"
command=$(sed -n 's/^note: .*to record it: raddle test/"$RADDLE" test -n 10/p' out)
expect 0 eval "$command"
says_not "begins anew"
expect 0 "$RADDLE" coverage --metric pset --json report "it's there"
says_not "not recorded"
equal "$(field report 'r["sessions"], r["executions"], r["arguments"]')" \
    "(2, 20, ['two words', '\$HOME'])"

# In a directory that cannot be written, and for a newer one's store.
mkdir -p still
mount -t tmpfs tmpfs still 2>/dev/null && {
    trap 'umount still' EXIT
    cp there/campaign.sqlite still/
    mount -o remount,ro still
    expect 0 "$RADDLE" coverage --all still
    cmp out all
}
python3 - there/campaign.sqlite <<'P'
import sqlite3, sys
sqlite3.connect(sys.argv[1]).execute("PRAGMA user_version = 1000")
P
expect 2 "$RADDLE" coverage there; says "newer raddle"
echo text >there/campaign.sqlite
expect 3 "$RADDLE" coverage there; says "there/campaign.sqlite is damaged"
says "raddle test puts it aside"
: >there/campaign.sqlite
expect 2 "$RADDLE" coverage there; says "no campaign has run there yet"
