/* dcl_acquire.c - double-checked locking with acquire and release; the
 * twin tests relaxed.
 * EXPECT: none
 * TWIN: memory-order
 */
#include "../race.h"

struct config {
    int a, b;
} only;
_Atomic(struct config *) published;

static struct config *get(void)
{
    struct config *c =
        atomic_load_explicit(&published, TWO(ACQUIRE, RELAXED));

    if (c != NULL)
        return c;
    pthread_mutex_lock(&m);
    c = atomic_load_explicit(&published, RELAXED);
    if (c == NULL) {
        c = &only;
        c->a = 1;
        c->b = 2;
        atomic_store_explicit(&published, c, RELEASE);
    }
    pthread_mutex_unlock(&m);
    return c;
}

THREAD(use)
{
    int sum = get()->a + get()->b;

    if (sum != 3)
        abort();
    return NULL;
}

int main(void)
{
    run(use, use);
    return 0;
}
