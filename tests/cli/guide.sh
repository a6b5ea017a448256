# docs/guide.md tells the truth: the session with examples/cache.c, again.
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$root/tests/cli/common.inc"
cp "$root/examples/cache.c" .
"$RADDLE" cc -g -pthread cache.c -o cache
expect 1 "$RADDLE" test --jobs 1 --seed 7 ./cache
# What the guide explains, as it quotes it.
for text in "as a page for a browser: raddle report raddle-out/cache" \
    "heap use after free: read of 4 bytes" "at cache.c:27:6 (cache_get)" \
    "freed here by thread 2:" "cache.c:36:9 (cache_put)" "3 executions in"; do
    says "$text"
    grep -qF -- "$text" "$root/docs/guide.md" || fail "the guide does not say: $text"
done
expect 1 "$RADDLE" replay --times 100 raddle-out/cache/*.schedule
says "reproduced 100 of 100 times: heap-use-after-free at cache.c:27:6 (cache_get)"
expect 0 "$RADDLE" report raddle-out/cache
says "report: raddle-out/cache/report.html ("
says " KiB, 1 finding)"
sed -i '/^    e->users++;$/d; s/^    e = slot;$/&\n    e->users++;/' cache.c
"$RADDLE" cc -g -pthread cache.c -o cache
expect 0 "$RADDLE" test --jobs 1 ./cache
says "was rebuilt since"
says "saturated"
expect 4 "$RADDLE" replay raddle-out/cache/*.schedule
says "diverged at step 12"
