/* variable_groups.h - which places of a program access the same shared
 * variables.
 *
 * A strategy that works on one variable at a time cannot name it by address:
 * the next execution may have it elsewhere.  It names it by the places that
 * access it.  Two places are in one group if two threads accessed the same word
 * there and one of them writes.  The strategy learns the groups from execution
 * to execution, in its memory. */
#ifndef RDL_STRATEGY_LIB_VARIABLE_GROUPS_H
#define RDL_STRATEGY_LIB_VARIABLE_GROUPS_H

#include "base/event.h"

#include <stdbool.h>

enum {
    RDL_GROUPS = 64, /* group 0 means none, so 63 */
    RDL_GROUP_PLACES = 4096,
    RDL_GROUP_WORDS = 4096,
};

struct rdl_variable_groups {
    uint32_t execution; /* its number; words of others are invalid */
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
    } words[RDL_GROUP_WORDS]; /* the latest access, by hash of the word */
};

/* Begins an execution. */
void rdl_variable_groups_begin(struct rdl_variable_groups *g);
/* The group of this event's place; 0 if it has none. */
unsigned rdl_variable_groups_of(const struct rdl_variable_groups *g,
                                const struct rdl_event *e);
/* Records a step of `thread`.  Returns the group of its place.  If two groups
 * prove to be one, *gone (else 0) has been merged into *into. */
unsigned rdl_variable_groups_step(struct rdl_variable_groups *g,
                                  const struct rdl_event *e, uint8_t thread,
                                  unsigned *gone, unsigned *into);

#endif
