# Man pages: one for each command and one for raddle, without mistakes, with
# every option that --help knows.
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$root/tests/cli/common.inc"
"$root/packaging/generate.py" "$RADDLE" gen
commands=$("$RADDLE" --help | sed -n 's/^  \([^ ][^ ]*\).*/\1/p')
[ "$(echo "$commands" | wc -l)" -ge 8 ] || fail "few commands: $commands"
for page in raddle $(printf 'raddle-%s ' $commands); do
    file=gen/man1/$page.1
    [ -f "$file" ] || fail "no $file"
    mandoc -Tlint -W warning "$file" >out || true
    ! grep -v 'missing date' out || fail "$file is wrong"
done
[ "$(ls gen/man1 | wc -l)" = $(($(echo "$commands" | wc -l) + 1)) ] || fail "too many pages"
for command in $commands; do
    grep -qF "$command" <(mandoc -Tascii gen/man1/raddle.1 | col -b) || fail "raddle.1: no $command"
    case $command in cc | c++ | list) continue ;; esac
    "$RADDLE" "$command" --help-all >help 2>/dev/null || "$RADDLE" "$command" --help >help
    mandoc -Tascii "gen/man1/raddle-$command.1" | col -b >page
    options=$(grep -oE '^ +(-., +)?--[a-z-]+' help | grep -oE -- '--[a-z-]+' |
        grep -vE '^--(help|usage|version)$')
    for option in $options; do
        grep -qE -- "^ +(-., )?$option(=| |\$)" page || fail "raddle-$command.1: no $option"
    done
done
# Each has the exit status of its own command, and no other's.
while read -r page statuses; do
    mandoc -Tascii "gen/man1/$page.1" | col -b | sed -n '/^EXIT STATUS/,/^SEE ALSO/p' |
        sed -n 's/^ \{5,8\}\([0-9a-z]*\)  .*/\1/p' >out
    equal "$page $(paste -sd' ' out)" "$page $statuses"
done <<'S'
raddle 0 1 2 3 4 99
raddle-test 0 1 2 3 99
raddle-prove 0 1 2 3 99
raddle-regress 0 1 2 3 99
raddle-gen 0 1 2 3 99
raddle-replay 0 1 2 3 4 99
raddle-show 0 1 2 3 4 99
raddle-shrink 0 2 3 99
raddle-coverage 0 2 3 99
raddle-report 0 2 3 99
raddle-estimate 0 2 3 99
raddle-doctor 0 2 3 99
raddle-list 0 2 99
raddle-cc 0 1 2 99 127 other
raddle-c++ 0 1 2 99 127 other
S
expect 127 "$RADDLE" cc --cc=no-such-compiler -c x.c
expect 2 "$RADDLE" list x
grep -q 'SUPPRESSIONS' gen/man1/raddle-test.1 || fail "no prose"
# What --help has no room for is in man/: of each option, and of no other.
cp -r "$root/packaging" "$root/man" .
for change in 's/^`--seed`: /x: /' 's/^`--seed`: /`--sed`: /'; do
    sed "$change" "$root/man/test.md" >man/test.md
    expect 1 packaging/generate.py "$RADDLE" other
    says "man/test.md: options that it does not explain"
    says "seed"
done
cp "$root/man/test.md" man
sed '/^## Exit status/,/^## Options/{/^## Options/!d}' "$root/man/report.md" >man/report.md
expect 1 packaging/generate.py "$RADDLE" other
says "man/report.md: no exit status 0"
