/* finding_minimize.h - a schedule on disk gives way to its shrunk form:
 * NAME.schedule becomes that, and the original is kept as NAME.schedule.orig.
 */
#ifndef RDL_CAMPAIGN_FINDING_MINIMIZE_H
#define RDL_CAMPAIGN_FINDING_MINIMIZE_H

#include "campaign/campaign.h"
#include "explain/explain.h"
#include "minimize/minimize.h"

/* The shrunk schedule of which `path`, NAME.schedule.orig, is the original, to
 * be freed; NULL: there is none. */
char *rdl_minimize_original_of(const char *path);

/* What became of it. */
struct rdl_minimized {
    bool done, minimal;
    bool smaller; /* than what was given */
    bool bounded; /* more effort would try more */
    size_t preemptions, choices, switches, threads, steps;
    size_t switches_from; /* of the original */
    uint64_t attempts;
    double seconds;
    char why_not[160];               /* it was not done */
    struct rdl_finding_summary said; /* of the shrunk one, if it was */
    struct rdl_explanation why;      /* as far as it is known */
};

/* Whoever has the symbols: places of the file's comments, the finding in a
 * worker's memory (as in struct rdl_watch; NULL: what was said of the original
 * stays), and labels for the steps of an explanation of what is in shared
 * memory (report/explanation/label.h). */
struct rdl_minimize_words {
    struct rdl_capture_places places;
    void (*says)(void *data, struct rdl_worker *w,
                 struct rdl_finding_summary *out);
    void (*label)(void *data, struct rdl_shared *shared,
                  struct rdl_explanation *why);
    void *data;
};

/* Shrinks what was loaded from `path`, with a worker that is used for nothing
 * else.  What was not replayed in a new process, for the user wanted to stop,
 * is not kept: files and words stay those of one execution. */
void rdl_minimize_file(struct rdl_worker *w, const struct rdl_schedule *s,
                       const char *path,
                       const struct rdl_minimize_options *options,
                       const struct rdl_minimize_words *words,
                       struct rdl_minimized *out);

/* The schedule of a finding, as it was read from its file and replayed; fills
 * what found has about shrinking. */
void rdl_finding_minimize(struct rdl_campaign *c,
                          const struct rdl_minimize_words *words,
                          const struct rdl_schedule *schedule,
                          struct rdl_found *found);

#endif
