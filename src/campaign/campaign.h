/* campaign.h - what a campaign has: its options, and one part for each thing
 * that lasts from one execution to the next.
 *
 * Each part has its own header, which says what it holds; functions that need
 * one or two parts take those.  loop.h runs a campaign.  It tells its owner
 * what happens through `watch`: the owner has the words and the symbols, the
 * campaign has neither. */
#ifndef RDL_CAMPAIGN_CAMPAIGN_H
#define RDL_CAMPAIGN_CAMPAIGN_H

#include "campaign/budget.h"
#include "campaign/coverage_session.h"
#include "campaign/explore/explorer.h"
#include "campaign/findings.h"
#include "campaign/notes.h"
#include "campaign/stop_condition.h"
#include "campaign/totals.h"
#include "campaign/workers.h"
#include "explain/facts/explanation.h"
#include "store/store.h"

struct rdl_campaign;

/* What the campaign tells its owner.  The execution in question is in the
 * memory of c->workers.latest. */
struct rdl_watch { /* any may be NULL */
    void *data;
    /* Is the finding in shared memory one that nobody wants to hear of? */
    bool (*suppressed)(void *data, const struct rdl_campaign *c);
    /* Where the finding in shared memory is, for people. */
    void (*where)(void *data, const struct rdl_campaign *c, char *out,
                  size_t size);
    /* The finding in that worker's memory in words, and what else is told of
     * it.  Comes again when another execution of the same finding takes its
     * place: what was said at last is true of the schedule that is kept. */
    void (*says)(void *data, struct rdl_worker *w,
                 struct rdl_finding_summary *out);
    /* A new finding, which is replayed and shrunk next. */
    void (*found)(void *data, struct rdl_campaign *c,
                  const struct rdl_found *found);
    /* Its schedule was written and replayed (or not: see found). */
    void (*recorded)(void *data, struct rdl_campaign *c,
                     const struct rdl_found *found);
    /* The schedule of a finding is at `path` from now on, whatever happens. */
    void (*kept)(void *data, const char *path);
    /* A sentence that the user has to see. */
    void (*warn)(void *data, const char *text);
    /* A new warning: a finding that did not end its execution. */
    void (*warning)(void *data, struct rdl_campaign *c,
                    const struct rdl_found *found);
    /* Something to be told; each comes once. */
    void (*note)(void *data, struct rdl_campaign *c,
                 const struct rdl_told_note *told);
    /* After each request, and ten times a second during a long one. */
    void (*progress)(void *data, const struct rdl_campaign *c);
    /* "file:line (function)" of a program counter of the target, "" if not
     * known: comments of the schedule file. */
    void (*place)(void *data, const struct rdl_campaign *c, uintptr_t pc,
                  char *out, size_t size);
    /* Labels for the steps of an explanation: report/explanation/label.h. */
    void (*label)(void *data, struct rdl_shared *shared,
                  struct rdl_explanation *why);
};

struct rdl_campaign_options { /* borrowed */
    struct rdl_worker_options worker;
    /* What all executions have in common; `strategy` may be RDL_AUTO. */
    struct rdl_config config;
    const struct rdl_explorer *explorer; /* NULL: the one for the strategy */
    const char *first;   /* directory of schedules to begin with; or NULL */
    const char *program; /* as typed */
    uint64_t executions; /* 0: not bounded */
    uint64_t time_ns;    /* 0: not bounded */
    struct rdl_stop_condition_options goal;
    uint32_t metrics, pairs; /* that the user wants to know about */
    uint64_t observed;       /* executions: see coverage_session.h */
    bool keep_going;
    bool shrink;      /* schedules: see minimize/minimize.h */
    uint64_t repeats; /* of an execution that is compared: see determinism.h */
    const char *out;  /* directory for schedules */
    unsigned jobs;    /* workers, 1..RDL_MOST_JOBS */
    bool jobs_given;  /* the user wants this number */
    bool isolation_given; /* the user wants this one */
    bool hooked;          /* the program shows its memory accesses */
    bool need_accesses;   /* without them nothing is verified */
};

enum rdl_stop {
    RDL_STOP_BUDGET,
    RDL_STOP_SATURATED, /* coverage grows no more */
    RDL_STOP_EXHAUSTED, /* every schedule was run */
    RDL_STOP_COVERED,   /* as much as was asked for */
    RDL_STOP_FOUND,
    RDL_STOP_INTERRUPTED,
    RDL_STOP_UNABLE, /* the target cannot be controlled: see `last`, notes */
};

struct rdl_campaign {
    struct rdl_campaign_options options;
    struct rdl_watch watch;
    struct rdl_exploration exploration;
    struct rdl_workers workers;
    struct rdl_budget budget;
    struct rdl_coverage_session observe;
    struct rdl_stop_condition goal;
    struct rdl_totals totals;
    struct rdl_findings findings; /* errors: they decide the exit status */
    struct rdl_findings warnings;
    struct rdl_notes notes;
    struct rdl_store *store;        /* NULL: none */
    struct rdl_delta_mark saved;    /* what of the coverage is in the store */
    struct rdl_store_totals before; /* earlier sessions, without findings */
    bool over;
    enum rdl_stop stop;         /* why, if it is over */
    struct rdl_run_result last; /* of the request that ended last */
    struct rdl_error error;     /* why it cannot go on: it ends with it */
};

/* The campaign cannot go on: it ends when the request at hand is dealt with,
 * and its caller gets the first of these errors. */
void rdl_campaign_fail(struct rdl_campaign *c, const struct rdl_error *error);
/* Something that the user has to know, and that changes nothing. */
void rdl_campaign_warn(const struct rdl_campaign *c, const char *format, ...)
    RDL_PRINTF(2, 3);
/* Goes on where earlier sessions ended, whose coverage is in the memory; takes
 * over their findings. */
void rdl_campaign_resume(struct rdl_campaign *c,
                         struct rdl_store_totals *before);
/* Executions and steps so far, with those of the requests under way. */
void rdl_campaign_count(const struct rdl_campaign *c, uint64_t *executions,
                        uint64_t *steps);
/* More is possible than could be recorded: counts of coverage are lower
 * bounds. */
bool rdl_campaign_capped(const struct rdl_campaign *c);

#endif
