# raddle gen: sessions that go on.
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$(dirname "$0")/common.inc"
cp "$root"/bench/gen/modules/bank.[ch] "$root"/bench/gen/modules/counter.[ch] .

# The same seed gives the same campaign; a deadlock is a finding.
for out in one two; do
    expect 1 "$RADDLE" gen bank.h --with bank.c --tests 200 --seed 3 -o $out \
        --json $out.json --junit $out.xml --sarif $out.sarif
done
# For CI: a case for each pair of functions, the finding at the pair that it has.
python3 - <<'P'
import json, xml.etree.ElementTree as xml
report = json.load(open("one.json"))
finding = report["findings"][0]
suite = xml.parse("one.xml").getroot()
cases = {c.get("name"): c for c in suite.iter("testcase")}
assert sorted(cases) == sorted(" beside ".join(p["functions"]) for p in report["pairs"]), cases
assert suite.get("failures") == "1", suite.attrib
failure = cases[" beside ".join(finding["functions"])].find("failure")
assert failure.get("type") == "deadlock" and "raddle replay one/1.schedule" in failure.text, failure.text
run = json.load(open("one.sarif"))["runs"][0]
result, = run["results"]
assert result["ruleId"] == "deadlock" and result["message"]["text"].startswith("deadlock: bank_move beside bank_move"), result
threads = result["codeFlows"][0]["threadFlows"]
assert [t["id"] for t in threads] == ["thread 0", "thread 1", "thread 2"], threads
assert run["invocations"][0]["exitCode"] == 1
P
what='[(f["kind"], f["test"], f["executions"], f["functions"], f["confirmed"]) for f in r["findings"]]'
equal "$(field one.json "$what")" "$(field two.json "$what")"
equal "$(field one.json 'r["findings"][0]["kind"], r["findings"][0]["functions"], r["findings"][0]["confirmed"]')" \
    "('deadlock', ['bank_move', 'bank_move'], True)"

# Data races of the module are warnings, each with a test that replays, unless they
# are asked to fail; the other tests here are about what calls return.
echo "method counter_add
ignore counter_get" >add.spec
gen="$RADDLE gen counter.h --with counter.c --spec add.spec --json races.json"
races='[(f["kind"], f["severity"], f["confirmed"], f["calls"][1]["result"]) for f in r["findings"] if f["verdict"] == "data-race"]'
expect 1 $gen -o races --junit races.xml
equal "$(field races.json "$races")" "[('data-race', 'warning', True, '')]"
says "data race on counter.n"
grep -q 'tests="1" failures="1"' races.xml || fail "a warning is a failure, or a failure is none"
expect 1 "$RADDLE" replay -n 3 races/1.schedule
says "reproduced 3 of 3 times: data-race"
echo 'weak counter_add' >>add.spec
expect 0 $gen --tests 20 -o races0
equal "$(field races.json "$races, r['stop']")" "([('data-race', 'warning', True, '')], 'tests')"
says "1 data race (--races=fail makes it a failure)"
says "warning: data race: counter_add beside counter_add"
expect 1 $gen --tests 20 -o races1 --races=fail
says_not "--races=fail"
says_not "warning:"
equal "$(field races.json "$races, r['stop']")" "([('data-race', 'error', True, '')], 'findings')"
expect 0 $gen --tests 20 -o races2 --races=off
equal "$(field races.json "$races")" "[]"
expect 2 $gen --races=maybe

# A pair that failed counts as covered, in whichever execution it failed.
expect 1 "$RADDLE" gen counter.h --with counter.c --tests 200 --races=off --seed 3 -o three --json three.json
says "pairs of functions 1 of 3"
equal "$(field three.json '[(p["covered"], p["found"]) for p in r["pairs"] if p["covered"] + p["found"]]')" "[(0, 1)]"

# A finding of a session that this one goes on from is reported as it was found.
expect 1 "$RADDLE" gen bank.h --with bank.c --tests 1 --seed 3 -o one --continue \
    --json again.json
equal "$(field again.json 'r["findings"]')" "$(field one.json 'r["findings"]')"
says "$(field one.json 'r["findings"][0]["source"]')"

# Two sessions of twenty tests are one of forty.
gen="$RADDLE gen counter.h --with counter.c --cflags=-DMENDED --json report"
expect 0 $gen --tests 20 -o parts
expect 0 $gen --tests 20 -o parts --continue
pairs='r["tests"], [(p["functions"], p["tried"]) for p in r["pairs"]]'
parts=$(field report "$pairs")
expect 0 $gen --tests 40 -o whole
equal "$(field report "$pairs")" "$parts"

# A session with a limit of time goes on too: it ends with the finding, not at once.
expect 1 "$RADDLE" gen counter.h --with counter.c --races=off --time 1h -o parts --continue --json report
equal "$(field report 'r["stop"], r["tests"] > 40, len(r["findings"])')" "('findings', True, 1)"
# What an earlier session found is known, also without --continue.
expect 1 "$RADDLE" gen counter.h --with counter.c --races=off --tests 400 -o parts --json report
equal "$(field report '[(f["source"], f["earlier"]) for f in r["findings"]]')" \
    "[('parts/2.c', 'parts/1.c')]"
# Another header gives other numbers to functions: nothing of the state fits.
cp counter.h before.h
sed -i 's/^struct counter;/&\nint counter_first(struct counter *c);/' counter.h
expect 0 $gen --tests 20 -o parts --continue
equal "$(field report 'r["tests"] <= 20, r["findings"]')" "(True, [])"
says "began anew"
mv before.h counter.h
# A state that cannot be written is no secret.
mkdir -p unwritten/state.json
expect 0 $gen --tests 2 -o unwritten
says "cannot write unwritten/state.json"
# What is linked is searched, however the flags name it.
"$RADDLE" cc -DMENDED -c counter.c -o counter.o
mkdir -p lib
ar rc lib/libcounter.a counter.o
for libs in "-Llib -lcounter" "-L lib -l counter" "-Llib -l:libcounter.a" lib/libcounter.a; do
    expect 0 "$RADDLE" gen counter.h --libs "-lm $libs" --tests 2 -o libs --json report
    equal "$(field report '[f["left_out"] for f in r["functions"] if f["left_out"]]')" "[]"
done

# Without a header: the session that is there, if there is one.
mkdir alone && cp counter.[ch] alone && cd alone
expect 2 "$RADDLE" gen --continue
says "raddle gen HEADER --with FILE begins a session"
expect 0 "$RADDLE" gen counter.h --with counter.c --cflags=-DMENDED --tests 20 -q
equal "$(cat out)" ""
expect 0 "$RADDLE" gen --continue --json report
equal "$(field report "$pairs")" "$parts"
cp -r raddle-gen/counter raddle-gen/other
expect 2 "$RADDLE" gen --continue
says "raddle gen --continue -o raddle-gen/counter"
expect 0 "$RADDLE" gen --continue -o raddle-gen/other --tests 1
cd ..

# kill -9 loses no finding.
"$RADDLE" gen counter.h --with counter.c --races=off --keep-going --tests 1000000 -o killed \
    >out 2>err &
pid=$!
await grep -q '"verdict"' killed/state.json 2>/dev/null
kill -KILL $pid
wait $pid || :
expect 1 "$RADDLE" gen counter.h --with counter.c --races=off --tests 1 -o killed --continue \
    --json report
equal "$(field report 'len(r["findings"]) > 0')" True
