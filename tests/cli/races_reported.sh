# What becomes of a data race: exit status, formats, schedules, suppressions.
. "$(dirname "$0")/common.inc"
cat >r.c <<'C'
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <raddle.h>
int x, y;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void set(int n) { x = n; }
static void *a(void *how)
{
    pthread_mutex_lock(&m);
    if (how)
        raddle_ignore_races_begin();
    set(1);
    if (how)
        raddle_ignore_races_end();
    pthread_mutex_unlock(&m);
    return NULL;
}
static void *b(void *how)
{
    y = x;
    assert(how == NULL || *(char *)how != 'f' || y == 1);
    return NULL;
}
int main(int argc, char **argv)
{
    char *how = argc > 1 ? argv[1] : NULL;
    pthread_t p, q;
    pthread_create(&p, NULL, a, how != NULL && *how == 'i' ? how : NULL);
    pthread_create(&q, NULL, b, how);
    pthread_join(p, NULL);
    pthread_join(q, NULL);
    return 0;
}
C
"$RADDLE" cc -g -O1 -pthread -I "$(dirname "$0")/../../include" r.c -o r
run() { # STATUS OPTIONS ... ./r
    status=$1
    shift
    expect "$status" "$RADDLE" test -j1 --fresh -n 100 --json j "$@"
}
races() {
    field j '[(f["kind"], f["severity"], f["race"]["proof"], f["replayed"]) for f in r["findings"] if f["kind"] == "data-race"]'
}
seen="[('data-race', 'warning', 'seen', True)]"
for isolation in rewind fork exec; do
    run 0 --isolation $isolation ./r
    equal "$(races)" "$seen"
done
run 0 --junit x --sarif s ./r
equal "$(races)" "$seen"
equal "$(field j '(r["verdict"], r["executions"])')" "('clean', 100)"
equal "$(field j 'sorted(place.split(":")[1] for f in r["findings"] for place in (f["location"], f["race"]["other"]))')" \
    "['21', '7']"
# Its text has both places, threads and locks; 1 preemption brings both there.
equal "$(field j 'all(word in r["findings"][0]["text"] for word in
    ("on x:", "r.c:7 write of set", "r.c:21 read of b", "holds m)", "holds nothing)"))')" True
equal "$(field j 'r["findings"][0]["preemptions"] in (0, 1), [x["kind"] for x in r["findings"][0]["explanation"]["facts"]]')" \
    "(True, ['race'])"
grep -q 'failures="0" errors="0"' x || fail "junit: a warning is not a failure"
grep -q 'warning: data-race: ' x || fail "junit does not have the warning"
equal "$(field s '[(x["ruleId"], x["level"], sorted(l["physicalLocation"]["region"]["startLine"] for l in x["relatedLocations"])) for x in r["runs"][0]["results"]]')" \
    "[('data-race', 'warning', [7, 21])]"
# Its schedule: the last steps are the accesses.
schedule=$(field j 'r["findings"][0]["schedule"]')
equal "${schedule%/*}" raddle-out/r/warnings
expect 1 "$RADDLE" replay --times 5 "$schedule"
says "reproduced 5 of 5 times"
expect 1 "$RADDLE" show --json - "$schedule"
equal "$(field out 'sorted((s["operation"], s["line"]) for s in r["steps"][-2:])')" \
    "[('read', 21), ('write', 7)]"
