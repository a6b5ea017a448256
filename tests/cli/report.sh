# raddle report: one page that loads nothing, whose data is what show, coverage
# and the store say; texts of the program cannot break out of it.
. "$(dirname "$0")/common.inc"
export SOURCE_DATE_EPOCH=1700000000

# data PAGE: its data, as a browser finds it.
data() {
    python3 - "$1" <<'P'
import html.parser, json, re, sys
text = open(sys.argv[1], encoding="utf-8").read()

class Page(html.parser.HTMLParser):
    elements, scripts, inside = [], [], False
    def handle_starttag(self, tag, attributes):
        self.elements.append((tag, dict(attributes)))
        self.inside = tag == "script"
        if self.inside:
            self.scripts.append("")
    def handle_endtag(self, tag):
        self.inside = False
    def handle_data(self, data):
        if self.inside:
            self.scripts[-1] += data

page = Page()
page.feed(text)
kinds = [a.get("type") for tag, a in page.elements if tag == "script"]
assert kinds == ["application/json", None, None], kinds
assert not [tag for tag, a in page.elements if tag in ("img", "iframe", "link", "object", "embed", "base")]
loads = [a for tag, a in page.elements for name in ("src", "href", "srcset", "action", "poster")
         if not a.get(name, "#").startswith("#")]
assert not loads, loads
data = page.scripts[0]
assert "<" not in data
rest = text.replace(data, "")
found = re.search(r"""(src|href)\s*=\s*["']?\s*(https?:|//)|url\(\s*["']?(?!#)|@import|\bimport\s*[("']|fetch\(|XMLHttpRequest""", rest)
assert not found, found
assert "Copyright (c) 2022 Leon Sorokin" in rest and rest.count("<!--") == 1
print(json.dumps(json.loads(data)))
P
}

