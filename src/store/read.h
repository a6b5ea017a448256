/* read.h - what a campaign's store holds, for reports.  It may read while a
 * campaign writes, and changes nothing; all data is from one moment. */
#ifndef RDL_STORE_READ_H
#define RDL_STORE_READ_H

#include "predict/prediction.h"
#include "schedule/findings.h"
#include "store/places.h"

struct rdl_store_requirement {
    unsigned metric; /* enum rdl_metric_id */
    uint32_t l1, l2; /* numbers of locations, RDL_LOC_... */
    bool estimated, covered;
    uint64_t execution; /* the execution that covered it first */
    double seconds;     /* since the campaign began */
    /* Executions that covered it, and those of them that failed.  counted
     * false: not known, since an older raddle did not count them. */
    bool counted;
    uint64_t hits, failed;
};

struct rdl_store_session { /* borrowed during the call */
    int64_t began, ended;  /* seconds since 1970; -1: not known */
    const char *version;   /* of raddle */
    const char *strategy;
    uint64_t seed;
    const char *metrics; /* names, separated by commas */
    uint64_t executions;
    double seconds;
    const char *how; /* how it ended; NULL: it is running */
};

struct rdl_store_sample { /* of all sessions up to then */
    double seconds;
    uint64_t executions, findings;
    const uint64_t *covered; /* requirements, by enum rdl_metric_id */
};

struct rdl_store_reader { /* called in this order; any may be NULL */
    void *data;
    /* `build`: build.h; "" if not known. */
    void (*module)(void *data, uint32_t number, const char *path,
                   const char *build);
    void (*location)(void *data, uint32_t number, uint32_t module,
                     uint64_t offset);
    void (*requirement)(void *data, const struct rdl_store_requirement *r);
    void (*finding)(void *data, const struct rdl_found *found);
    void (*note)(void *data, const char *kind, const char *text,
                 const char *location); /* "" if it has none */
    /* Why the latest exploration is not complete; none if it is. */
    void (*incomplete)(void *data, const char *kind, const char *text,
                       const char *location);
    void (*prediction)(void *data, const struct rdl_prediction *prediction);
    /* What predictions of deadlocks are made of: places are without text, and
     * lock orders name them by id (predict/prediction.h). */
    void (*lock_place)(void *data, const struct rdl_predicted_place *place);
    void (*lock_order)(void *data, const struct rdl_lock_order *order);
    void (*session)(void *data, const struct rdl_store_session *session);
    void (*sample)(void *data, const struct rdl_store_sample *sample);
    /* Not called: filled with what the store has of it. */
    struct rdl_places *places;
};

struct rdl_store_summary { /* the caller frees it */
    char *program;         /* as typed */
    char *build;           /* of the program: build.h; "" if not known */
    char **arguments;      /* ended by NULL */
    uint64_t sessions, executions;
    uint64_t failed; /* executions that ended with a finding */
    double seconds;
    char *how;       /* how the latest session ended; NULL: it is running */
    size_t n_pairs;  /* one for each combinatorial metric of list.h */
    uint64_t *pairs; /* number covered */
    bool capped;     /* not everything could be recorded */
    uint32_t proved; /* metrics: what is not covered is impossible */
    uint64_t interleavings; /* of the latest exploration; 0: not known */
    /* `asked`: what users asked sessions to record, as sets of enum
     * rdl_metric_id and of rdl_combinatorial_at.  `recorded`: that and what
     * strategies recorded for themselves. */
    uint32_t asked, asked_pairs;
    uint32_t recorded, recorded_pairs;
    /* By enum rdl_metric_id: executions of the sessions that were asked to
     * record it; all, if a strategy recorded it too. */
    uint64_t *recording;
};

enum rdl_store_reading {
    RDL_STORE_READ,
    RDL_STORE_UNREADABLE, /* there is no store, or none for this raddle */
    RDL_STORE_DAMAGED,    /* its contents are inconsistent */
};
/* The summary is complete before the first call of the reader.  If the result
 * is not RDL_STORE_READ, *why is a sentence that the caller frees, and the
 * reader may have been called for a part. */
enum rdl_store_reading rdl_store_read(const char *dir,
                                      const struct rdl_store_reader *reader,
                                      struct rdl_store_summary *summary,
                                      char **why);
/* The same of the store that was put aside there when the program had changed
 * or a session began anew. */
enum rdl_store_reading
rdl_store_read_aside(const char *dir, const struct rdl_store_reader *reader,
                     struct rdl_store_summary *summary, char **why);
void rdl_store_summary_free(struct rdl_store_summary *summary);

#endif
