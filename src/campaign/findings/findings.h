/* findings.h - the distinct findings of a campaign, including those of earlier
 * sessions. */
#ifndef RDL_CAMPAIGN_FINDINGS_FINDINGS_H
#define RDL_CAMPAIGN_FINDINGS_FINDINGS_H

#include "schedule/findings.h"

struct rdl_findings { /* owns the list and the paths of schedules in it */
    size_t n;
    struct rdl_found *all;
};

/* Has the finding that id, or another place of its statement? */
bool rdl_findings_is(const struct rdl_found *f, uint64_t id);
/* The finding with that id, or with another place of its statement that has
 * that id; NULL if there is none. */
struct rdl_found *rdl_findings_find(struct rdl_findings *f, uint64_t id);
/* The finding at the same statement as the one in `shared`, which gets that id
 * too; NULL if there is none. */
struct rdl_found *
rdl_findings_at_statement(struct rdl_findings *f,
                          const struct rdl_shared *shared,
                          const struct rdl_finding_summary *said);
/* Adds a finding; pointers to others become invalid. */
struct rdl_found *rdl_findings_new(struct rdl_findings *f, uint64_t id);
void rdl_findings_free(struct rdl_findings *f);

#endif
