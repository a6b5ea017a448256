/* persistence.h - a campaign and its store: what earlier sessions knew comes
 * in, what this one learns goes out. */
#ifndef RDL_CAMPAIGN_PERSISTENCE_H
#define RDL_CAMPAIGN_PERSISTENCE_H

#include "campaign/campaign.h"
#include "util/error.h"

/* After rdl_campaign_make, before rdl_campaign_run: the campaign resumes where
 * the store in its output directory ends.  If there can be no store, it goes
 * without, with a note.  False: another campaign is at work there, or the user
 * has to decide what becomes of what is there. */
bool rdl_persistence_open(struct rdl_campaign *c,
                          const struct rdl_store_opening *session,
                          struct rdl_error *error);
/* At will: writes what is new if it is time. */
void rdl_persistence_tick(struct rdl_campaign *c);
/* At once: what was covered before a finding was covered before the time that
 * its replays take. */
void rdl_persistence_save(struct rdl_campaign *c);
void rdl_persistence_found(struct rdl_campaign *c,
                           const struct rdl_found *found);
void rdl_persistence_note(struct rdl_campaign *c,
                          const struct rdl_told_note *told);
/* After rdl_campaign_run; `how` it ended, one word. */
void rdl_persistence_end(struct rdl_campaign *c, const char *how);

#endif
