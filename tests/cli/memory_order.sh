# Memory orders of atomic operations: in the schedule file, in the table and
# its JSON, and in the event hash.
. "$(dirname "$0")/common.inc"
cat >orders.c <<'C'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready, taken, seen;
#ifndef ORDER
#define ORDER memory_order_release
#endif

static void *give(void *unused)
{
    atomic_store_explicit(&ready, 1, ORDER);
    atomic_thread_fence(memory_order_acq_rel);
    return unused;
}

int main(void)
{
    pthread_t t;
    int expected = 5;

    pthread_create(&t, 0, give, 0);
    if (atomic_load_explicit(&ready, memory_order_acquire))
        atomic_fetch_add_explicit(&taken, 1, memory_order_relaxed);
    /* Fails, and has the order for failure then. */
    atomic_compare_exchange_strong_explicit(&seen, &expected, 1,
                                            memory_order_acq_rel,
                                            memory_order_acquire);
    atomic_store(&seen, 2);
    pthread_join(t, 0);
    assert(taken == 0);
}
C
"$RADDLE" cc -g orders.c -o orders -lpthread
expect 1 "$RADDLE" test -j1 -s random -o campaign ./orders
file=$(ls campaign/*.schedule campaign/*/*.schedule 2>/dev/null | head -n 1)
for site in atomic-write.release fence.acq-rel atomic-read.acquire \
    rmw.relaxed rmw.acq-rel atomic-write; do
    grep -q "^site [0-9]* $site " "$file" || fail "no site $site in $file"
done
expect 1 "$RADDLE" replay "$file"
expect 1 env COLUMNS=200 "$RADDLE" show --full "$file"
says "write ready = 1, release"
says "read seen = 0, no change, acquire"
expect 1 "$RADDLE" show --json orders.json "$file"
python3 -S - <<'P' || fail "orders in JSON"
import json, sys
def steps(x):
    if isinstance(x, dict):
        if "operation" in x:
            yield x["operation"], x["order"]
        x = list(x.values())
    if isinstance(x, list):
        for y in x:
            yield from steps(y)
had = set(steps(json.load(open("orders.json"))["steps"]))
# The step of the compare-exchange failed.
for want in ("atomic-write", "release"), ("rmw", "acquire"), \
        ("fence", "acq-rel"), ("atomic-write", None):
    if want not in had:
        sys.exit(f"{want} is not in {had}")
P
# hash_of ORDER: the same code at the same places but for the order of a store.
hash_of() {
    "$RADDLE" cc -g -DORDER="memory_order_$1" orders.c -o orders -lpthread
    "$RADDLE" test -q -j1 -s random -n 1 --fresh -o "hash" --json j.json \
        ./orders >/dev/null 2>&1 || :
    field j.json 'r["event_hash"]'
}
released=$(hash_of release)
[ "$released" = "$(hash_of release)" ] || fail "the hash is not repeated"
[ "$released" != "$(hash_of relaxed)" ] || fail "the order is not in the hash"
