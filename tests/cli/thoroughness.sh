# docs/thoroughness.md tells the truth: the session with examples/reload.c.
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$root/tests/cli/common.inc"
cp "$root/examples/reload.c" .
"$RADDLE" cc -g -pthread reload.c -o reload
# quoted: every line but the first of what was printed stands there.
quoted() {
    tail -n +2 out | while IFS= read -r line; do
        grep -qF -- "    $line" "$root/docs/thoroughness.md" ||
            fail "not in docs/thoroughness.md: $line"
    done
}
expect 0 "$RADDLE" test --jobs 1 ./reload
quoted
says ": saturated"
expect 0 "$RADDLE" coverage raddle-out/reload
sed -i '/^def-use$/,$d' out
quoted
expect 0 "$RADDLE" test --fresh --jobs 1 -n 60 ./reload
says "sync-pair 4 of 5"
says_not saturated
