# raddle prove against raddle test on random programs with many kinds of
# operations: test reaches no outcome that prove says is impossible.
# PROVE_SEED, PROVE_PROGRAMS: others.
. "$(dirname "$0")/common.inc"
"$(dirname "$0")/../prove/differential.py" "$RADDLE" programs \
    "${PROVE_SEED:-1}" "${PROVE_PROGRAMS:-8}" --executions 300
