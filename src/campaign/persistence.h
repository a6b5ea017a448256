/* persistence.h - a campaign and its store: what earlier sessions knew comes
 * in, what this one learns goes out. */
#ifndef RDL_CAMPAIGN_PERSISTENCE_H
#define RDL_CAMPAIGN_PERSISTENCE_H

#include "campaign/campaign.h"

/* After rdl_campaign_make, before rdl_campaign_run: the campaign goes on where
 * the store in its output directory ends.  Dies if another campaign is at work
 * there; goes without if there can be none, and says so. */
void rdl_persistence_open(struct rdl_campaign *c,
                          const struct rdl_store_opening *session);
/* At will, and when something was found or is to be known. */
void rdl_persistence_tick(struct rdl_campaign *c);
void rdl_persistence_found(struct rdl_campaign *c,
                           const struct rdl_found *found);
/* At once: what was covered before a finding was covered before the time that
 * its replays take. */
void rdl_persistence_save(struct rdl_campaign *c);
void rdl_persistence_note(struct rdl_campaign *c,
                          const struct rdl_told_note *told);
/* After rdl_campaign_run; `how` it ended, one word. */
void rdl_persistence_end(struct rdl_campaign *c, const char *how);

#endif
