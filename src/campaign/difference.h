/* difference.h - where two runs of one execution differ: what both did there.
 */
#ifndef RDL_CAMPAIGN_DIFFERENCE_H
#define RDL_CAMPAIGN_DIFFERENCE_H

#include "base/event.h"

#include <stdbool.h>
#include <stdint.h>

enum rdl_difference_kind {
    RDL_DIFFERENCE_NONE,
    RDL_DIFFERENCE_STEP,    /* another operation, place or thread */
    RDL_DIFFERENCE_VALUE,   /* the same operation has another value */
    RDL_DIFFERENCE_OPERAND, /* it acts on another address */
    RDL_DIFFERENCE_UNKNOWN, /* a value somewhere before `step` */
};

struct rdl_difference_side {
    bool ended; /* the run was over before this step; then nothing else */
    enum rdl_op op;
    uint64_t value;     /* or the address: VALUE, OPERAND */
    char location[256]; /* "" if unknown */
};

struct rdl_difference {
    enum rdl_difference_kind kind;
    uint64_t execution, step;
    struct rdl_difference_side first, again;
};

struct rdl_campaign;
struct rdl_worker;
struct rdl_config;
struct rdl_determinism;

/* The execution that `w` has just repeated differs from the first run: finds
 * out where.  It may run the execution some more times. */
void rdl_difference_find(struct rdl_campaign *c, struct rdl_worker *w,
                         const struct rdl_config *config,
                         const struct rdl_determinism *first,
                         struct rdl_difference *out);
/* A sentence about it, without the reason. */
void rdl_difference_text(const struct rdl_difference *d, char *out,
                         size_t size);

#endif
