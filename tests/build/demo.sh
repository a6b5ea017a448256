# make demo: nothing is said of what is not there yet, before it is installed;
# the commands that it prints work as they stand there.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
fail() {
    echo "$*"
    exit 1
}
command -v gdb >/dev/null || { echo "no gdb here"; exit 77; }
mkdir "$TMP/bare" "$TMP/build"
for tool in make sh find sed; do
    ln -s "$(command -v $tool)" "$TMP/bare"
done
PATH=$TMP/bare make -s -n -C "$root" "BUILD=$TMP/none" setup-build >"$TMP/said" 2>&1
[ "$(cat "$TMP/said")" = "scripts/setup.sh build" ] || fail "before packages: $(cat "$TMP/said")"

ln -s "$(dirname "$RADDLE")"/* "$TMP/build"
rm -f "$TMP/build/demo"
cd "$root"
scripts/demo.sh "$TMP/build" </dev/null >"$TMP/log" 2>&1 || fail "$(cat "$TMP/log")"
grep "^  $TMP/build/raddle" "$TMP/log" >"$TMP/commands"
[ "$(wc -l <"$TMP/commands")" = 3 ] || fail "$(tail "$TMP/log")"
while read -r line; do
    case $line in
    *--gdb*) line="$line --gdb-command continue" want=1 ;;
    *report*) want=0 ;;
    *) want=1 ;;
    esac
    got=0
    sh -c "$line" >"$TMP/said" 2>&1 </dev/null || got=$?
    [ $got = $want ] || fail "exit status $got, expected $want: $line: $(cat "$TMP/said")"
done <"$TMP/commands"
[ -s "$TMP/build/demo/raddle-out/bank/report.html" ] || fail "no page"

# What it did itself, gdb with a command of two words.
sed -n 's/^\$ \(raddle replay .*\)/\1/p' "$TMP/log" >"$TMP/commands"
[ "$(wc -l <"$TMP/commands")" = 2 ] || fail "$(cat "$TMP/log")"
while read -r line; do
    got=0
    (cd "$TMP/build/demo" && PATH=$TMP/build:$PATH sh -c "$line") >"$TMP/said" 2>&1 </dev/null || got=$?
    [ $got = 1 ] || fail "exit status $got, expected 1: $line: $(cat "$TMP/said")"
done <"$TMP/commands"
