# What is told of a failure is of the schedule that is kept: after shrinking
# other threads may fail than in the execution that was met first, and then
# every form of the result names those.
. "$(dirname "$0")/common.inc"
cat >four.c <<'C'
#include <pthread.h>
#include <stdio.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t b = PTHREAD_MUTEX_INITIALIZER;
static int turns;
static void *left(void *arg)
{
    for (int i = 0; i < 3; i++)
        turns++;
    pthread_mutex_lock(&a);
    printf("%ld has a\n", (long)arg);
    pthread_mutex_lock(&b);
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    return NULL;
}
static void *right(void *arg)
{
    for (int i = 0; i < 3; i++)
        turns++;
    pthread_mutex_lock(&b);
    printf("%ld has b\n", (long)arg);
    pthread_mutex_lock(&a);
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
    return NULL;
}
int main(void)
{
    pthread_t t[4];
    for (long i = 0; i < 4; i++)
        pthread_create(&t[i], NULL, i % 2 ? right : left, (void *)(i + 1));
    for (int i = 0; i < 4; i++)
        pthread_join(t[i], NULL);
    return 0;
}
C
"$RADDLE" cc -g -pthread four.c -o four

# story DIR: what terminal, JSON, JUnit, SARIF and annotations of the
# latest test, its store and the page say is what the schedule in DIR shows.
# In `words` then: who waits, and where.
story() {
    cp out terminal
    expect 1 "$RADDLE" show "$1"/*.schedule
    cp out shown
    expect 1 "$RADDLE" replay "$1"/*.schedule
    cp out replayed
    expect 0 "$RADDLE" report --json report.json "$1"
    python3 - "$1"/campaign.sqlite "$1"/*.schedule <<'P' >words || fail "$(cat words)"
import json, re, sqlite3, sys
store, schedule = sys.argv[1:]
head = r"^deadlock: (.*)\n  at (.*), %s \d+$"
terminal, shown, replayed = map(lambda name: open(name).read(),
                                ["terminal", "shown", "replayed"])
words = re.search(head % "step", shown, re.M).groups()
text, place = words
def same(what, *came):
    assert came == words, f"{what}: {came}, shown: {words}"
if "found in an earlier session" in terminal:
    at, = re.findall("found in an earlier session.*deadlock at (.*)", terminal)
    same("terminal", text, at)
else:
    same("terminal", *re.search(head % "in execution", terminal, re.M).groups())
same("replay", *re.search(head % "step", replayed, re.M).groups())
test, = json.load(open("test.json"))["findings"]
same("JSON", test["text"], test["location"])
page, = json.load(open("report.json"))["findings"]
same("page", page["text"], page["location"])
row, = sqlite3.connect(store).execute("SELECT text, location, steps FROM findings")
if "shrunk by hand" not in terminal:
    same("store", *row[:2])
file = open(schedule).read()
same("file", *(re.search(f'^{f} "(.*)"$', file, re.M).group(1)
               for f in ("text", "location")))
result, = json.load(open("test.sarif"))["runs"][0]["results"]
same("SARIF", re.match("deadlock: (.*)", result["message"]["text"]).group(1), place)
region = result["locations"][0]["physicalLocation"]["region"]
assert f"four.c:{region['startLine']}:{region['startColumn']} " in place, region
junit, = re.findall('message="deadlock: (.*) at (.*)">', open("test.xml").read())
same("JUnit", *junit)
error, = re.findall("^::error .*::(.*) \\(./four, at (.*\\))\\)", terminal, re.M)
same("annotation", *error)
# Who waits for ever, and what was printed: below the table too.
def output(of):
    return re.findall(r"^\d has .$", of, re.M)
if "found in an earlier session" not in terminal:
    assert output(terminal) == output(replayed), terminal
    stuck = re.findall(r"^FAIL.*", terminal, re.M)
    assert stuck == re.findall(r"^FAIL.*", shown, re.M), terminal
print(*words)
P
}
campaign() {
    expect 1 "$RADDLE" test --races off -j1 --seed "$1" --json test.json --junit test.xml \
        --sarif test.sarif --annotations --out "$2" $3 ./four
}

# Names of memory are known when an execution is looked at: all say them.
cat >heap.c <<'C'
#include <pthread.h>
#include <stdlib.h>
struct gate {
    long id;
    pthread_mutex_t lock;
    pthread_cond_t open;
};
static void *waiter(void *arg)
{
    struct gate *g = arg;
    pthread_mutex_lock(&g->lock);
    pthread_cond_wait(&g->open, &g->lock);
    pthread_mutex_unlock(&g->lock);
    return NULL;
}
static void *opener(void *arg)
{
    struct gate *g = arg;
    pthread_cond_signal(&g->open);
    return NULL;
}
int main(void)
{
    pthread_t t, u;
    struct gate *gate = malloc(sizeof(*gate));
    pthread_mutex_init(&gate->lock, NULL);
    pthread_cond_init(&gate->open, NULL);
    pthread_create(&t, NULL, waiter, gate);
    pthread_create(&u, NULL, opener, gate);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return 0;
}
C
"$RADDLE" cc -g -pthread heap.c -o heap
headline() {
    sed -n '/^lost wake-up: thread/,/^  at /p' out | sed 's/, \(in execution\|step\) .*//'
}
for seed in 1 2; do
    # Again, where the schedule of before stays; then shrunk.
    for option in --no-shrink --no-shrink --no-spurious; do
        expect 1 "$RADDLE" test --races off -j1 --no-spurious $option --seed $seed \
            --json test.json --out heap$seed ./heap
        headline >tested
        [ -s tested ] || fail "no headline"
        expect 1 "$RADDLE" show heap$seed/*.schedule
        headline | cmp - tested || fail "another headline: $(cat tested)"
        equal "$(sed -n 's/^text "\(.*\)"$/\1/p' heap$seed/*.schedule)" \
            "$(field test.json 'r["findings"][0]["text"]')"
        grep -qF "$(cut -d, -f1 <tested | head -1 | cut -c15-)" heap$seed/*.schedule ||
            fail "not in the schedule"
    done
done

# Until two are met whose first failure is another than what it shrinks to.
others=
for seed in 1 2 3 4 5 6 7 8 9 10 11 12; do
    campaign $seed "first$seed" --no-shrink
    story "first$seed"
    mv words first
    campaign $seed "shrunk$seed" ""
    story "shrunk$seed"
    cmp -s words first || others="$others $seed"
    set -- $others
    [ $# -lt 2 ] || break
done
[ $# -ge 2 ] || fail "no seeds show the difference"
# Met again by other campaigns: the better one of both is told.
for seed in 101 102 103; do
    campaign $seed "shrunk$1" ""
    story "shrunk$1"
done

# Shrunk by hand, then found in an earlier session: a session that does not meet it.
expect 0 "$RADDLE" shrink --json shrink.json "first$1"/*.schedule
said=$(sed -n 's/^deadlock: \(threads .*\)/\1/p' out)
[ -n "$said" ] || fail "who waits?"
equal "$(field shrink.json 'r["text"]')" "$said"
expect 1 "$RADDLE" test --races off -n 1 -j1 --strategy round-robin --json test.json \
    --junit test.xml --sarif test.sarif --annotations --out "first$1" ./four
says "found in an earlier session"
echo "shrunk by hand" >>out
story "first$1"
equal "$(cut -d' ' -f1-8 words)" "$said"
