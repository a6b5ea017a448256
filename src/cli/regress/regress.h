/* regress.h - what the files of raddle regress share. */
#ifndef RDL_CLI_REGRESS_REGRESS_H
#define RDL_CLI_REGRESS_REGRESS_H

#include "cli/regress/comparison.h"
#include "cli/test/options.h"

#include <jansson.h>
#include <stdio.h>

struct rdl_program;

struct rdl_regress {
    /* Options. */
    const char *revision, *build; /* --old, --build */
    const char *old_store, *old_program;
    uint64_t old_time_ns; /* 0: as the new campaign */
    bool keep, new_only;
    enum rdl_capp {
        RDL_CAPP_LINE,
        RDL_CAPP_FUNCTION,
        RDL_CAPP_FILE,
        RDL_CAPP_FIELD,
    } capp;
    bool capp_stack; /* also code that a changed call is inside of */
    enum rdl_capp_order capp_order;
    /* What it is compared with, for people: "the build before". */
    char *with;
    /* --old: where the sources of the old build were, below `top` of the
     * repository; or NULL. */
    char *tree, *top;
    char *new_build; /* its build id, or NULL */
    char *first;     /* directory of the schedules to run first, or NULL */
    struct rdl_old old;
    struct rdl_comparison comparison;
    size_t n_unreached;
    struct rdl_unreached {
        const char *file;
        unsigned line;
    } * unreached;
    /* Of the campaign, when it has ended. */
    uint64_t executions;
};

/* old.c: finds and reads the campaign of the old build; false if it is the same
 * build.  Ends raddle if there is none. */
bool rdl_regress_old(struct rdl_regress *r, const struct rdl_test_options *o,
                     const struct rdl_program *program);

/* run_old.c: what the campaign of an old build depends on besides the build. */
uint64_t rdl_regress_conditions(const struct rdl_regress *r,
                                const struct rdl_test_options *o);
/* run_old.c: a campaign of that program in the directory `dir`, in a process of
 * its own, under the conditions of the new one. */
void rdl_regress_run(const struct rdl_regress *r,
                     const struct rdl_test_options *o, const char *program,
                     const char *dir);

/* A few executions of the program in which every access counts, in a process of
 * its own: their places are in *seen.  False: they are not known. */
bool rdl_regress_look(const struct rdl_test_options *o, const char *program,
                      struct rdl_old *seen);

/* status.c: marks the locations of changed code, for the strategies of --capp.
 */
void rdl_regress_mark(const struct rdl_regress *r, struct rdl_campaign *c);

/* on_stack.c: marks the calls in changed code, for `--capp=...,stack`.  Is it
 * changed as --capp says? (status.c) */
void rdl_regress_mark_calls(const struct rdl_regress *r,
                            struct rdl_campaign *c);
bool rdl_regress_changed(const struct rdl_regress *r,
                         const struct rdl_places_place *p);

/* worktree.c: builds the revision in a worktree of its own, and runs its
 * campaign; returns the directory of that campaign, which the caller frees. */
char *rdl_regress_revision(struct rdl_regress *r,
                           const struct rdl_test_options *o);

/* unreached.c: changed lines that no execution reached. */
void rdl_regress_unreached(struct rdl_regress *r,
                           const struct rdl_test_options *o,
                           struct rdl_campaign *c);

/* status.c: did the campaign end before it had observed as many executions as
 * the old build's?  Then fewer interactions are expected than possible. */
bool rdl_regress_observes_less(const struct rdl_regress *r,
                               const struct rdl_campaign *c);

/* status.c: is it a finding of the old build too? */
bool rdl_regress_had(const struct rdl_regress *r, const struct rdl_found *f);
/* Findings of the old build that the campaign did not have. */
bool rdl_regress_is_fixed(const struct rdl_regress *r,
                          const struct rdl_campaign *c,
                          const struct rdl_found *old);

/* show.c, json.c: the result, when the campaign has ended. */
void rdl_regress_show(FILE *out, const struct rdl_regress *r,
                      struct rdl_campaign *c);
json_t *rdl_regress_json(const struct rdl_regress *r, struct rdl_campaign *c);

/* How many of a class the campaign covered; of all metrics in `metrics`. */
struct rdl_regress_counts {
    size_t of[3], covered[3]; /* by class */
    size_t vanished, left_out;
};
struct rdl_regress_counts rdl_regress_count(const struct rdl_sets *s,
                                            unsigned metric);

#endif
