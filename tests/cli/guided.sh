# tsa and cuve aim at metrics (--guide) and requirements (--targets) of the
# user's choice.
inc=$(cd "$(dirname "$0")" && pwd)
. "$inc/common.inc"
. "$inc/fig2.inc"
# covered OPTION...: Blocked-Pairs covered, of 40, in five campaigns.
covered() {
    sum=0
    for seed in 1 2 3 4 5; do
        expect 0 "$RADDLE" test --jobs 1 --seed $seed --fresh --json report \
            "$@" ./fig2
        sum=$((sum + $(field report 'r["coverage"]["blocked-pair"]["covered"]')))
    done
    echo $sum
}
# What --guide names is recorded.  (Recorded alone, 5 executions cover 15.)
n=$(covered -s cuve -n 5 --guide blocked-pair)
[ "$n" -ge 35 ] || fail "cuve: $n"
n=$(covered -s tsa -n 10 --guide blocked-pair)
[ "$n" -ge 35 ] || fail "tsa: $n"
# TSA on PSet and Sync-Pair, as in the thesis.
expect 0 "$RADDLE" test --jobs 1 -n 20 -s tsa --guide pset+sync-pair --fresh \
    --metrics follows --json report ./fig2
equal "$(field report 'sorted(r["coverage"])')" \
    "['follows', 'pset', 'sync-pair']"
expect 2 "$RADDLE" test -s tsa --guide nonsense ./fig2; says "nonsense"
expect 2 "$RADDLE" test -s tsa --guide cc ./fig2; says "--guide cc"
expect 2 "$RADDLE" test -s pct --guide pset ./fig2; says "cuve-c"

# What a session left uncovered is a list of targets.
expect 0 "$RADDLE" test --jobs 1 -n 5 -s round-robin --fresh --out left \
    --metrics sync-pair,blocked-pair ./fig2
expect 0 "$RADDLE" coverage --uncovered --json left.json left
equal "$(field left.json 'len(r["requirements"])')" 13
for strategy in tsa cuve; do
    expect 0 "$RADDLE" test --jobs 1 -n 40 -s $strategy --targets left.json \
        --metrics sync-pair --fresh --json report ./fig2
    equal "$(field report '[r["coverage"][m]["covered"] for m in
        ("sync-pair", "blocked-pair")]')" "[10, 8]"
    equal "$(field report 'r["notes"]')" "[]"
    equal "$(field report 'r["observed"]')" 10
done
# Fewer where the campaign ends earlier.
expect 0 "$RADDLE" test --jobs 1 -n 3 -s tsa --targets left.json --fresh \
    --json report ./fig2
equal "$(field report '[r["observed"], r["executions"]]')" "[3, 3]"
# After another build, by the places in the source; one does not exist.
python3 - <<'P'
import json
r = json.load(open("left.json"))
for q in r["requirements"]:
    q["second"]["offset"] += 16
r["requirements"][0]["second"]["location"] = "nowhere.c:1:1 (f)"
json.dump(r, open("moved.json", "w"))
P
expect 0 "$RADDLE" test --jobs 2 -n 40 -s tsa --targets moved.json --fresh \
    --json report ./fig2
equal "$(field report '[n["kind"] for n in r["notes"]]')" "['targets-unknown']"
equal "$(field report '0 < r["targets"]["unknown"] <= r["targets"]["given"]')" True
says "1 of 13"
says "nowhere.c:1:1 (f)"
expect 2 "$RADDLE" test --targets left.json ./fig2; says "tsa-published"
expect 2 "$RADDLE" test -s tsa --targets none.json ./fig2; says "none.json"
echo '{"requirements": []}' >empty.json
expect 2 "$RADDLE" test -s tsa --targets empty.json ./fig2; says "empty.json"
echo '{"requirements": [{"metric": "pset"}]}' >half.json
expect 2 "$RADDLE" test -s tsa --targets half.json ./fig2; says "half.json"
