# No option that writes a file writes over a schedule, which may be all there is
# of a failure; and it is said when --json took the schedule for its FILE.
. "$(dirname "$0")/common.inc"
deadlock_program
expect 1 "$RADDLE" test --out campaign ./deadlock
cp campaign/*.schedule a.schedule
cp a.schedule b.schedule
cp a.schedule old.orig
ln -s old.orig link.json

spared() {
    expect 2 "$RADDLE" "$@"
    says "$option $target would overwrite a recorded schedule: $option takes the name of a file to write, give it another one"
    cmp a.schedule old.orig
    cmp b.schedule old.orig
}
option=--json
for target in a.schedule old.orig link.json; do
    for command in show replay shrink; do
        spared $command --json $target b.schedule
    done
    spared coverage --json $target campaign
    spared report --json $target campaign
    spared estimate --json $target ./deadlock
    spared doctor --json $target
    spared test --out other --json $target ./deadlock
done
target=a.schedule
option=--junit spared test --out other --junit a.schedule ./deadlock
option=--sarif spared test --out other --sarif a.schedule ./deadlock
option=-o spared report -o a.schedule campaign
[ ! -e other ] || fail "a campaign was begun"
# The report's page is not written either when its JSON is refused.
option=--json spared report -o page.html --json a.schedule campaign
[ ! -e page.html ] || fail "page.html was written"

# Other files are written as ever, a JSON file of before too.
for i in 1 2; do
    expect 1 "$RADDLE" show --json shown.json a.schedule
    equal "$(field shown.json 'r["result"]')" same
done

for command in show replay shrink; do
    expect 2 "$RADDLE" $command --json a.schedule
    says "which schedule? (raddle $command FILE); --json took 'a.schedule' as the file to write (- for stdout)"
    expect 2 "$RADDLE" $command --json -
    says "which schedule? (raddle $command FILE)"
    says_not "--json took"
done
for command in coverage report; do
    expect 2 "$RADDLE" $command --json campaign
    says "--json took 'campaign' as the file to write"
done
expect 2 "$RADDLE" estimate --json ./deadlock
says "--json took './deadlock' as the file to write"
cmp a.schedule old.orig
