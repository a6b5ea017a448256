#!/bin/sh
# The sixty-second tour: builds examples/bank.c through raddle cc, finds its
# bug, replays it.  What it made stays in BUILD/demo, to be looked at.
set -u
build=$1
work=$build/demo
bin=$(cd "$build" && pwd)
PATH=$bin:$PATH

bold= plain=
[ -t 1 ] && [ -z "${NO_COLOR-}" ] && bold=$(printf '\033[1m') &&
    plain=$(printf '\033[0m')
say() { printf '\n%s$ %s%s\n' "$bold" "$*" "$plain"; }
# The words as somebody would have to type them.
quoted() {
    for word in "$@"; do
        case $word in
        *[!A-Za-z0-9_./-]*) printf "'%s' " "$word" ;;
        *) printf '%s ' "$word" ;;
        esac
    done
}
run() {
    line=$(quoted "$@")
    say "${line% }"
    "$@"
}

rm -rf "$work"
mkdir -p "$work" && cp examples/bank.c "$work" || exit 1
here=$(pwd)
cd "$work" || exit 1
run raddle cc -g -pthread bank.c -o bank || exit 1
say "for i in \$(seq 1000); do ./bank; done    # plainly, without raddle"
failed=0 i=0
while [ $i -lt 1000 ]; do
    ./bank >/dev/null 2>&1 || failed=$((failed + 1))
    i=$((i + 1))
done
echo "$failed of 1000 plain runs failed"
run raddle test ./bank
[ $? = 1 ] || { echo "demo: expected a finding" >&2; exit 1; }
schedule=$(ls raddle-out/*/*.schedule) || exit 1
run raddle replay --times 100 "$schedule"
[ $? = 1 ] || { echo "demo: expected the replay to fail" >&2; exit 1; }
# The same inside gdb; a person would leave out --gdb-command and look around.
run raddle replay --gdb --gdb-command "print balance" "$schedule" </dev/null
[ $? = 1 ] || { echo "demo: expected gdb to stop at the failure" >&2; exit 1; }
cd "$here" || exit 1
cat <<END

All of it is in $work.  Go on from here with
  $build/raddle show --full $work/$schedule
  $build/raddle replay --gdb $work/$schedule
  $build/raddle report $work/raddle-out/bank
END
