# raddle gen: objects that threads share.  The last reference is given up in a
# thread, whichever that is; threads make objects from what they share.
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$(dirname "$0")/common.inc"
cp "$root"/bench/gen/modules/shared.[ch] "$root"/bench/gen/modules/slots.[ch] .
expect 1 "$RADDLE" gen shared.h --with shared.c --races=off --tests 200 -o shared.out --json report
finding='r["findings"][0]'
equal "$(field report "$finding['functions'], $finding['confirmed'], $finding['kind'] in ('double-free', 'heap-use-after-free')")" \
    "(['shared_unref', 'shared_unref'], True, True)"
# Two owners in two threads; main is none.
equal "$(grep -c 'shared_ref(s);' shared.out/1.c)" 1
equal "$(grep -c 'shared_unref(s);' shared.out/1.c)" 2
expect 1 "$RADDLE" gen slots.h --with slots.c --races=off --tests 200 -o slots.out --json report
equal "$(field report "[f['name'] for f in r['functions'] if f['at_the_same_time']]")" \
    "['slots_take', 'slots_give']"
says "pointer A; pointer B"
equal "$(field report "'slots_take' in $finding['functions'], $finding['confirmed']")" "(True, True)"
for module in shared slots; do
    expect 0 "$RADDLE" gen $module.h --with $module.c --cflags=-DMENDED --tests 200 -o twin -q
done
# Terminating wakes one of two that wait, as one call after the other may do; but a
# call that begins after it does not wait.
cp "$root"/bench/gen/modules/terminate.[ch] .
echo "method pool_take pool_terminate
ignore pool_submit pool_pending" >terminate.spec
gen="$RADDLE gen terminate.h --with terminate.c --spec terminate.spec --tests 200"
expect 1 $gen -o terminate.out --json report
equal "$(field report "$finding['kind'], $finding['confirmed'], len($finding['calls'])")" \
    "('lost-wakeup', True, 5)"
expect 0 $gen --cflags=-DMENDED -o twin -q
# Only what takes the shared object runs beside other calls, and only if no spec
# says otherwise.
echo "alone slots_take" >alone.spec
expect 0 "$RADDLE" gen slots.h --with slots.c --spec alone.spec --tests 50 -o alone.out --json report
equal "$(field report "[f['name'] for f in r['functions'] if f['at_the_same_time']]")" "['slots_give']"
# Of a second type raddle says so.
echo '#include "slots.h"
int slot_number(struct slot *one);' >both.h
expect 0 "$RADDLE" gen --list --only slots.h --only both.h both.h
says '# slot_number: needs the line "handle struct slot"'
# Pairs whose order shows in one thread: two getters have nothing in common.
cp "$root"/bench/gen/modules/queue.[ch] .
expect 0 "$RADDLE" gen queue.h --with queue.c --cflags=-DMENDED --tests 60 --choose conflicts \
    -o queue.out --json report
tried='dict((tuple(p["functions"]), p["tried"]) for p in r["pairs"])'
equal "$(field report "[$tried[p] > 0 for p in [('q_push', 'q_pop'), ('q_pop', 'q_pop'), ('q_size', 'q_peek')]]")" \
    "[True, True, False]"
