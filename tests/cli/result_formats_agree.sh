# All forms of a result tell the same: what failed, in which execution, after
# how many steps; how many executions there were in a second, and how much was
# covered.
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
expect 1 "$RADDLE" test --races off --no-spurious --annotations \
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
# Besides, there is the warning of the signal without the lock.
errors = lambda findings: [f for f in findings if f["severity"] == "error"]
test, = errors(load("test.json")["findings"])
sarif, = (r for r in load("test.sarif")["runs"][0]["results"] if r["level"] == "error")
junit = open("test.xml").read()
page, = errors(load("report.json")["findings"])

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

# The time that the finding took is no time of the executions.
test, report = load("test.json"), load("report.json")
seconds, on_findings = test["seconds"], test["seconds_on_findings"]
n, run, rate, on = re.search(
    r"^(\d+) executions? in ([\d.]+) s \((\d+)/s\), ([\d.]+) s on findings,",
    terminal, re.M).groups()
assert int(n) == test["executions"] == report["executions"]
assert f"{seconds:.1f}" == run and f"{on_findings:.1f}" == on, (test, run, on)
assert abs(test["executions"] / seconds - test["executions_per_second"]) < 0.01
assert f"{test['executions_per_second']:.0f}" == rate, (test, rate)
assert abs(report["seconds"] - seconds) < 1e-6, (report["seconds"], seconds)
assert on_findings > 0 < seconds
P

# What was covered: some of it was not estimated.
cat >odd.c <<'C'
#include <pthread.h>
static int go, seen[8];
static void *late(void *a)
{
    for (int i = 0; i < 8; i++)
        if (__atomic_load_n(&go, 5) == i)
            seen[i]++;
    return a;
}
static void *set(void *a)
{
    for (int i = 0; i < 8; i++)
        __atomic_add_fetch(&go, 1, 5);
    if (seen[3])
        seen[4] = 2; /* not in the first executions */
    return a;
}
int main(void)
{
    pthread_t t, u;
    pthread_create(&t, 0, set, 0);
    pthread_create(&u, 0, late, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    return 0;
}
C
"$RADDLE" cc -g -pthread odd.c -o odd
unexpected=0
for seed in 1 2 3; do
    expect 0 "$RADDLE" test -j1 -n 300 --seed $seed --json test.json \
        --out "odd$seed" ./odd
    cp out terminal
    expect 0 "$RADDLE" coverage --json coverage.json "odd$seed"
    cp out table
    expect 0 "$RADDLE" report --json report.json "odd$seed"
    python3 - <<'P' >unexpected || fail "they differ, seed $seed"
import json, re
load = lambda name: json.load(open(name))["coverage"]
test, coverage, page = load("test.json"), load("coverage.json"), load("report.json")
samples = json.load(open("report.json"))["samples"]["covered"]
terminal, table = open("terminal").read(), open("table").read()
assert coverage == page, (coverage, page)
for metric, c in coverage.items():
    known = c["covered"] + c["uncovered"]
    assert test[metric]["covered"] == c["covered"]
    assert test[metric]["estimated"] == c["estimated"]
    assert f"{metric} {c['covered']} of {known}" in terminal, (metric, c, terminal)
    assert re.search(rf"^{metric} +{c['estimated']} +{c['covered']} +"
                     rf"{c['uncovered']} +{c['unexpected']}$", table, re.M)
    assert samples[metric][-1] == c["covered"], samples[metric]
print(sum(c["unexpected"] for c in coverage.values()))
P
    unexpected=$((unexpected + $(cat unexpected)))
done
[ $unexpected -gt 0 ] || fail "everything was expected"
