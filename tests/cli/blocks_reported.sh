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
# The same for members of one structure, however far they are apart.
sed 's/long low, high;/long low; char between[200]; long high;/' hard.c >far.c
"$RADDLE" cc -g -pthread far.c -o far
run 1 --strategy atomicity-directed --no-shrink ./far
equal "$(field j '[f["kind"] for f in r["findings"]]')" "['assertion']"
# A test and a change that relies on it: what only looks like one is none, and
# each kind of code shows it.
cat >tests.c <<'C'
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
atomic_int taken = 10, set_once, reserved = 10, exchanged = 10, counted;
int locked = 10, doubly;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void take(int x) /* wrong */
{
    if (atomic_load(&taken) >= x)
        atomic_fetch_sub(&taken, x);
}
static void set(int x) /* wrong */
{
    if (atomic_load(&set_once) == 0)
        atomic_store(&set_once, x);
}
static void reserve(int x)
{
    if (atomic_load(&reserved) >= x && atomic_fetch_sub(&reserved, x) < x)
        atomic_fetch_add(&reserved, x);
}
static void exchange(int x)
{
    int v = atomic_load(&exchanged);
    while (v >= x && !atomic_compare_exchange_weak(&exchanged, &v, v - x))
        ;
}
static void lock_twice(int x) /* wrong */
{
    pthread_mutex_lock(&m);
    int enough = locked >= x;
    pthread_mutex_unlock(&m);
    if (enough) {
        pthread_mutex_lock(&m);
        locked -= x;
        pthread_mutex_unlock(&m);
    }
}
static void test_twice(int x)
{
    pthread_mutex_lock(&m);
    int few = doubly < x;
    pthread_mutex_unlock(&m);
    if (few) {
        pthread_mutex_lock(&m);
        if (doubly < x)
            doubly++;
        pthread_mutex_unlock(&m);
    }
}
static void count(void)
{
    if (atomic_load(&counted) > 3)
        puts("many");
    atomic_fetch_add(&counted, 1);
}
static void *work(void *x)
{
    take(10);
    set(*(int *)x);
    reserve(10);
    exchange(10);
    lock_twice(10);
    test_twice(1);
    count();
    return NULL;
}
int main(void)
{
    pthread_t a, b;
    int one = 1, two = 2;
    pthread_create(&a, NULL, work, &one);
    pthread_create(&b, NULL, work, &two);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
C
for level in 0 1 2; do
    "$RADDLE" cc -g -O$level -pthread tests.c -o tests
    run 0 --blocks --no-shrink --races=off --junit x --sarif s ./tests
    equal "$(field j 'sorted((f["text"].split(":")[0].split()[-1], f["pattern"]["block"]) for f in r["findings"])')" \
        "[('locked', 'test-and-use'), ('set_once', 'test-and-use'), ('taken', 'test-and-use')]"
    equal "$(field j 'all(f["replayed"] and "does not test it again" in f["text"] for f in r["findings"])')" True
done
equal "$(grep -c 'warning: block-race: ' x)" 3
equal "$(field s 'sorted((x["ruleId"], len(x["relatedLocations"])) for x in r["runs"][0]["results"])')" \
    "[('block-race', 3), ('block-race', 3), ('block-race', 3)]"
# Memory that a thread has tested is gone when another one writes it: that write
# fails, in its own step.
cat >gone.c <<'C'
#include <pthread.h>
#include <stdatomic.h>
#include <sys/mman.h>
static atomic_int *number;
static atomic_int tested, gone;
static void *test(void *argument)
{
    if (atomic_load(number) == 0)
        atomic_store(&tested, 1);
    while (!atomic_load(&gone))
        ;
    return argument;
}
static void *write_it(void *argument)
{
    while (!atomic_load(&gone))
        ;
    atomic_store(number, 1);
    return argument;
}
int main(void)
{
    pthread_t a, b;
    number = mmap(NULL, 4096, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    pthread_create(&a, NULL, test, NULL);
    pthread_create(&b, NULL, write_it, NULL);
    while (!atomic_load(&tested))
        ;
    mprotect(number, 4096, PROT_NONE);
    atomic_store(&gone, 1);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
C
"$RADDLE" cc -g -O1 -pthread gone.c -o gone
run 1 --blocks ./gone
equal "$(field j '[(f["kind"], f["location"].split()[0], f["replayed"]) for f in failures], r["deterministic"]')" \
    "([('fatal-signal', 'gone.c:18:5', True)], True)"

# docs/blocks.md tells the truth.
rm -rf raddle-out
"$RADDLE" cc -g -pthread bank.c -o bank
expect 1 "$RADDLE" test --blocks ./bank
shows "$root/docs/blocks.md" "raddle test --blocks ./bank"
