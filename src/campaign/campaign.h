/* campaign.h - the state of a campaign: its options, and one part for each
 * thing that lasts from one execution to the next.  Each part has its own
 * header, which describes it; functions that need one or two parts take those.
 * loop.h runs a campaign.
 *
 * The campaign reports to its owner through `owner`: the owner has the wording
 * and the symbols, the campaign has neither. */
#ifndef RDL_CAMPAIGN_CAMPAIGN_H
#define RDL_CAMPAIGN_CAMPAIGN_H

#include "campaign/budget.h"
#include "campaign/coverage/coverage_session.h"
#include "campaign/explore/explorer.h"
#include "campaign/findings/findings.h"
#include "campaign/notes.h"
#include "campaign/predict/foresight.h"
#include "campaign/predict/predictions.h"
#include "campaign/coverage/stop_condition.h"
#include "campaign/step_limit.h"
#include "campaign/time_mode.h"
#include "campaign/totals.h"
#include "campaign/workers.h"
#include "exec/program_file.h"
#include "explain/facts/explanation.h"
#include "store/store.h"
#include "util/deadline.h"

struct rdl_campaign;

/* Calls from the campaign to its owner.  The execution in question is in the
 * memory of c->workers.latest. */
struct rdl_campaign_owner { /* any may be NULL */
    void *data;
    /* Does the user suppress the finding in shared memory? */
    bool (*suppressed)(void *data, const struct rdl_campaign *c);
    /* The place of the finding in shared memory, or both of them, for people:
     * location and other. */
    void (*where)(void *data, const struct rdl_campaign *c,
                  struct rdl_finding_summary *out);
    /* Puts the finding in that worker's memory into words.  The campaign calls
     * it again when another execution of the same finding replaces the first:
     * the last words describe the stored schedule. */
    void (*says)(void *data, struct rdl_worker *w,
                 struct rdl_finding_summary *out);
    /* A new finding; raddle replays and shrinks it next. */
    void (*found)(void *data, struct rdl_campaign *c,
                  const struct rdl_found *found);
    /* raddle has written and replayed its schedule, or failed to: see found. */
    void (*recorded)(void *data, struct rdl_campaign *c,
                     const struct rdl_found *found);
    /* The schedule of a finding is at `path` from now on, whatever happens. */
    void (*kept)(void *data, const char *path);
    /* A warning for the user. */
    void (*warn)(void *data, const char *text);
    /* A new warning: a finding that did not end its execution. */
    void (*warning)(void *data, struct rdl_campaign *c,
                    const struct rdl_found *found);
    /* A note for the user; each comes once. */
    void (*note)(void *data, struct rdl_campaign *c,
                 const struct rdl_placed_note *placed);
    /* A finding depends on code being seen: adds notes about code of the
     * program that is not.  `all`: returns whether there is any other code that
     * is not, in libraries too, whether threads take steps in it or not.  It
     * may be called again. */
    bool (*unseen)(void *data, struct rdl_campaign *c, bool all);
    /* Does the code show that the finding in shared memory is none?  Asked of
     * those that only the code decides about (RDL_BLOCK_TEST). */
    bool (*refuted)(void *data, const struct rdl_campaign *c);
    /* After each request, and ten times a second during a long one. */
    void (*progress)(void *data, const struct rdl_campaign *c);
    /* "file:line (function)" of a program counter of the target, "" if not
     * known: for comments of the schedule file. */
    void (*place)(void *data, const struct rdl_campaign *c, uintptr_t pc,
                  char *out, size_t size);
    /* The variable at an address of the target, "" if not known. */
    void (*object)(void *data, const struct rdl_campaign *c, uintptr_t addr,
                   char *out, size_t size);
    /* Where the structure begins that a variable at an address of the target is
     * a part of; 0: not known, or none. */
    uintptr_t (*structure)(void *data, const struct rdl_campaign *c,
                           uintptr_t addr);
    /* When raddle has estimated what can be covered (at the beginning if it
     * does not estimate), and again after twice as many executions each time:
     * the owner may mark requirements as targets. */
    void (*aim)(void *data, struct rdl_campaign *c);
    /* Fills in the labels of an explanation: report/explanation/label.h. */
    void (*label)(void *data, struct rdl_shared *shared,
                  struct rdl_explanation *why);
};

