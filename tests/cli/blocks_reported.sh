# What becomes of a block race: options, formats, schedules, suppressions; also
# in executions that pass.
. "$(dirname "$0")/common.inc"
root=$(cd "$(dirname "$0")/../.." && pwd)
# README's example without its assertion: nothing fails.
cp "$root/examples/bank.c" .
"$RADDLE" cc -g -DNDEBUG -pthread bank.c -o bank
run() { # STATUS OPTIONS ... ./PROGRAM
    status=$1
    shift
    expect "$status" "$RADDLE" test -j1 --fresh -n 100 --json j "$@"
}
kinds() {
    field j '[(f["kind"], f["severity"], f["replayed"]) for f in r["findings"]]'
}
run 0 ./bank
equal "$(kinds)" "[]"
for isolation in rewind fork exec; do
    run 0 --isolation $isolation --blocks ./bank
    equal "$(kinds)" "[('block-race', 'warning', True)]"
done
run 0 --blocks --junit x --sarif s ./bank
equal "$(field j '(r["verdict"], r["executions"])')" "('clean', 100)"
equal "$(field j '[(p["block"], [(a["role"], a["location"].split(":")[1]) for a in p["accesses"]]) for p in [r["findings"][0]["pattern"]]]')" \
    "[('split-critical-section', [('first', '13'), ('between', '21'), ('second', '21')])]"
equal "$(field j '([x["kind"] for x in r["findings"][0]["explanation"]["facts"]], r["findings"][0]["preemptions"], r["findings"][0]["race"])')" \
    "(['broken-block'], 1, None)"
equal "$(field j 'all(word in r["findings"][0]["text"] for word in
    ("on balance:", "bank.c:13 read of read_balance", "bank.c:21 write of write_balance", "holds lock)", "gives up lock"))')" True
grep -q 'failures="0" errors="0"' x || fail "junit: a warning is not a failure"
grep -q 'warning: block-race: ' x || fail "junit does not have the warning"
equal "$(field s '[(x["ruleId"], x["level"], [l["physicalLocation"]["region"]["startLine"] for l in x["relatedLocations"]]) for x in r["runs"][0]["results"]]')" \
    "[('block-race', 'warning', [13, 21, 21])]"
schedule=$(field j 'r["findings"][0]["schedule"]')
expect 1 "$RADDLE" replay --times 3 "$schedule"
grep -q 'reproduced 3 of 3 times: block-race' out || fail "replay: $(cat out)"
expect 1 "$RADDLE" show "$schedule"
grep -q 'which are one' out || fail "show: $(cat out)"
run 0 --blocks=off ./bank
equal "$(kinds)" "[]"
run 1 --blocks=fail ./bank
equal "$(kinds)" "[('block-race', 'error', True)]"
for pattern in read_balance bank.c write_balance; do
    echo "block-race:$pattern" >suppressed
    run 0 --blocks --suppressions suppressed ./bank
    equal "$(kinds)" "[]"
done
echo "block-race:nobody" >suppressed
run 0 --blocks --suppressions suppressed ./bank
equal "$(kinds)" "[('block-race', 'warning', True)]"
expect 2 "$RADDLE" test --blocks=perhaps ./bank
grep -q -- "--blocks is report, fail or off, not 'perhaps'" err || fail "$(cat err)"
# The others: pairs have two places, the block's variables have two names.
"$RADDLE" cc -g -O1 -pthread -I "$root/include" "$root/tests/blocks/halves.c" -o halves
run 0 --associations --sarif s ./halves
equal "$(field j 'sorted((f["kind"], f["pattern"]["block"], len(f["pattern"]["accesses"])) for f in r["findings"])[0]')" \
    "('multi-variable-block-race', 'annotated', 4)"
equal "$(field j 'all("on low and high:" in f["text"] or "on high and low:" in f["text"] for f in r["findings"])')" True
equal "$(field s 'sorted({(x["ruleId"], len(x["relatedLocations"])) for x in r["runs"][0]["results"]})')" \
    "[('multi-variable-block-race', 4), ('multi-variable-race', 2)]"
# Two variables that are accessed together: a thread is held between its accesses
# to them, without an annotation.
cat >hard.c <<'C'
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct { long low, high; int other; } s;
static void busy(int n)
{
    for (int i = 0; i < n; i++) {
        pthread_mutex_lock(&m);
        s.other++;
        pthread_mutex_unlock(&m);
    }
}
static void *writer(void *unused)
{
    busy(200);
    pthread_mutex_lock(&m);
    s.low = s.high = 1;
    pthread_mutex_unlock(&m);
    busy(200);
    return unused;
}
static void *reader(void *unused)
{
    long low;
    busy(80);
    pthread_mutex_lock(&m);
    low = s.low;
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
    assert(low == s.high);
    pthread_mutex_unlock(&m);
    return unused;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, writer, NULL);
    pthread_create(&b, NULL, reader, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
C
"$RADDLE" cc -g -pthread hard.c -o hard
run 1 --strategy atomicity-directed --no-shrink ./hard
equal "$(field j '[f["kind"] for f in r["findings"]]')" "['assertion']"