expect 0 "$RADDLE" report --json page raddle-out/r
equal "$(field page '[(f["severity"], f["result"]) for f in r["findings"]]')" "[('warning', 'same')]"
# Errors; none; left out.
run 1 --races fail ./r
equal "$(races)" "[('data-race', 'error', 'seen', True)]"
equal "$(field j 'r["executions"] < 100')" True
# The store knows what the campaign made of it, not what the detector says.
expect 0 "$RADDLE" coverage --json page raddle-out/r
equal "$(field page 'r["findings"], r["warnings"]')" "(1, 0)"
expect 0 "$RADDLE" report --json page raddle-out/r
equal "$(field page '[f["severity"] for f in r["findings"]]')" "['error']"
# An older store does not know it.
python3 -c 'import sqlite3; s = sqlite3.connect("raddle-out/r/campaign.sqlite")
s.execute("ALTER TABLE findings DROP COLUMN warning")
s.execute("PRAGMA user_version = 2"); s.commit()'
expect 0 "$RADDLE" coverage --json page raddle-out/r
equal "$(field page 'r["findings"], r["warnings"]')" "(0, 1)"
run 0 --races off ./r
equal "$(races)" "[]"
run 0 --disable data-race ./r
equal "$(races)" "[]"
expect 2 "$RADDLE" test --races maybe ./r
says "report, fail or off, not 'maybe'"
for pattern in race:set data-race:^b$ race:r.c; do
    echo "$pattern" >list
    run 0 --suppressions list ./r
    equal "$(races)" "[]"
done
echo race:^nobody$ >list
run 0 --suppressions list ./r
equal "$(races)" "$seen"
run 0 ./r ignore
equal "$(races)" "[]"
# A failure is still the failure, in whichever order they come.
run 1 -k ./r fail
equal "$(field j 'sorted((f["kind"], f["severity"]) for f in r["findings"])')" \
    "[('assertion', 'error'), ('data-race', 'warning')]"
# A later session knows it, and it is still a warning.
expect 0 "$RADDLE" test -j1 --fresh -n 100 --out two ./r
expect 0 "$RADDLE" test -j1 -n 100 --out two --json j ./r
equal "$(field j '[(f["kind"], f["severity"], f["times"] > 2) for f in r["findings"]]')" \
    "[('data-race', 'warning', True)]"
# Another warning of a program with a race has its schedule too.
cat >bell.c <<'C'
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int go;
static void *waiter(void *x)
{
    pthread_mutex_lock(&m);
    while (!go)
        pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
    return x;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, waiter, 0);
    go = 1;
    pthread_cond_signal(&c);
    pthread_join(t, 0);
    return 0;
}
C
"$RADDLE" cc -g -pthread bell.c -o bell
expect 1 "$RADDLE" test -j1 --json j ./bell
equal "$(field j '[(f["kind"], f["schedule"] is not None) for f in r["findings"]], r["notes"]')" \
    "([('lost-wakeup', True), ('data-race', True), ('unlocked-signal', True)], [])"
expect 1 "$RADDLE" replay raddle-out/bell/warnings/unlocked-signal-*.schedule
# Memory of the C library is named by the function that stands for it.
cat >draw.c <<'C'
#include <pthread.h>
#include <stdlib.h>
static void *draw(void *p)
{
    *(int *)p = rand();
    return p;
}
int main(void)
{
    pthread_t t;
    int a, b;
    pthread_create(&t, 0, draw, &a);
    draw(&b);
    pthread_join(t, 0);
    return 0;
}
C
"$RADDLE" cc -g -pthread draw.c -o draw
expect 0 "$RADDLE" test -j1 -n 20 ./draw
says "data race on the state of random()"

# A lock that is held for reading excludes no other reader: the text says so.
cat >readers.c <<'C'
#include <pthread.h>
int hits;
pthread_rwlock_t table = PTHREAD_RWLOCK_INITIALIZER;
static void *look(void *arg)
{
    pthread_rwlock_rdlock(&table);
    hits++;
    pthread_rwlock_unlock(&table);
    return arg;
}
int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, look, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return 0;
}
C
"$RADDLE" cc -g -pthread readers.c -o readers
run 0 ./readers
equal "$(field j 'all(f["text"].count("holds table for reading)") == 2 for f in r["findings"])')" True
equal "$(field j 'len(r["findings"]) > 0')" True
# One of them wrote under the lock, which is as before.
sed -i '0,/rdlock/s/rdlock/wrlock/; s/hits++;/hits++; pthread_rwlock_unlock(\&table); hits++; pthread_rwlock_rdlock(\&table);/' readers.c
"$RADDLE" cc -g -pthread readers.c -o readers
run 0 ./readers
equal "$(field j 'any("holds table)" in f["text"] for f in r["findings"])')" True
