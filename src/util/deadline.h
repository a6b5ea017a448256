/* deadline.h - when work that may take long must end.  Whoever begins the work
 * provides it; the work asks between two parts of it. */
#ifndef RDL_UTIL_DEADLINE_H
#define RDL_UTIL_DEADLINE_H

#include <stdbool.h>
#include <stddef.h>

struct rdl_deadline {
    bool (*over)(void *data); /* stays true */
    void *data;
};

/* NULL: never. */
static inline bool rdl_deadline_over(const struct rdl_deadline *d)
{
    return d != NULL && d->over(d->data);
}

#endif
