/* store_read.h - what a campaign's store holds, for reports.
 *
 * Reads beside a campaign that is writing, and changes nothing; everything
 * comes from one moment. */
#ifndef RDL_CAMPAIGN_STORE_READ_H
#define RDL_CAMPAIGN_STORE_READ_H

#include "campaign/found.h"

struct rdl_store_requirement {
    unsigned metric; /* enum rdl_metric_id */
    uint32_t l1, l2; /* numbers of locations, RDL_LOC_... */
    bool estimated, covered;
    uint64_t execution; /* that covered it first */
    double seconds;     /* since the campaign began */
};

struct rdl_store_reader { /* called in this order; any may be NULL */
    void *data;
    /* `build`: store_build.h; "" if it is not known. */
    void (*module)(void *data, uint32_t number, const char *path,
                   const char *build);
    void (*location)(void *data, uint32_t number, uint32_t module,
                     uint64_t offset);
    void (*requirement)(void *data, const struct rdl_store_requirement *r);
    void (*finding)(void *data, const struct rdl_found *found);
};

struct rdl_store_summary { /* to be freed */
    char *program;         /* as typed */
    char **arguments;      /* ended by NULL */
    uint64_t sessions, executions;
    double seconds;
    char *how;       /* the latest session ended; NULL: it runs, or was
                        killed and nobody came after it */
    size_t n_pairs;  /* one for each combinatorial metric of list.h */
    uint64_t *pairs; /* covered */
};

/* False: there is none or it cannot be read; *why is a sentence, to be freed.
 */
bool rdl_store_read(const char *dir, const struct rdl_store_reader *reader,
                    struct rdl_store_summary *summary, char **why);
void rdl_store_summary_free(struct rdl_store_summary *summary);

#endif
