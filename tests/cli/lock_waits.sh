# tsa and cuve let a lock call wait: what waiting covers, and what it breaks.
programs=$(cd "$(dirname "$0")/../programs" && pwd)
inc=$(cd "$(dirname "$0")" && pwd)
. "$inc/common.inc"
. "$inc/fig2.inc"
# Fig. 2: 4 Blocked, 4 Blocking and 8 Blocked-Pair, all possible.
for strategy in tsa tsa-h cuve cuve-c; do
    expect 0 "$RADDLE" test --jobs 1 -n 200 -s $strategy --fresh --json report \
        --metrics blocked,blocking,blocked-pair,sync-pair ./fig2
    equal "$(field report '[r["coverage"][m]["covered"] for m in
        ("blocked", "blocking", "blocked-pair", "sync-pair")]')" \
        "[4, 4, 8, 10]"
    equal "$(field report 'r["notes"]')" "[]"
done
# A time limit that is over, without a metric about waiting: 500 executions are
# three times as many as the slowest of these needs.
"$RADDLE" cc -g -pthread "$programs/mutex_timedlock_unexpected.c" -o timed
for strategy in tsa tsa-h cuve cuve-c; do
    for seed in 1 2 3 4 5; do
        expect 1 "$RADDLE" test --jobs 1 -n 500 -s $strategy --seed $seed \
            --fresh --no-shrink --json report ./timed
        equal "$(field report '[f["kind"] for f in r["findings"]]')" \
            "['assertion']"
    done
done
# Strategies that never run some schedules: the report says what that leaves.
for strategy in round-robin similarity; do
    expect 0 "$RADDLE" test --jobs 1 -n 100 -s $strategy --fresh --json report \
        --metrics blocked-pair,sync-pair ./fig2
    equal "$(field report '[n["kind"] for n in r["notes"]]')" \
        "['narrow-strategy']"
done
says "8 of 8 blocked-pair"
expect 0 "$RADDLE" test --jobs 1 -n 100 -s similarity --fresh --json report \
    --metrics sync-pair ./fig2
equal "$(field report 'r["notes"]')" "[]"
