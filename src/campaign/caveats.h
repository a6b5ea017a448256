/* caveats.h - notes that only the end of a campaign shows, and that limit what
 * "no failure found" means (base/notes.h: LIMITS). */
#ifndef RDL_CAMPAIGN_CAVEATS_H
#define RDL_CAMPAIGN_CAVEATS_H

struct rdl_campaign;
struct rdl_verdict;

/* Tells them. */
void rdl_caveats_tell(struct rdl_campaign *c, const struct rdl_verdict *v);

#endif
