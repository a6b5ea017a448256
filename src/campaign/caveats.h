/* caveats.h - notes that limit what "no failure found" means.
 *
 * Most notes are for information (another isolation, one job).  Those named
 * here say that something was not seen or not controlled: they are told even
 * when the user wants it quiet, and the store keeps them, so that whoever
 * looks at the campaign later does not take it for more than it is. */
#ifndef RDL_CAMPAIGN_CAVEATS_H
#define RDL_CAMPAIGN_CAVEATS_H

#include <stdbool.h>

struct rdl_campaign;
struct rdl_verdict;

/* Does a note of this kind limit it? */
bool rdl_caveats_is(const char *kind);
/* Is it about the program, so that it holds for sessions to come too? */
bool rdl_caveats_lasts(const char *kind);
/* Tells those that only the end of a campaign shows. */
void rdl_caveats_tell(struct rdl_campaign *c, const struct rdl_verdict *v);

#endif
