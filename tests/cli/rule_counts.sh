# How often each rule of tsa and cuve decided, also with several workers.
inc=$(cd "$(dirname "$0")" && pwd)
. "$inc/common.inc"
. "$inc/fig2.inc"
# total JOBS: of all rules.
total() {
    expect 0 "$RADDLE" test --jobs $1 -n 400 -s $strategy --fresh --json report ./fig2
    field report 'sum(r["rules"].values())'
}
for strategy in tsa tsa-published cuve; do
    alone=$(total 1)
    equal "$(field report 'r["rules"]["rule-1"] > 0')" True
    # Four workers that ran 100 executions each decided as often as one that ran
    # 400, not a quarter of it.
    together=$(total 4)
    [ $((2 * together)) -gt "$alone" ] || fail "$together of $alone"
done
expect 0 "$RADDLE" test --jobs 1 -n 4 -s random --fresh --json report ./fig2
equal "$(field report 'r["rules"]')" None
