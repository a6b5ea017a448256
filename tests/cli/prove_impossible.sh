# What raddle prove says about coverage: what no interleaving covers is
# impossible, and nothing that is called so is ever covered.
. "$(dirname "$0")/common.inc"
from=$(dirname "$0")/../prove
all=blocked,blocking,blocked-pair,follows,sync-pair,lr-def,def-use,pset,reads-from,adjacent
"$RADDLE" cc -O1 -g -pthread "$from/counting.c" -o counting
prove() {
    expect 0 "$RADDLE" prove -q --fresh --metrics $all -o dir --json report ./counting "$@"
}
covers() { # how many of each state, of the metrics that are proved
    expect 0 "$RADDLE" coverage --json report dir
    field report '" ".join(str(sum(c[n] for c in r["coverage"].values() if c["proved"]))
        for n in ("estimated", "covered", "uncovered", "unexpected", "impossible"))'
}
proved() {
    field report '" ".join(m for m, c in r["coverage"].items() if c["proved"])'
}
# The figures are of gcc 12; the reads-from pair that is impossible is a pop that
# finds the stack as it was before anybody pushed.
n=0
for program in 'treiber 2 1' 'barrier 3' 'spinlock 3' 'dcl 3' 'trylock 3' 'peterson' \
    'fib 3' 'litmus 8'; do
    prove $program
    before=$(covers)
    equal "$(echo $before | cut -d' ' -f3)" 0
    n=$((n + ${before##* }))
    "$RADDLE" test -q -j1 -n 2000 -s random --metrics $all -o dir ./counting $program >/dev/null
    equal "$program: $(covers | cut -d' ' -f2-4)" "$program: $(echo $before | cut -d' ' -f2-4)"
    case $program in
    dcl*) equal "$(proved)" "follows sync-pair lr-def def-use reads-from" ;;
    esac
done
equal "$((n > 2))" 1
# Not of metrics that depend on more than the interleaving, of a failure, of
# outcomes that raddle prove leaves out, or of an exploration that was stopped.
equal "$(field report '{r["coverage"][m]["proved"] for m in ("pset", "adjacent")}')" "{False}"
prove condvar 1 1
equal "$(proved)" ""
expect 1 "$RADDLE" prove -qk --fresh --no-shrink -o dir --json report ./counting philo 2
equal "$(field report 'r["complete"]') $(proved)" "True "
expect 3 "$RADDLE" prove -q -n 3 --fresh -o dir --json report ./counting dcl 3
equal "$(proved)" ""

# A goal counts out what is impossible; terminal and page name it.
goal() {
    expect "$1" "$RADDLE" test -q -j1 --until coverage=100% --window 300 -o dir \
        --metrics reads-from --json report ./counting treiber 2 1
}
rm -rf dir
goal 3
expect 0 "$RADDLE" prove -q --metrics reads-from -o dir ./counting treiber 2 1
goal 0
equal "$(field report 'r["coverage"]["reads-from"]["impossible"]')" 1
"$RADDLE" coverage --all dir >listed
grep -q "^  impossible  *.*counting.c" listed || fail "raddle coverage does not list it"

# With another input more is possible: the proof does not count any more.
cat >input.c <<'C'
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static atomic_int x;
static void *t(void *a)
{
    if (getenv("MORE"))
        atomic_store(&x, 2);
    atomic_store(&x, 1);
    return a;
}
int main(void)
{
    pthread_t a;
    pthread_create(&a, 0, t, 0);
    atomic_load(&x);
    pthread_join(a, 0);
    return 0;
}
C
"$RADDLE" cc -g -pthread input.c -o input
reads_from() {
    field report 'r["coverage"]["reads-from"]["proved"]'
}
expect 0 "$RADDLE" prove -q -o other --json report ./input
equal "$(reads_from)" True
expect 0 "$RADDLE" test -q -j1 -n 50 -o other --json report ./input
equal "$(reads_from)" True
MORE=1 expect 0 "$RADDLE" test -q -j1 -n 50 -o other --json report ./input
equal "$(reads_from)" False
expect 0 "$RADDLE" coverage --json report other
equal "$(reads_from)" False

# The session of docs/prove.md.
page=$(dirname "$0")/../../docs/prove.md
cp "$from/queue.c" .
"$RADDLE" cc -g -O1 -pthread queue.c -o queue
for command in 'prove ./queue 2' 'prove ./queue 1'; do
    expect 0 "$RADDLE" $command
    case $command in *2) shows "$page" "raddle $command" ;; esac
done
expect 0 "$RADDLE" coverage --all raddle-out/queue-f018bdf9
sed '/^  covered/d' out >listed
shows "$page" 'raddle coverage raddle-out/queue-f018bdf9' listed
expect 3 "$RADDLE" prove -n 5000 --fresh ./queue 3
shows "$page" 'raddle prove -n 5000 ./queue 3'
