/* periods.h - where a sequence repeats itself: loops, found in a record of what
 * a program did.  In time linear in the length of the sequence. */
#ifndef RDL_REPORT_TABLE_PERIODS_H
#define RDL_REPORT_TABLE_PERIODS_H

#include <stddef.h>
#include <stdint.h>

/* At least three instances, one behind the other.  An instance may itself have
 * a run in it; those of one outer run then differ only in how often the inner
 * one repeats. */
struct rdl_period_run {
    size_t from;   /* the first element of the first instance */
    size_t second; /* of the second */
    size_t last;   /* of the last */
    size_t to;     /* behind the last */
    size_t times;  /* number of instances */
};

struct rdl_periods { /* owns its array; zero it first */
    size_t n, room;
    struct rdl_period_run *all; /* an outer run is before those in it */
    uint64_t work;              /* elements looked at, each time */
};

/* Equal keys are equal elements. */
void rdl_periods_find(struct rdl_periods *p, const uint64_t *keys, size_t n);
void rdl_periods_free(struct rdl_periods *p);

#endif
