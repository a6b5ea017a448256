/* branches.c - code that is seldom needed is switched on by a key with a count
 * of its users: who is first takes a lock and patches one place after the
 * other, and who finds that there are users only counts itself.  But the first
 * one has counted itself before it patches.
 *
 * After Linux's static_key_slow_inc (4c5ea0a9cd02, "locking/static_key: Fix
 * concurrent static_key_slow_inc()", seen with KVM; since then the count is -1
 * meanwhile).
 *
 * CLASS: double-checked locking, counted before it is done
 * FAILS: assertion
 * CAUSE: branches.c:48 `if (atomic_fetch_add(&key.enabled, 1) == 0)` is counted
 * CAUSE: branches.c:43 `while (n > 0) {` takes that for done
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#define SITES 3
#define GUESTS 3
#define ROUNDS 2

static struct {
    atomic_int enabled;
    pthread_mutex_t lock; /* of patching */
    int updates;
} key = { .lock = PTHREAD_MUTEX_INITIALIZER };
static atomic_bool patched[SITES]; /* the code jumps there */
static atomic_int events;

static void jump_label_update(bool on)
{
    for (int i = 0; i < SITES; i++)
        patched[i] = on;
    key.updates++;
}

static void key_inc(void)
{
    int n = key.enabled;

    while (n > 0) {
        if (atomic_compare_exchange_strong(&key.enabled, &n, n + 1))
            return;
    }
    pthread_mutex_lock(&key.lock);
    if (atomic_fetch_add(&key.enabled, 1) == 0)
        jump_label_update(true);
    pthread_mutex_unlock(&key.lock);
}

/* The last one takes the lock before it counts itself out. */
static void key_dec(void)
{
    int n = key.enabled;

    while (n > 1) {
        if (atomic_compare_exchange_strong(&key.enabled, &n, n - 1))
            return;
    }
    pthread_mutex_lock(&key.lock);
    if (atomic_fetch_sub(&key.enabled, 1) == 1)
        jump_label_update(false);
    pthread_mutex_unlock(&key.lock);
}

static bool event(int site)
{
    if (!patched[site])
        return false;
    events++;
    return true;
}

/* Has its interrupts delivered by code that is on while there are guests. */
static void *guest(void *argument)
{
    int vector = *(int *)argument, delivered = 0;

    for (int i = 0; i < ROUNDS; i++) {
        key_inc();
        delivered += event(vector % SITES);
        key_dec();
    }
    assert(delivered == ROUNDS);
    return NULL;
}

int main(void)
{
    int vectors[GUESTS] = { 2, 1, 2 };
    pthread_t guests[GUESTS];

    assert(!event(0));
    for (int i = 0; i < GUESTS; i++)
        pthread_create(&guests[i], NULL, guest, &vectors[i]);
    for (int i = 0; i < GUESTS; i++)
        pthread_join(guests[i], NULL);
    assert(events == GUESTS * ROUNDS);
    assert(key.enabled == 0 && key.updates % 2 == 0);
    assert(!event(0));
    return 0;
}
