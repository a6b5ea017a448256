/* variable_groups.h - which places of a program touch the same shared
 * variables.
 *
 * A strategy that works on one variable at a time cannot name it by address,
 * for the next execution may have it elsewhere.  It can by the places that
 * touch it: two places are of one group when they were seen to touch the same
 * word, by two threads one of which writes.  Learnt as executions go, in the
 * strategy's memory. */
#ifndef RDL_STRATEGY_LIB_VARIABLE_GROUPS_H
#define RDL_STRATEGY_LIB_VARIABLE_GROUPS_H

#include "base/event.h"

#include <stdbool.h>

enum {
    RDL_GROUPS = 64, /* 0: none; so 63 */
    RDL_GROUP_PLACES = 4096,
    RDL_GROUP_WORDS = 4096,
};

struct rdl_variable_groups {
    uint32_t execution; /* words of another one are forgotten */
    uint32_t n_places;
    uint64_t used; /* bit set of groups */
    struct {
        uintptr_t pc;
        uint8_t group;
    } places[RDL_GROUP_PLACES]; /* by hash of pc, at most half full */
    struct {
        uintptr_t word;
        uint32_t execution;
        uint16_t place;
        uint8_t thread;
        bool writes;
    } words[RDL_GROUP_WORDS]; /* the latest touch, by hash of the word */
};

/* An execution begins. */
void rdl_variable_groups_begin(struct rdl_variable_groups *g);
/* The group of this event's place; 0 if it has none. */
unsigned rdl_variable_groups_of(const struct rdl_variable_groups *g,
                                const struct rdl_event *e);
/* `thread` takes this step.  Returns the group of its place.  If two groups
 * turn out to be one, *gone (else 0) has become *into. */
unsigned rdl_variable_groups_step(struct rdl_variable_groups *g,
                                  const struct rdl_event *e, uint8_t thread,
                                  unsigned *gone, unsigned *into);

#endif
