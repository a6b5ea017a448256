# A race that was met as one of memory order and is seen later is a seen race,
# with a schedule that shows it; a seen one does not become one of memory order.
# The program uses raddle.h, whose assembler must not matter.
. "$(dirname "$0")/common.inc"
cat >p.c <<'C'
#include <pthread.h>
#include <raddle.h>
#include <stdatomic.h>
#include <unistd.h>
int data;
atomic_int ready, turn;
static void put(void) { data = 1; }
static int get(void) { return data; }
/* In every execution the first put() comes before the first get(), but only
 * relaxed atomics order them.  The second ones meet in few executions, and only
 * if there is a file "meet". */
static void *writer(void *meet)
{
    put();
    atomic_store_explicit(&ready, 1, memory_order_relaxed);
    raddle_yield_point();
    if (meet && atomic_load_explicit(&turn, memory_order_relaxed) == 8)
        put();
    return NULL;
}
static void *reader(void *meet)
{
    int n;
    while (!atomic_load_explicit(&ready, memory_order_relaxed))
        ;
    n = get();
    raddle_assert(n == 1);
    for (int i = 0; i < 8; i++)
        atomic_store_explicit(&turn, i + 1, memory_order_relaxed);
    return meet && get() != n ? meet : NULL;
}
int main(void)
{
    void *meet = access("meet", F_OK) == 0 ? &data : NULL;
    pthread_t p, q;
    pthread_create(&p, NULL, writer, meet);
    pthread_create(&q, NULL, reader, meet);
    pthread_join(p, NULL);
    pthread_join(q, NULL);
    return 0;
}
C
"$RADDLE" cc -g -O1 -fno-inline -pthread -I "$(dirname "$0")/../../include" p.c -o p
run() { # OPTIONS
    expect 0 "$RADDLE" test -j1 --seed 1 --strategy random --json j "$@" ./p
}
races() {
    field j '[(f["race"]["proof"], f["replayed"]) for f in r["findings"] if f["kind"] == "data-race"]'
}
steps() { # the last step of the schedule, and what the rows before it are
    "$RADDLE" show --json - "$(field j 'r["findings"][0]["schedule"]')" >out || true
    field out 'sorted((s["operation"], s["line"]) for s in r["steps"][-2:])'
}
order="[('memory-order', True)]"
seen="[('seen', True)]"
both="[('read', 8), ('write', 7)]"
# In one session.
touch meet
run --fresh -n 3
equal "$(races)" "$order"
run --fresh -n 1000
equal "$(races)" "$seen"
equal "$(steps)" "$both"
equal "$(ls raddle-out/p/warnings | grep -c 'schedule$')" 1
# A later session meets it as one of memory order: the schedule stays.
run -n 3
equal "$(races)" "$seen"
equal "$(steps)" "$both"
# Where it cannot be seen it is one of memory order.
rm meet
run --fresh -n 300
equal "$(races)" "$order"

# A lock of assembler, which raddle does not see, and an atomic that orders
# nothing: only the lock keeps the two apart, so that no race is proven.
cat >spin.c <<'C'
#include <pthread.h>
#include <stdatomic.h>
static int lock, data;
static atomic_int count;
static void *work(void *arg)
{
    int taken;
    atomic_fetch_add_explicit(&count, 1, memory_order_relaxed);
    do {
        taken = 1;
        __asm__ volatile("xchgl %0, %1" : "+r"(taken), "+m"(lock) : : "memory");
    } while (taken);
    data++;
    __asm__ volatile("movl $0, %0" : "+m"(lock) : : "memory");
    atomic_fetch_add_explicit(&count, 1, memory_order_relaxed);
    return arg;
}
int main(void)
{
    pthread_t t, u;
    pthread_create(&t, 0, work, 0);
    pthread_create(&u, 0, work, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    return 0;
}
C
"$RADDLE" cc -g -pthread spin.c -o spin 2>notes
expect 0 "$RADDLE" test --races=fail -j1 -n 300 --fresh --json report ./spin
equal "$(field report 'r["findings"], "assembler" in {n["kind"] for n in r["notes"]}')" "([], True)"
