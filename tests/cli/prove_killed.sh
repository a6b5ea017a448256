# raddle prove goes on where it was, and its counts stay exact: after -n, after
# a kill of raddle at drawn numbers of executions, after a kill of its worker,
# after Ctrl-C.
. "$(dirname "$0")/common.inc"
"$RADDLE" cc -O1 -g -pthread "$(dirname "$0")/../prove/counting.c" -o "count-$$"
prove() {
    "$RADDLE" prove -q -k --no-shrink --metrics none -o kept --json report \
        "$@" >out 2>err
}
counts() {
    field report '"%s %s %s %s" % (r["complete"], r["interleavings"], r["deadlocks"], r["abandoned"])'
}
# Stopped by -n again and again.
for n in 1 2 3 5 8 9; do
    ! prove -n $n "./count-$$" counter 2 2 || fail "complete after $n executions"
done
prove "./count-$$" counter 2 2
equal "$(counts)" "True 34 0 0"
equal "$(field report 'r["executions"] < 34')" True
# The next one begins anew, since it was complete; so does --fresh.
prove "./count-$$" counter 2 2
equal "$(counts) $(field report 'r["executions"] >= 34')" "True 34 0 0 True"
! prove -n 20 "./count-$$" counter 2 2 || fail "complete after 20 executions"
prove --fresh "./count-$$" counter 2 2
equal "$(counts) $(field report 'r["executions"] >= 34')" "True 34 0 0 True"
# With other options it begins anew, and says so.
! prove -n 20 "./count-$$" counter 2 2 || fail "complete after 20 executions"
prove --steps 5000 "./count-$$" counter 2 2
equal "$(counts) $(field report 'r["executions"] >= 34')" "True 34 0 0 True"
grep -q "begins anew" err || fail "it does not say that it begins anew"
# A failure: with -k it goes on behind it, otherwise it is shown again.
! prove -n 4 "./count-$$" philo 3 || fail "complete after 4 executions"
! prove "./count-$$" philo 3 || fail "no deadlock"
equal "$(counts)" "True 7 1 0"

# Killed at drawn numbers of executions, again and again.  KILLS: more of them,
# of a larger program.
victim='fib 4' wanted=1107 left=900
if [ -n "${KILLS:-}" ]; then
    victim='counter 3 2' wanted=7134 left=6000
fi
for at in $(python3 -c 'import random; r = random.Random(7); print(*[r.randint(1, 150) for _ in range('"${KILLS:-12}"')])'); do
    prove --die-at "$at" "./count-$$" $victim && fail "not killed at $at"
done
prove "./count-$$" $victim
equal "$(counts)" "True $wanted 0 0"
# Little of it was lost.
equal "$(field report 'r["executions"] < '$left)" True

# A worker that somebody kills, and Ctrl-C: whenever that is.
for how in worker worker interrupt; do
    rm -rf kept
    prove --isolation fork "./count-$$" fib 4 &
    pid=$!
    await pgrep -x "count-$$" >/dev/null
    if [ $how = worker ]; then
        kill -9 $(pgrep -x -n "count-$$") || true
    else
        kill -INT $pid
    fi
    wait $pid || prove "./count-$$" fib 4
    equal "$how: $(counts)" "$how: True 1107 0 0"
done
