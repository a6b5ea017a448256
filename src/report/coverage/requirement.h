/* requirement.h - coverage requirements for people: by metric and source line.
 *
 * The owner of requirements (a campaign's store, the memory of a running
 * campaign) adds modules, locations and requirements with its own numbers, in
 * any order; all text is copied.  A listing is printed by metric, then by file,
 * line and column of its locations, whatever the numbers. */
#ifndef RDL_REPORT_COVERAGE_REQUIREMENT_H
#define RDL_REPORT_COVERAGE_REQUIREMENT_H

#include "coverage/coverage.h"

#include <jansson.h>
#include <stdio.h>

struct rdl_listed {
    unsigned metric; /* enum rdl_metric_id */
    uint32_t l1, l2; /* as in coverage/tables/requirements.h */
    bool estimated, covered;
    bool proved;        /* if it is not covered, it is impossible */
    uint64_t execution; /* the execution that covered it first */
    double seconds;     /* since the campaign began; < 0: not known */
    /* Executions that covered it, and how many of those failed; counted false:
     * not known. */
    bool counted;
    uint64_t hits, failed;
};

enum rdl_listed_state {
    RDL_LISTED_COVERED,    /* estimated and covered */
    RDL_LISTED_UNCOVERED,  /* estimated, not covered */
    RDL_LISTED_UNEXPECTED, /* covered, not estimated */
    RDL_LISTED_IMPOSSIBLE, /* estimated, but no interleaving covers it */
    RDL_N_LISTED
};
enum rdl_listed_state rdl_listed_state(const struct rdl_listed *r);
const char *rdl_listed_name(enum rdl_listed_state state);

/* Printed with the counts if coverage is capped. */
#define RDL_LISTING_CAPPED                                                     \
    "more is possible than could be recorded: the counts are lower bounds"

struct rdl_listing;

struct rdl_listing *rdl_listing_new(void);
void rdl_listing_free(struct rdl_listing *l);

/* `usable`: the file is the one that ran; otherwise its locations are printed
 * as module and offset.  The listing compares the build id too (0 bytes: none).
 */
void rdl_listing_module(struct rdl_listing *l, uint32_t number,
                        const char *path, const uint8_t *build_id,
                        size_t build_id_size, bool usable);
void rdl_listing_location(struct rdl_listing *l, uint32_t number,
                          uint32_t module, uint64_t offset);
/* Leaves out a requirement that is neither estimated nor covered: a process
 * that died may have left it. */
void rdl_listing_add(struct rdl_listing *l, const struct rdl_listed *r);

/* The order within a metric. */
enum rdl_listing_sort {
    RDL_SORT_PLACE,   /* by source line */
    RDL_SORT_HITS,    /* what the fewest executions covered first */
    RDL_SORT_FAILING, /* where the largest share of those failed first */
};

struct rdl_listing_view {
    uint32_t metrics; /* set of enum rdl_metric_id */
    enum rdl_listing_sort sort;
    /* By metric: executions that recorded it; NULL: counts are not shown. */
    const uint64_t *executions;
    bool uncovered;   /* only uncovered ones */
    bool all;         /* not only the first few of each metric */
    const char *rest; /* how to see the others; NULL: --all */
};

/* How many requirements there are in each state. */
void rdl_listing_count(const struct rdl_listing *l, uint32_t metrics,
                       size_t counts[RDL_N_LISTED]);
/* A table of the counts: the metrics that have any, then the combined metric of
 * that name (or NULL).  Unexpected requirements count as covered too. */
void rdl_listing_totals(FILE *out, const struct rdl_listing *l,
                        uint32_t metrics, const char *name);
/* The requirements themselves.  With `all`: each on a line of its own, for grep
 * and sort.  Otherwise the first few of each metric, no wider than 80 columns;
 * by place, uncovered ones come first. */
void rdl_listing_print(FILE *out, struct rdl_listing *l,
                       const struct rdl_listing_view *view);
/* metric -> counts; below, the array of requirements (docs/json.md). */
json_t *rdl_listing_json_totals(const struct rdl_listing *l, uint32_t metrics);
/* The same for the combined metric of that name (or NULL). */
json_t *rdl_listing_json_combined(const struct rdl_listing *l,
                                  const char *name);
json_t *rdl_listing_json(struct rdl_listing *l,
                         const struct rdl_listing_view *view);
/* Calls `fn` for each requirement of these metrics with its object of that
 * array, which `fn` borrows. */
void rdl_listing_each(struct rdl_listing *l, uint32_t metrics,
                      void (*fn)(void *data, const struct rdl_listed *r,
                                 const json_t *object),
                      void *data);
/* The same for places: `fn` gets the number of each location. */
void rdl_listing_each_place(struct rdl_listing *l,
                            void (*fn)(void *data, uint32_t location,
                                       const json_t *place),
                            void *data);
/* Adds the paths of the files of all its places: json_place.h. */
void rdl_listing_json_files(struct rdl_listing *l, json_t *files);
/* Names of those files that are newer than the program. */
json_t *rdl_listing_json_newer(struct rdl_listing *l);

#endif
