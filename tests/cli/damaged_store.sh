# A campaign's store that does not hold together: raddle test puts it aside
# and begins anew, raddle coverage says what to do; neither ever fails for it.
. "$(dirname "$0")/common.inc"
clean_program
test_it() {
    expect "$1" "$RADDLE" test -n 10 -j1 --out there --json report "${@:2}" \
        ./clean
}
# A directory that is new has no old store, whatever the options.
test_it 0 --fresh
equal "$(echo there/campaign*)" there/campaign.sqlite
test_it 0 --fresh
equal "$(echo there/campaign*)" \
    "there/campaign.old.sqlite there/campaign.sqlite"
rm there/campaign.old.sqlite
cp there/campaign.sqlite kept

damaged() {
    expect 3 "$RADDLE" coverage there
    says "there/campaign.sqlite is damaged ("
    says "raddle test puts it aside and begins anew"
    equal "$(wc -l <err)" 1
    test_it 0
    says "there/campaign.sqlite was damaged ("
    says "there/campaign.damaged.sqlite"
    equal "$(field report '[n["kind"] for n in r["notes"]
        if "damaged" in n["text"]]')" "['store-damaged']"
    expect 0 "$RADDLE" coverage --json report there
    equal "$(field report 'r["executions"], r["sessions"]')" "(10, 1)"
    test_it 0
    says_not damaged
    equal "$(echo there/campaign*)" \
        "there/campaign.damaged.sqlite there/campaign.sqlite"
}
head -c 5000 kept >there/campaign.sqlite
test_it 0 --quiet
says "there/campaign.sqlite was damaged ("
rm there/campaign.damaged.sqlite
head -c 5000 kept >there/campaign.sqlite
damaged
cmp -n 5000 kept there/campaign.damaged.sqlite
echo text >there/campaign.sqlite
damaged
equal "$(cat there/campaign.damaged.sqlite)" text
cp kept there/campaign.sqlite
python3 - there/campaign.sqlite <<'P'
import sqlite3, sys
with sqlite3.connect(sys.argv[1]) as db:
    db.execute("UPDATE sessions SET executions = -5")
P
damaged
# What is not damage is not treated as such.
rm -r there/campaign.damaged.sqlite there/campaign.sqlite
mkdir there/campaign.sqlite
test_it 0
says "cannot keep the campaign in there/campaign.sqlite"
expect 2 "$RADDLE" coverage there
[ -d there/campaign.sqlite ] || fail "the directory is gone"
rmdir there/campaign.sqlite
: >there/campaign.sqlite
expect 2 "$RADDLE" coverage there; says "no campaign has run there yet"
test_it 0
says_not damaged
sqlite() {
    python3 - there/campaign.sqlite "$1" <<'P'
import sqlite3, sys
with sqlite3.connect(sys.argv[1]) as db:
    db.execute(sys.argv[2])
P
}
sqlite "PRAGMA application_id = 5"
expect 2 "$RADDLE" coverage there; says "no campaign store of raddle"
test_it 2; says "not of raddle"
mkdir -p still
mount -t tmpfs tmpfs still 2>/dev/null || exit 0
trap 'umount still' EXIT
head -c 5000 kept >still/campaign.sqlite
mount -o remount,ro still
expect 3 "$RADDLE" coverage still; says "is damaged"
