/* old.h - the campaign of the build that another one is compared with, read
 * from its store. */
#ifndef RDL_REGRESS_OLD_H
#define RDL_REGRESS_OLD_H

#include "store/read.h"

struct rdl_old { /* owns all that it points to */
    struct rdl_store_summary summary;
    struct rdl_places places;
    size_t n; /* requirements */
    struct rdl_store_requirement *all;
    size_t n_findings;
    struct rdl_found *findings;
};

/* `aside`: of the store that was put aside there.  Otherwise *why, which the
 * caller frees, says why not. */
enum rdl_store_reading rdl_old_read(struct rdl_old *o, const char *dir,
                                    bool aside, char **why);
/* The first source that the campaign could not keep, or NULL. */
const char *rdl_places_without_text(const struct rdl_places *p);
void rdl_old_free(struct rdl_old *o);

#endif