# --- Two findings, with texts that no page should believe
mkdir 'd<'
cat >'d</script>.c' <<'C'
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
/* LATIN1 */
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int left, right;
static void *forth(void *arg)
{
    pthread_setname_np(pthread_self(), "</script><!--");
    pthread_mutex_lock(&a);
    left++;
    pthread_mutex_lock(&b);
    right++;
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    return arg;
}
static void *back(void *arg)
{
    pthread_setname_np(pthread_self(), "\xff<img>");
    pthread_mutex_lock(&b);
    right++;
    pthread_mutex_lock(&a);
    left++;
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
    return arg;
}
int main(int argc, char **argv)
{
    pthread_t t, u;
    int l, r;
    pthread_create(&t, NULL, forth, NULL);
    pthread_create(&u, NULL, back, NULL);
    l = left;
    r = right;
    puts("\xe2\x80\xa8 \xff \xc3\xa9 <!-- <script> ]]>");
    fflush(stdout);
    assert(argc == 1 || l == r || !strcmp(argv[1], "</script><script>alert(1)</script>"));
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return 0;
}
C
sed -i 's/LATIN1/caf\xe9 and caf\xc3\xa9/' 'd</script>.c'
"$RADDLE" cc -g -pthread 'd</script>.c' -o hostile
expect 1 "$RADDLE" test --races off --jobs 1 -n 400 --keep-going --out 'out <!-- dir' --json test.json ./hostile '</script>'
says "as a page for a browser: raddle report 'out <!-- dir'"
# As typed: commands are such that a shell takes them.
command=$(sed -n 's/^replay it with  //p' out | tail -1)
says "raddle replay 'out <!-- dir/"
expect 1 sh -c "raddle() { $RADDLE \"\$@\"; }; $command"
says "reproduced 1 of 1 times"
expect 0 "$RADDLE" report 'out <!-- dir/'
says "report: out <!-- dir/report.html ("
says " KiB, 2 findings)"
data 'out <!-- dir/report.html' >page.json || fail "the page is not as it should be"
expect 0 "$RADDLE" report 'out <!-- dir' --json data.json
equal "$(cat out)" ""
expect 0 "$RADDLE" report 'out <!-- dir/' -o -
says "report: - ("
cp out piped.html
cmp -s piped.html 'out <!-- dir/report.html' || fail "-o - writes another page"
n=0
for schedule in 'out <!-- dir'/*.schedule; do
    n=$((n + 1))
    expect 1 "$RADDLE" show --json show$n.json "$schedule"
done
equal $n 2
expect 0 "$RADDLE" coverage --json coverage.json 'out <!-- dir'
cat >compare.py <<'P'
import json, sqlite3
load = lambda name: json.load(open(name))
page, data, test, coverage = map(load, ("page.json", "data.json", "test.json", "coverage.json"))
shown = {s["schedule"]: s for s in map(load, ("show1.json", "show2.json"))}
data["directory"] = page["directory"]  # typed with a slash there
assert page == data
for name in "program", "arguments", "executions", "seconds", "notes", "coverage", "pairs", "requirements":
    assert page[name] == coverage[name], name
assert page["arguments"] == ["</script>"] and page["generated"] == "2023-11-14T22:13:20Z"
assert sorted(f["kind"] for f in page["findings"]) == ["assertion", "deadlock"]
for f, found in zip(page["findings"], test["findings"]):
    for name in found:
        if name != "seconds":
            assert f[name] == found[name], (name, f[name], found[name])
    assert f["nth"] > 0
    s = shown[f["schedule"]]
    assert f["result"] == s["result"] == "same" and f["why"] is s["why"] is None
    for name in "threads", "stacks", "output":
        assert f[name] == s[name], name
    assert f["steps_shown"] == s["steps"] and len(s["steps"]) > 10 and f["left_out"] == 0
    assert "d</script>.c" in {step["file"] for step in s["steps"]}
    assert f["stacks"][0]["frames"][0]["file"] == "d</script>.c"
    assert f["output"].startswith("\u2028 ? \u00e9 <!-- <script> ]]>\n"), f["output"]
assertion = [f for f in page["findings"] if f["kind"] == "assertion"][0]
assert "</script><script>alert(1)</script>" in assertion["text"] and assertion["explanation"]["text"]
assert assertion["stacks"][0]["title"].endswith("failed the assertion")
assert {t["name"] for f in page["findings"] for t in f["threads"]} == {"", "</script><!--", "?<img>"}
places = {r["metric"]: r["places"] for r in page["requirements"]}
assert places["blocked-pair"] == places["reads-from"] == 2
deadlock = [f for f in page["findings"] if f["kind"] == "deadlock"][0]
assert "held by" in deadlock["stacks"][0]["held"]
source = open("d</script>.c", "rb").read().replace(b"\xe9 ", b"? ").decode()
assert page["sources"] == {"d</script>.c": source} and "caf? and caf\u00e9 " in source
store = sqlite3.connect("out <!-- dir/campaign.sqlite")
ask = lambda text: store.execute(text).fetchall()
assert ask("SELECT sum(executions) FROM sessions") == [(page["executions"],)]
session = page["sessions"][0]
names = "began", "ended", "version", "strategy", "seed", "metrics", "executions", "how"
assert ask("SELECT %s FROM sessions" % ", ".join(names)) == [tuple(session[n] for n in names)]
assert len(page["sessions"]) == 1 and session["version"] == page["raddle"]
samples = page["samples"]
assert ask("SELECT executions, findings FROM samples ORDER BY number") == list(zip(samples["executions"], samples["findings"]))
assert len(samples["seconds"]) == len(samples["executions"]) > 0
last = dict(ask("SELECT name, covered FROM sample_coverage JOIN metrics ON metric = number "
                "WHERE sample = (SELECT max(number) FROM samples)"))
# What only a strategy records is in no total.
last = {m: n for m, n in last.items() if m not in page["besides"]}
assert last and {m: v[-1] for m, v in samples["covered"].items() if v[-1]} == last, last
assert set(samples["covered"]) == set(page["recorded"]) - set(page["pairs"])
assert set(page["coverage"]) <= set(samples["covered"]) <= set(page["metrics"])
P
python3 compare.py || fail "the data differs"
command=$(field data.json 'r["findings"][0]["replay"]')
expect 1 sh -c "raddle() { $RADDLE \"\$@\"; }; $command"
says "reproduced 1 of 1 times"

# --- What cannot be replayed is there, and says why
here=$PWD
mv hostile elsewhere
(cd / && "$RADDLE" report "$here/out <!-- dir" >"$here/out" 2>"$here/err") || fail "no report without the program"
says "assertion at d</script>.c"
says "could not be replayed: cannot find the program $here/hostile"
data 'out <!-- dir/report.html' >gone.json
equal "$(field gone.json '[(f["result"], f["steps_shown"], f["stacks"], f["threads"], f["output"]) for f in r["findings"]] == [("unable", [], [], [], None)] * 2')" True
equal "$(field gone.json 'all("cannot find the program" in f["why"] for f in r["findings"]) and len(r["notes"])')" 3
equal "$(field gone.json 'r["findings"][0]["schedule"].startswith(r["directory"] + "/")')" True
equal "$(field gone.json 'r["findings"][0]["explanation"] is not None and r["requirements"] != []')" True
sed 's/left++;/left += 1, right += 0;/' 'd</script>.c' >other.c
"$RADDLE" cc -g -pthread other.c -o hostile
expect 0 "$RADDLE" report 'out <!-- dir' --json rebuilt.json
equal "$(field rebuilt.json '{f["result"] for f in r["findings"]}')" "{'diverged'}"
equal "$(field rebuilt.json 'all("is not the file that was recorded" in f["why"] and "diverged at step" in f["why"] for f in r["findings"])')" True
mv elsewhere hostile
schedule=$(field data.json 'r["findings"][0]["schedule"]')
mv "$schedule" kept
head -c 300 kept >"$schedule"
expect 0 "$RADDLE" report 'out <!-- dir' --json cut.json
equal "$(field cut.json '[(f["result"], f["why"] is None) for f in r["findings"]]')" "[('unable', False), ('same', True)]"
rm "$schedule"
expect 0 "$RADDLE" report 'out <!-- dir' --json cut.json
says "No such file or directory"

# --- Of a long execution, what is around its switches
cat >long.c <<'C'
#include <assert.h>
#include <pthread.h>
static int n;
static void *work(void *arg)
{
    for (int i = 0; i < 3000; i++)
        n++;
    return arg;
}
int main(void)
{
    pthread_t t, u;
    pthread_create(&t, NULL, work, NULL);
    pthread_create(&u, NULL, work, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    assert(n == 6000);
    return 0;
}
C
"$RADDLE" cc -g -pthread long.c -o long
expect 1 "$RADDLE" test --races off --jobs 1 --strategy pct --no-shrink ./long
expect 0 "$RADDLE" report raddle-out/long --json long.json
expect 1 "$RADDLE" show --json all.json raddle-out/long/*.schedule
cat >long.py <<'P'
import json
f = json.load(open("long.json"))["findings"][0]
steps = json.load(open("all.json"))["steps"]
part = f["steps_shown"]
assert len(steps) > 12000 and len(part) <= 10000 and f["left_out"] == len(steps) - len(part)
kept = {s["step"] for s in part}
assert [s for s in steps if s["step"] in kept or s["switch"]] == part
assert part[0] == steps[0] and part[-1] == steps[-1]
P
python3 long.py || fail "not the right part"

# --- Nothing found; a campaign that runs; one without coverage
clean_program
expect 0 "$RADDLE" test -n 50 ./clean
expect 0 "$RADDLE" report raddle-out/clean
says "report: raddle-out/clean/report.html ("
says " KiB, 0 findings)"
data raddle-out/clean/report.html >clean.json
equal "$(field clean.json '(r["findings"], r["notes"] == r["limits"], r["executions"], "clean.c" in r["sources"])')" "([], True, 50, True)"
# A strategy may record for itself; this one does not.
expect 0 "$RADDLE" test -n 50 --strategy random --metrics none --out plain ./clean
expect 0 "$RADDLE" report plain --json plain.json
equal "$(field plain.json '(r["coverage"], r["requirements"], r["samples"]["covered"], r["samples"]["executions"][-1])')" "({}, [], {}, 50)"
python3 -c 'import sqlite3; s = sqlite3.connect("plain/campaign.sqlite")
s.execute("INSERT INTO meta VALUES(\"capped\", 1)"); s.commit()'
expect 0 "$RADDLE" report plain --json plain.json
equal "$(field plain.json '["lower bounds" in n for n in r["notes"]
    if n not in r["limits"]]')" "[True]"
# Of a session that verified nothing, the store says so.
expect 3 "$RADDLE" test -n 3 --steps 5 --out cut ./clean
expect 0 "$RADDLE" report cut --json cut.json
equal "$(field cut.json '(r["executions"], [s["how"] for s in r["sessions"]])')" "(3, ['nothing'])"
expect 0 "$RADDLE" test -n 50 --out cut ./clean
expect 0 "$RADDLE" report cut --json cut.json
equal "$(field cut.json '[s["how"] for s in r["sessions"]]')" "['nothing', 'budget']"
"$RADDLE" test -t 600s -n 1000000000 --until finding --out running ./clean >running.log 2>&1 &
campaign=$!
trap 'kill $campaign 2>/dev/null || true' EXIT
runs() {
    [ -f running/campaign.sqlite ] && "$RADDLE" report running --json running.json 2>/dev/null &&
        [ "$(field running.json 'r["executions"] > 0')" = True ]
}
await runs
equal "$(field running.json '(r["executions"] > 0, r["sessions"][0]["how"], r["sessions"][0]["ended"])')" "(True, None, None)"
kill -INT $campaign
wait $campaign || true

# --- Executions count from the first session; in an older store they do not
cat >later.c <<'C'
#include <assert.h>
#include <pthread.h>
#include <unistd.h>
static void *work(void *arg)
{
    return arg;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    assert(access("broken", F_OK) != 0);
    return pthread_join(t, NULL);
}
C
"$RADDLE" cc -g -pthread later.c -o later
expect 0 "$RADDLE" test --races off --jobs 1 -n 30 --metrics none --out later-out ./later
touch broken
expect 1 "$RADDLE" test --races off --jobs 1 -n 5 --metrics none --out later-out --json test.json ./later
equal "$(field test.json 'r["findings"][0]["nth"]')" 1
expect 0 "$RADDLE" report later-out --json later.json
equal "$(field later.json 'r["findings"][0]["nth"]')" 31
columns() {
    python3 -c 'import sqlite3, sys; s = sqlite3.connect("later-out/campaign.sqlite")
print([row[1] for row in s.execute("PRAGMA table_info(findings)")].count("nth"))'
}
python3 -c 'import sqlite3; s = sqlite3.connect("later-out/campaign.sqlite")
s.execute("ALTER TABLE findings DROP COLUMN nth")
s.execute("PRAGMA user_version = 1"); s.commit()'
equal "$(columns)" 0
expect 0 "$RADDLE" report later-out --json later.json
equal "$(field later.json '[f["nth"] for f in r["findings"]], r["notes"]')" "([None], [])"
rm broken
expect 1 "$RADDLE" test --races off --jobs 1 -n 5 --metrics none --out later-out --json test.json ./later
says "found in an earlier session, not in this one"
equal "$(field test.json '[f["nth"] for f in r["findings"]], r["notes"]')" "([None], [])"
equal "$(columns)" 1
python3 -c 'import sqlite3; s = sqlite3.connect("later-out/campaign.sqlite")
s.execute("UPDATE findings SET nth = -1"); s.commit()'
expect 3 "$RADDLE" report later-out
says "its findings do not hold together"

# --- Wrong usage
expect 2 "$RADDLE" report
says "which campaign?"
expect 2 "$RADDLE" report nowhere
says "there is no campaign in nowhere"
expect 2 "$RADDLE" report 'no where'
says "(raddle test --out 'no where' PROGRAM makes one)"
expect 2 "$RADDLE" 'no command'
says "raddle test ./'no command'"
expect 2 "$RADDLE" report plain clean
says "one directory at a time"
expect 2 "$RADDLE" report plain -o nowhere/page.html
says "cannot write the report nowhere/page.html"
says "No such file or directory"
expect 2 "$RADDLE" report plain -o .
says "cannot write the report ."
expect 2 "$RADDLE" report plain --json nowhere/page.json
says "cannot write --json nowhere/page.json"
expect 2 "$RADDLE" report plain -o - --json -
says "cannot both be standard output"
# Two outputs in one file, by whatever name.
ln -s one.html other.html
for other in one.html ./one.html "$PWD/one.html"; do
    expect 2 "$RADDLE" report plain -o one.html --json "$other"
    says "--json $other would overwrite -o one.html"
done
[ ! -e one.html ] || fail "one.html was written"
echo old >one.html
expect 2 "$RADDLE" report plain -o one.html --json other.html
says "would overwrite"
equal "$(cat one.html)" old
file=$(echo raddle-out/long/*.schedule)
expect 2 "$RADDLE" show "$file" --json "$file"
says "would overwrite the schedule $file"
expect 2 "$RADDLE" shrink "$file" --json "$PWD/$file"
says "would overwrite the schedule $file"
# Never to a device by its name here: a mistake would replace it by a file.
expect 2 sh -c '"$1" report plain -o - >/dev/full' sh "$RADDLE"
says "cannot write the report to stdout: No space left on device"
# An older report stays when the new one cannot be written.
echo old >real.html
expect 2 sh -c 'trap "" XFSZ; ulimit -f 4; "$1" report plain -o real.html' sh "$RADDLE"
says "cannot write the report real.html"
equal "$(cat real.html)" old
! ls -- *.tmp */*.tmp 2>/dev/null || fail "something was left beside"
# Links are followed, and what is no file is written to.
ln -s real.html link.html
expect 0 "$RADDLE" report plain -o link.html
[ -L link.html ] && grep -q '<!DOCTYPE html>' real.html || fail "the link was not followed"
rm real.html
expect 0 "$RADDLE" report plain -o link.html
[ -L link.html ] && grep -q '<!DOCTYPE html>' real.html ||
    fail "the link to what was not there was not followed"
mkfifo pipe
cat pipe >piped &
expect 0 "$RADDLE" report plain -o pipe
[ -p pipe ] || fail "the pipe was replaced"
wait $!
cmp piped real.html || fail "another page came through the pipe"
