#!/bin/sh
# Runs the shell tests: scripts.sh RADDLE WORK FOLDER...; two at a time.  Each
# script gets $RADDLE and an empty $TMP, passes with 0, is skipped with 77;
# LIMIT: the seconds it may take.  LEAVE: names to leave out.
set -u
if [ "$1" = --one ]; then
    test=$2 TMP=$3/$2
    export TMP
    rm -rf "$TMP" && mkdir -p "$TMP"
    timeout "${LIMIT:-300}" bash "$test" >"$TMP.log" 2>&1 </dev/null
    case $? in
    0) echo passed ;;
    77) echo "SKIP $test: $(tail -n 1 "$TMP.log")" ;;
    *) printf 'FAIL %s\n%s\n' "$test" "$(tail -n 40 "$TMP.log")" ;;
    esac >"$TMP.result"
    exit 0
fi
RADDLE=$(realpath "$1")
mkdir -p "$2"
work=$(realpath "$2")
shift 2
export RADDLE
tests=$(find "$@" -name "${T:-*}.sh" | sort)
for name in ${LEAVE:-}; do
    tests=$(echo "$tests" | grep -v "/$name\.sh$")
done
rm -f $(printf "$work/%s.result " $tests)
echo $tests | xargs -n 1 -P 2 sh -c '"$0" --one "$2" "$1"' "$0" "$work"
passed=0 failed=0 skipped=0
for test in $tests; do
    result=$work/$test.result
    case $(head -n 1 "$result" 2>/dev/null) in
    passed) passed=$((passed + 1)) ;;
    SKIP*) skipped=$((skipped + 1)); cat "$result" ;;
    *) failed=$((failed + 1)); cat "$result" ;;
    esac
done
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" = 0 ] && [ $((passed + skipped)) -gt 0 ]