struct rdl_campaign_options { /* borrowed */
    struct rdl_worker_options worker;
    /* Common to all executions; `strategy` may be RDL_AUTO. */
    struct rdl_config config;
    const struct rdl_explorer *explorer; /* NULL: the one for the strategy */
    const char *first;   /* directory of schedules to run first, or NULL */
    const char *confirm; /* directory of a campaign whose predictions to aim at;
                            or NULL */
    bool changed;        /* compares with another build: see explorer.h */
    const char *program; /* as typed */
    uint64_t executions; /* 0: no limit */
    uint64_t time_ns;    /* 0: no limit */
    uint64_t (*clock)(void); /* of --time: see budget.h */
    struct rdl_stop_condition_options goal;
    enum rdl_time_passes time_passes;
    uint32_t metrics, pairs; /* that the user wants to see */
    uint32_t combined;       /* and which of rdl_combined_at */
    /* Recorded for a later comparison with another build; no decision depends
     * on them. */
    uint32_t besides;
    uint64_t observed; /* executions to observe: see coverage_session.h */
    /* Detectors whose warnings are errors (--races=fail). */
    uint64_t failing;
    bool keep_going;
    bool shrink; /* shrink schedules: see minimize/minimize.h */
    /* Repetitions of a compared execution: see determinism.h. */
    uint64_t repeats;
    const char *out;      /* directory for schedules */
    unsigned jobs;        /* workers, 1..RDL_MOST_JOBS */
    bool jobs_given;      /* the user asked for this number */
    bool isolation_given; /* the user asked for this one */
    bool hooked;          /* the program shows its memory accesses */
    bool need_accesses;   /* report "nothing verified" without them */
    /* The limit of steps may grow; the campaign may end before its budget is
     * spent if all executions are cut: step_limit.h. */
    bool steps_grow, cut_ends;
    /* Executions that show whether the program makes threads; 0: ten. */
    uint64_t handful;
    /* For tests: raddle saves after each request, and is killed after that many
     * executions; 0: neither. */
    uint64_t die_at;
};

enum rdl_stop {
    RDL_STOP_BUDGET,
    RDL_STOP_SATURATED, /* coverage no longer grows */
    RDL_STOP_EXHAUSTED, /* every schedule was run */
    RDL_STOP_COVERED,   /* the user's coverage goal is reached */
    RDL_STOP_FOUND,
    RDL_STOP_INTERRUPTED,
    RDL_STOP_REPLACED, /* the program was replaced or removed meanwhile */
    RDL_STOP_UNABLE,   /* raddle cannot control the target: see `last`, notes */
};

struct rdl_campaign {
    struct rdl_campaign_options options;
    struct rdl_campaign_owner owner;
    struct rdl_exploration exploration;
    struct rdl_workers workers;
    struct rdl_budget budget;
    struct rdl_deadline until; /* --time, Ctrl-C: all that takes long asks it */
    struct rdl_coverage_session observe;
    /* Requirements that the user aims at, and those that match nothing. */
    size_t targets, targets_unknown;
    struct rdl_stop_condition goal;
    struct rdl_time_mode time;
    struct rdl_step_limit limit;
    struct rdl_totals totals;
    struct rdl_findings findings; /* errors: they decide the exit status */
    struct rdl_findings warnings;
    struct rdl_predictions predictions;
    struct rdl_foresight foresight;
    struct rdl_notes notes;
    struct rdl_store *store;        /* NULL: no store */
    struct rdl_delta_mark saved;    /* how much of the coverage the store has */
    struct rdl_store_totals before; /* earlier sessions, without findings */
    struct {
        uint32_t metrics;                /* by earlier sessions: proved.h */
        uint64_t covered[RDL_N_METRICS]; /* then */
    } proved;
    struct rdl_program_file file; /* of the program, as the campaign began */
    bool replaced;                /* see rdl_campaign_replaced */
    uint64_t aims_at;             /* executions after which it aims again */
    bool over;
    enum rdl_stop stop;         /* why the campaign ended */
    struct rdl_run_result last; /* result of the latest request */
    struct rdl_error error; /* why the campaign cannot go on; set at its end */
};

/* The campaign cannot go on: it ends after the request at hand, and its caller
 * gets the first of these errors. */
void rdl_campaign_fail(struct rdl_campaign *c, const struct rdl_error *error);
/* Is the program's file another one, or gone, since the campaign began?  Then
 * raddle starts no more processes of it.  Stays true. */
bool rdl_campaign_replaced(struct rdl_campaign *c);
/* A hash of what decides what an execution does, apart from the program. */
uint64_t rdl_campaign_identity(const struct rdl_campaign *c,
                               const struct rdl_stdin *input);
/* A warning that changes nothing else. */
void rdl_campaign_warn(const struct rdl_campaign *c, const char *format, ...)
    RDL_PRINTF(2, 3);
/* Are findings of that kind warnings in this campaign? */
bool rdl_campaign_warns(const struct rdl_campaign *c, const char *kind);
/* Continues earlier sessions, whose coverage is in the memory; takes over their
 * findings. */
void rdl_campaign_resume(struct rdl_campaign *c,
                         struct rdl_store_totals *before);
/* What the strategy remembers in that worker. */
struct rdl_strategy;
const void *rdl_campaign_strategy_memory(const struct rdl_campaign *c,
                                         size_t worker,
                                         const struct rdl_strategy *s);
/* Schedules that the strategy skipped as similar to earlier ones. */
uint64_t rdl_campaign_skipped(const struct rdl_campaign *c);
/* Executions and steps so far, including those of running requests. */
void rdl_campaign_count(const struct rdl_campaign *c, uint64_t *executions,
                        uint64_t *steps);
/* There was not enough room to record everything: counts of coverage are lower
 * bounds. */
bool rdl_campaign_capped(const struct rdl_campaign *c);
/* Ends its processes and forgets its coverage: what it found and counted stays.
 */
void rdl_campaign_close(struct rdl_campaign *c);
/* Closes it and frees the rest. */
void rdl_campaign_free(struct rdl_campaign *c);

#endif
