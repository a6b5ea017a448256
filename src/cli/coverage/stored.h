/* stored.h - a campaign read from its directory and prepared for display: what
 * coverage and report have in common. */
#ifndef RDL_CLI_COVERAGE_STORED_H
#define RDL_CLI_COVERAGE_STORED_H

#include "store/read.h"
#include "report/coverage/requirement.h"

#include <jansson.h>

struct rdl_stored {
    const char *dir; /* as typed */
    struct rdl_store_summary summary;
    struct rdl_listing *listing;
    size_t n_notes;
    char **notes;   /* sentences: what has changed, and the limits */
    json_t *limits; /* limits of what it shows, as sentences: base/notes.h */
    json_t *incomplete; /* why the latest raddle prove is not complete */
    size_t n_findings;
    struct rdl_found *findings;
    size_t n_predictions;
    struct rdl_prediction *predictions;
    json_t *sessions; /* docs/json.md, raddle report */
    json_t *samples;
};

/* Ends raddle with an error if there is no campaign, or it cannot be read.
 * `history`: with sessions and samples. */
void rdl_stored_read(struct rdl_stored *s, const char *dir, bool history);
void rdl_stored_free(struct rdl_stored *s);

/* Takes over the text. */
void rdl_stored_note(struct rdl_stored *s, char *text);
/* The program, how much was executed, and the totals of coverage. */
json_t *rdl_stored_json(const struct rdl_stored *s, uint32_t metrics);

/* How many of its findings are warnings. */
size_t rdl_stored_warnings(const struct rdl_stored *s);

#endif
