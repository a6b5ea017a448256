# 10,000 steps of 100 threads, 6,000 requirements, a file of 5,000 lines: few
# elements, quick answers, everything within reach.
. "$(dirname "$0")/common.inc"
look
