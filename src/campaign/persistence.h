/* persistence.h - a campaign and its store: loads the results of earlier
 * sessions and saves those of this one. */
#ifndef RDL_CAMPAIGN_PERSISTENCE_H
#define RDL_CAMPAIGN_PERSISTENCE_H

#include "campaign/campaign.h"
#include "util/error.h"

/* Is there a store to continue, or a campaign that makes one? */
bool rdl_persistence_continues(const struct rdl_campaign *c);
/* After rdl_campaign_make, before rdl_campaign_run: the campaign resumes where
 * the store in its output directory ends.  If it does not continue one, before
 * its first execution ends is early enough.  If it cannot have a store, it runs
 * without one and adds a note.  False: another campaign is using the directory,
 * or the user has to decide what to do with the old contents. */
bool rdl_persistence_open(struct rdl_campaign *c,
                          const struct rdl_store_opening *session,
                          struct rdl_error *error);
/* Call it at any time: saves what is new if enough time has passed. */
void rdl_persistence_tick(struct rdl_campaign *c);
/* Saves at once, before the replays of a finding, so that what was covered
 * before them has an earlier time. */
void rdl_persistence_save(struct rdl_campaign *c);
void rdl_persistence_found(struct rdl_campaign *c,
                           const struct rdl_found *found);
void rdl_persistence_note(struct rdl_campaign *c,
                          const struct rdl_placed_note *placed);
/* After rdl_campaign_run; `how` it ended, in one word. */
void rdl_persistence_end(struct rdl_campaign *c, const char *how);

#endif
