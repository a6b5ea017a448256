# Help and lists: on standard output, exit status 0, no wider and no longer
# than a screen; raddle list has what the lists of the source have.
root=$(cd "$(dirname "$0")/../.." && pwd)
readme=$root/README.md
. "$(dirname "$0")/common.inc"
# A screen has 24 lines, and the prompt takes one.
commands="test prove regress gen replay show shrink syn doctor estimate coverage report list"
for command in "" $commands; do
    expect 0 "$RADDLE" $command --help
    says "Usage: raddle"
    [ "$(wc -l <out)" -le 23 ] || fail "help of '$command' is too long"
    [ "$(wc -L <out)" -le 80 ] || fail "help of '$command' is too wide"
done
# raddle help, and raddle help COMMAND, are the same.
expect 0 "$RADDLE" --help
mv out wanted
expect 0 "$RADDLE" help
cmp out wanted || fail "raddle help is not raddle --help"
for command in $commands; do
    expect 0 "$RADDLE" $command --help
    mv out wanted
    expect 0 "$RADDLE" help $command
    cmp out wanted || fail "raddle help $command is not $command --help"
    expect 0 "$RADDLE" $command -h
    cmp out wanted || fail "raddle $command -h is not $command --help"
    # --help-all has more, of its own options too.
    if grep -q -- --help-all out; then
        expect 0 "$RADDLE" $command --help-all
        [ "$(grep -c '^ .*--[a-z]' out)" -gt "$(grep -c '^ .*--[a-z]' wanted)" ] ||
            fail "--help-all of '$command' has no more"
        [ "$(wc -L <out)" -le 80 ] || fail "--help-all of '$command' is too wide"
    fi
    cat out >>all
done
expect 0 "$RADDLE" prove --help
says_not "prove: " # its own help need not say whose option it is
grep -q -- --capp all || fail "--help-all of regress leaves its own out"
expect 2 "$RADDLE" help tset
says "did you mean 'test'?"
# The first page that people read names no option that there is not.
for option in $(grep -o -- '--[a-z][a-z-]*' "$readme" | sort -u); do
    case $option in
    --cc | --help) continue ;; # of raddle cc; of each
    esac
    grep -q -- "$option\b" all || fail "README.md has $option, no --help has it"
done
expect 0 "$RADDLE" --version
says "raddle "
# listed KIND FILE MACRO: `raddle list KIND` has the names of FILE, in its order,
# each with a summary.
listed() {
    expect 0 "$RADDLE" list "$1"
    [ "$(wc -L <out)" -le 80 ] || fail "the list of $1 is too wide"
    if grep -vq '^[^ ]*  *[^ ]' out; then fail "$1 without a summary"; fi
    sed 's/ .*//' out >names
    sed -n "s/^$3(\([a-z0-9_]*\))\$/\1/p" "$root/src/$2" | tr _ - >wanted
    [ -s wanted ] || fail "no $3 in $2"
    # auto is no file; combined metrics have names of their own.
    grep -vx -e auto -e '.*+.*' -e 'cc.*' names | diff wanted - ||
        fail "raddle list $1 is not $2"
}
# documented PAGE: the page has all names of the file `wanted`.
documented() {
    while read -r name; do
        grep -qF "\`$name\`" "$root/docs/$1" || fail "docs/$1 does not have $name"
    done <wanted
}
listed strategies strategy/list.h STRATEGY
documented strategies.md
grep -qx auto names || fail "no auto"
mv names strategies
# An unknown one is answered with the same names.
expect 2 "$RADDLE" test --strategy=nobody true
sed -n 's/.*there are: \(.*\)).*/\1/p' err | tr -d ' ' | tr , '\n' >wanted
diff strategies wanted || fail "the error has other strategies"
# Names that once were stay, and are not shown.
for old in place=site-priority relay=site-handoff pos-c=pos-weighted rs=random
do
    expect 0 "$RADDLE" list
    if grep -q "^${old%%=*} " out; then fail "${old%%=*} is listed"; fi
    "$RADDLE" test --strategy="${old%%=*}" -n 2 --json=old.json --out=old true >out ||
        equal $? 3 # it has no threads
    equal "$(field old.json 'r["strategy"]')" "${old#*=}"
    rm -rf old
done
listed detectors detect/list.h DETECTOR
listed metrics coverage/list.h METRIC
documented coverage.md
documented thoroughness.md
expect 0 "$RADDLE" test --help
says "until coverage"
says "60 seconds"
for option in executions time strategy seed until out fresh json quiet \
    keep-going peer cases races jobs; do
    says "--$option"
done
for option in depth engine no-spurious window track steps annotations; do
    says_not "--$option"
done
expect 0 "$RADDLE" test --help-all
for option in executions depth engine no-spurious window track noise steps \
    timeout isolation metrics expect-exit leaks end-signal annotations; do
    says "--$option"
done
says_not "--no-dispatch"
[ "$(wc -L <out)" -le 80 ] || fail "all help is too wide"
expect 0 "$RADDLE" list metrics
for name in cc sync-pair+pset; do
    grep -q "^$name  *[a-z]" out || fail "no $name"
done
expect 0 "$RADDLE" list
says "strategies:"
says "detectors:"
# A program here that is spelt like a command is taken for a program.
cp /bin/true lost
expect 2 "$RADDLE" lost
says "raddle test ./lost"

# argp's hidden --program-name is not there to be taken for an option of ours.
expect 2 "$RADDLE" report --program x y
says "unrecognized option '--program'"
expect 2 "$RADDLE" test --program x ./lost
says "unrecognized option '--program'"
