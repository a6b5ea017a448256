# All forms of a result tell the same: what failed, in which execution, after
# how many steps.
. "$(dirname "$0")/common.inc"
cat >lost.c <<'C'
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
static int set, seen;
static void *waiter(void *a)
{
    for (int i = 0; i < 3; i++)
        if (set == i)
            seen++;
    pthread_mutex_lock(&lock);
    pthread_cond_wait(&ready, &lock);
    pthread_mutex_unlock(&lock);
    return a;
}
static void *waker(void *a)
{
    for (int i = 0; i < 3; i++)
        set++;
    pthread_cond_signal(&ready);
    return a;
}
int main(void)
{
    pthread_t t, u;
    pthread_create(&t, 0, waiter, 0);
    pthread_create(&u, 0, waker, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    return 0;
}
C
"$RADDLE" cc -g -pthread lost.c -o lost
expect 1 "$RADDLE" test --no-spurious --annotations \
    --json test.json --junit test.xml --sarif test.sarif \
    --out there ./lost
cp out terminal
expect 1 "$RADDLE" show --json show.json there/*.schedule
cat out >>terminal
expect 0 "$RADDLE" report --json report.json there
python3 - there/*.schedule <<'P' || fail "they differ"
import json, re, sys
terminal = open("terminal").read()
load = lambda name: json.load(open(name))
test, = load("test.json")["findings"]
sarif, = load("test.sarif")["runs"][0]["results"]
junit = open("test.xml").read()
page, = load("report.json")["findings"]

said = re.search(r"^lost wake-up: ((.*\n)*?)  at ", terminal, re.M).group(1)
said = " ".join(said.split())
assert "thread 1" in said and "ready" in said, said
assert test["text"] == said, test["text"]
assert page["text"] == said, page["text"]
assert sarif["message"]["text"].startswith("lost-wakeup: " + said), sarif
assert "lost-wakeup: " + said in junit, junit
assert re.search(r"^::error .*" + re.escape(said), terminal, re.M)

nth = int(re.search(r"in execution (\d+)$", terminal, re.M).group(1))
assert test["nth"] == nth and sarif["properties"]["nth"] == nth
assert f"found in execution {nth}\n" in junit

recorded = int(re.search(r"^steps (\d+)$", open(sys.argv[1]).read(), re.M).group(1))
told = {int(n) for n in re.findall(r" of (\d+) steps", terminal)}
assert told == {recorded}, (told, recorded)
for each in test, page, sarif["properties"]:
    assert each["steps"] == recorded, (each["steps"], recorded)
numbers = {s["step"] for s in load("show.json")["steps"]}
assert numbers == set(range(recorded)), numbers
P
