/* campaign.h - the exploration loop: executions until something is found or
 * the budget is spent.
 *
 * The campaign owns what lasts from one execution to the next, and the workers
 * that run them.  It tells its owner what happens through `watch`; the owner
 * has the words and the symbols, the campaign has neither.
 *
 * With one job a campaign repeats bit for bit from its seed.  With more, the
 * workers take disjoint ranges of execution numbers; what was learned about
 * the length of executions then arrives at another moment each time. */
#ifndef RDL_CAMPAIGN_CAMPAIGN_H
#define RDL_CAMPAIGN_CAMPAIGN_H

#include "explain/cause.h"
#include "schedule/findings.h"
#include "campaign/stop_condition.h"
#include "campaign/coverage_session.h"
#include "campaign/portfolio.h"
#include "store/store.h"
#include "exec/worker.h"

struct rdl_campaign;

struct rdl_told_note { /* a note, and where its program counter lay then */
    struct rdl_note note;
    char location[256]; /* "" if it has none */
};

/* Whoever is told something finds it in c->worker. */
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
    /* Something to be told; each comes once. */
    void (*note)(void *data, struct rdl_campaign *c,
                 const struct rdl_told_note *told);
    /* After each request, and ten times a second during a long one. */
    void (*progress)(void *data, const struct rdl_campaign *c);
    /* "file:line (function)" of a program counter of the target, "" if not
     * known: comments of the schedule file. */
    void (*place)(void *data, const struct rdl_campaign *c, uintptr_t pc,
                  char *out, size_t size);
    /* The cause of a failure in words: report/explanation/explanation.h. */
    void (*cause)(void *data, struct rdl_shared *shared,
                  const struct rdl_cause *cause, char *out, size_t size);
};

#define RDL_MOST_JOBS 64

struct rdl_campaign_options { /* borrowed */
    struct rdl_worker_options worker;
    struct rdl_config config; /* which executions: is set here */
    const char *program;      /* as typed */
    uint64_t executions;      /* 0: no bound */
    uint64_t time_ns;         /* 0: no bound */
    struct rdl_stop_condition_options goal;
    uint32_t metrics, pairs; /* that the user wants to know about */
    uint64_t observed;       /* executions: see coverage_session.h */
    bool keep_going;
    bool shrink;      /* schedules: see minimize/minimize.h */
    uint64_t repeats; /* of an execution that is compared: see determinism.h */
    const char *out;  /* directory for schedules */
    unsigned jobs;    /* workers, 1..RDL_MOST_JOBS */
    bool jobs_given;  /* the user wants so many */
    bool isolation_given; /* the user wants this one */
    bool hooked;          /* the program shows its memory accesses */
    bool need_accesses;   /* what shows none verifies nothing */
};

enum rdl_stop {
    RDL_STOP_BUDGET,
    RDL_STOP_SATURATED, /* coverage grows no more */
    RDL_STOP_COVERED,   /* as much as was asked for */
    RDL_STOP_FOUND,
    RDL_STOP_INTERRUPTED,
    RDL_STOP_UNABLE, /* the target cannot be controlled: see `last`, notes */
};

struct rdl_job { /* a worker and its part of the campaign */
    struct rdl_worker worker;
    struct rdl_config config; /* of its latest request */
    uint64_t next, end;       /* executions that it has taken, and not run */
};

struct rdl_campaign {
    struct rdl_campaign_options options;
    struct rdl_watch watch;
    size_t n_jobs;
    struct rdl_job *jobs;
    struct rdl_worker *worker; /* which has something to tell, or the first */
    struct rdl_worker
        *fresh; /* see finding_pipeline.h; NULL until it is needed */
    const struct rdl_isolation *isolation; /* of the requests to come */
    char fell[160];  /* why it is not the one that was asked for; "" */
    uint64_t first;  /* execution of this session: persistence.h */
    uint64_t handed; /* executions that were taken by jobs, of all sessions */
    bool restarted;  /* a worker; told */
    unsigned started_again; /* processes that ended before main */
    bool alone; /* one job at a time from now on: struct rdl_external_name */
    uint64_t begin_ns;
    /* Time on findings: their replays, shrinking, tables; since when one of
     * them takes time, 0: none does. */
    uint64_t aside_ns, aside_since_ns;
    struct rdl_portfolio portfolio; /* of strategy auto; n 0: another */
    struct rdl_stop_condition goal;
    struct rdl_coverage_session observe;
    struct rdl_store *store; /* NULL: none */
    struct rdl_store_totals before;
    uint64_t met; /* executions of this session that had a finding */
    /* Totals. */
    uint64_t executions;
    uint64_t covered; /* requirements of options.metrics */
    uint64_t steps;
    uint64_t cut;           /* executions that reached max_steps */
    uint64_t lost;          /* ended in a way that says nothing */
    uint64_t unfinished_ns; /* one ran so long until --time was up; 0: none */
    uint64_t suppressed; /* ended in a finding that nobody wants to hear of */
    uint64_t longest;    /* most decisions of one that is not overlong */
    uint64_t accesses;
    uint32_t threads;      /* most of an execution */
    uint32_t most_enabled; /* at one moment */
    bool deterministic;    /* no repeated execution differed */
    uint64_t compared;     /* repetitions */
    uint64_t first_hash;   /* event hash of execution 0 */
    bool over;
    enum rdl_stop stop;
    struct rdl_run_result last;
    uint64_t end_ns; /* 0 while it runs */
    size_t n_found;
    struct rdl_found *found;
    size_t n_notes;
    struct rdl_told_note *notes;
};

/* Takes over `input`. */
void rdl_campaign_make(struct rdl_campaign *c,
                       const struct rdl_campaign_options *options,
                       const struct rdl_watch *watch,
                       const struct rdl_stdin *input);
void rdl_campaign_run(struct rdl_campaign *c);
void rdl_campaign_free(struct rdl_campaign *c);

/* The campaign's clock stands still while a finding is replayed, shrunk and
 * told, for nothing is explored then.  (Other jobs end their requests
 * meanwhile: those few executions count, their time does not.) */
double rdl_campaign_seconds(const struct rdl_campaign *c);
/* So long it stood: the sum of both is real time, which --time is about. */
double rdl_campaign_aside(const struct rdl_campaign *c);
/* The totals, with what the requests under way have come to so far. */
void rdl_campaign_count(const struct rdl_campaign *c, uint64_t *executions,
                        uint64_t *steps);
/* More is possible than could be recorded: counts of coverage are lower
 * bounds. */
bool rdl_campaign_capped(const struct rdl_campaign *c);
/* Tells a note unless it was told before. */
void rdl_campaign_note(struct rdl_campaign *c, const char *kind,
                       const char *text, uintptr_t pc);

#endif
