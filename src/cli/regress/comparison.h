/* comparison.h - a running campaign compared with the one of another build. */
#ifndef RDL_CLI_REGRESS_COMPARISON_H
#define RDL_CLI_REGRESS_COMPARISON_H

#include "campaign/campaign.h"
#include "regress/declarations.h"
#include "regress/mapping.h"
#include "regress/old.h"
#include "regress/sets.h"

struct rdl_comparison {
    const struct rdl_old *old;
    struct rdl_places places; /* of the campaign */
    struct rdl_mapping mapping;
    struct rdl_declarations declarations;
    struct rdl_sets sets;
    uint32_t locations; /* the campaign had as many when it was made */
    bool made;
};

/* Anew, if the campaign knows more than before. */
void rdl_comparison_update(struct rdl_comparison *c,
                           struct rdl_campaign *campaign);
void rdl_comparison_free(struct rdl_comparison *c);

/* Puts requirements of the campaign into classes (coverage/tables/classes.h).
 */
void rdl_comparison_aim(struct rdl_comparison *c,
                        struct rdl_campaign *campaign);

/* Does this finding stand where that one of the old build stood? */
bool rdl_comparison_same(const struct rdl_comparison *c,
                         const struct rdl_found *old,
                         const struct rdl_found *new);

/* The place of a location of a set (sets.h); NULL if it has none.  *gone: its
 * operation is gone, and it is the old place. */
const struct rdl_places_place *
rdl_comparison_place(const struct rdl_comparison *c, uint32_t location,
                     bool *gone);

#endif
