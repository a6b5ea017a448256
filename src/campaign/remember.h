/* remember.h - a campaign and its store: what earlier sessions knew comes in,
 * what this one learns goes out. */
#ifndef RDL_CAMPAIGN_REMEMBER_H
#define RDL_CAMPAIGN_REMEMBER_H

#include "campaign/campaign.h"

/* After rdl_campaign_make, before rdl_campaign_run: the campaign goes on where
 * the store in its output directory ends.  Dies if another campaign is at work
 * there; goes without if there can be none, and says so. */
void rdl_remember_open(struct rdl_campaign *c,
                       const struct rdl_store_opening *session);
/* At will, and when something was found or is to be known. */
void rdl_remember_tick(struct rdl_campaign *c);
void rdl_remember_found(struct rdl_campaign *c, const struct rdl_found *found);
/* At once: what was covered before a finding was covered before the time that
 * its replays take. */
void rdl_remember_save(struct rdl_campaign *c);
void rdl_remember_note(struct rdl_campaign *c, const struct rdl_told *told);
/* After rdl_campaign_run; `how` it ended, one word. */
void rdl_remember_end(struct rdl_campaign *c, const char *how);

#endif
