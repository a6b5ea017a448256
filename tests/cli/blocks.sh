# Programs of tests/blocks, with the theorems of the thesis: each kind of race bug
# is found where it is, not where it is not, and replays.  (make bench-blocks:
# all of them, 20 seeds with 1,000 executions each.)
root=$(cd "$(dirname "$0")/../.." && pwd)
python3 "$root/tests/blocks.py" --seeds 1 --executions 60 "$RADDLE" "$TMP" \
    fig_2_9_two_sections fig_2_10_two_locks fig_2_11_two_sections fig_2_13_cache \
    fig_2_14_bare fig_2_18_tests entries split test_calls
