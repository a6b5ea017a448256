/* minimize.h - replaces a schedule on disk by its shrunk form:
 * NAME.schedule becomes the shrunk one, NAME.schedule.orig the original. */
#ifndef RDL_CAMPAIGN_FINDINGS_MINIMIZE_H
#define RDL_CAMPAIGN_FINDINGS_MINIMIZE_H

#include "campaign/campaign.h"
#include "explain/explain.h"
#include "minimize/minimize.h"

/* The shrunk schedule whose original is `path`, NAME.schedule.orig; the caller
 * frees it.  NULL if there is none. */
char *rdl_minimize_original_of(const char *path);

/* The result of shrinking. */
struct rdl_minimized {
    bool done, minimal;
    bool smaller; /* shorter than the given schedule */
    bool bounded; /* with more effort raddle would try more */
    size_t preemptions, choices, switches, threads, steps;
    size_t switches_from; /* of the original */
    uint64_t attempts;
    double seconds;
    struct rdl_unshrunk unshrunk; /* why it was not done */
    /* Of the shrunk schedule, if there is one. */
    struct rdl_finding_summary said;
    struct rdl_explanation why; /* the explanation, as far as raddle knows it */
};

/* Functions of the owner, which has the symbols: the places in the file's
 * comments; the wording of the finding in a worker's memory (as in struct
 * rdl_campaign_owner; NULL: the words for the original stay); and labels for
 * the explanation of the execution in shared memory
 * (report/explanation/label.h).
 */
struct rdl_minimize_words {
    struct rdl_capture_places places;
    void (*says)(void *data, struct rdl_worker *w,
                 struct rdl_finding_summary *out);
    void (*label)(void *data, struct rdl_shared *shared,
                  struct rdl_explanation *why);
    void *data;
};

/* Shrinks the schedule that was loaded from `path`, with a worker that is used
 * for nothing else.  If the user stops it before the result was replayed in a
 * new process, raddle discards the result: files and words stay those of one
 * execution. */
void rdl_minimize_file(struct rdl_worker *w, const struct rdl_schedule *s,
                       const char *path,
                       const struct rdl_minimize_options *options,
                       const struct rdl_minimize_words *words,
                       struct rdl_minimized *out);

/* Shrinks the schedule of a finding after it was read from its file and
 * replayed; fills in what `found` has about shrinking. */
void rdl_finding_minimize(struct rdl_campaign *c,
                          const struct rdl_minimize_words *words,
                          const struct rdl_schedule *schedule,
                          struct rdl_found *found);

#endif
