/* caveats.h - notes that are known only at the end of a campaign and that limit
 * what "no failure found" means (base/notes.h: LIMITS). */
#ifndef RDL_CAMPAIGN_CAVEATS_H
#define RDL_CAMPAIGN_CAVEATS_H

struct rdl_campaign;
struct rdl_verdict;

/* Adds these notes. */
void rdl_caveats_note(struct rdl_campaign *c, const struct rdl_verdict *v);

#endif
