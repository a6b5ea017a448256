/* shared.c - the count is atomic, but whoever leaves looks at it once more: two
 * owners that leave at the same time both see that nobody is left.
 * KIND: atomicity.  -DMENDED: without the bug. */
#include "shared.h"

#include <stdatomic.h>
#include <stdlib.h>

struct shared {
    atomic_int refs;
    int value;
};

struct shared *shared_new(int value)
{
    struct shared *s = malloc(sizeof(*s));

    atomic_init(&s->refs, 1);
    s->value = value;
    return s;
}

struct shared *shared_ref(struct shared *s)
{
    atomic_fetch_add(&s->refs, 1);
    return s;
}

void shared_unref(struct shared *s)
{
#ifdef MENDED
    if (atomic_fetch_sub(&s->refs, 1) == 1)
        free(s);
#else
    atomic_fetch_sub(&s->refs, 1);
    if (atomic_load(&s->refs) == 0)
        free(s);
#endif
}

int shared_get(struct shared *s)
{
    return s->value;
}
