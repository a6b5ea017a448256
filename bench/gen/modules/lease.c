/* lease.c - the count is tested, then incremented: it may have reached zero in
 * between. KIND: atomicity.  -DMENDED: without the bug. */
#include "lease.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct lease {
    pthread_mutex_t m;
    atomic_int n;
};

struct lease *lease_new(void)
{
    struct lease *x = calloc(1, sizeof(*x));

    pthread_mutex_init(&x->m, NULL);
    atomic_init(&x->n, 1);
    return x;
}

void lease_free(struct lease *x)
{
    pthread_mutex_destroy(&x->m);
    free(x);
}

int lease_take(struct lease *x)
{
    int n = atomic_load(&x->n);

#ifdef MENDED
    while (n > 0) {
        if (atomic_compare_exchange_weak(&x->n, &n, n + 1))
            return 0;
    }
    return -1;
#else
    if (n <= 0)
        return -1;
    atomic_fetch_add(&x->n, 1);
    return 0;
#endif
}

int lease_drop(struct lease *x)
{
    int n = atomic_load(&x->n);

    while (n > 0) {
        if (atomic_compare_exchange_weak(&x->n, &n, n - 1))
            return n - 1;
    }
    return -1;
}

int lease_count(struct lease *x)
{
    return atomic_load(&x->n);
}
