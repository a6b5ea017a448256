#!/bin/sh
# Runs the shell tests: scripts.sh RADDLE WORK FOLDER...; each script gets
# $RADDLE and an empty $TMP, passes with 0, is skipped with 77; LIMIT: the
# seconds it may take.
set -u
RADDLE=$(realpath "$1") work=$2
shift 2
export RADDLE
passed=0 failed=0 skipped=0
for test in $(find "$@" -name "${T:-*}.sh" | sort); do
    TMP=$(mkdir -p "$work/$test" && cd "$work/$test" && pwd)
    export TMP
    rm -rf "$TMP" && mkdir -p "$TMP"
    timeout "${LIMIT:-300}" bash "$test" >"$TMP.log" 2>&1 </dev/null
    case $? in
    0) passed=$((passed + 1)) ;;
    77) skipped=$((skipped + 1)); echo "SKIP $test: $(tail -n 1 "$TMP.log")" ;;
    *) failed=$((failed + 1)); echo "FAIL $test"; tail -n 40 "$TMP.log" ;;
    esac
done
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" = 0 ] && [ $((passed + skipped)) -gt 0 ]
