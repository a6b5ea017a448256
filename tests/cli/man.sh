# Man pages: one for each command and one for raddle, without mistakes, with
# every option that --help knows.
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$root/tests/cli/common.inc"
"$root/packaging/generate.py" "$RADDLE" gen
commands=$("$RADDLE" --help | sed -n '/^Commands:/,/^$/s/^  \([^ ]*\).*/\1/p')
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
grep -q 'SUPPRESSIONS' gen/man1/raddle-test.1 || fail "no prose"
# What --help has no room for is in man/: of each option, and of no other.
cp -r "$root/packaging" "$root/man" .
for change in 's/^`--seed`: /x: /' 's/^`--seed`: /`--sed`: /'; do
    sed "$change" "$root/man/test.md" >man/test.md
    expect 1 packaging/generate.py "$RADDLE" other
    says "man/test.md: options that it does not explain"
    says "seed"
done
