/* jobs.c - several processes run tests of one campaign.
 *
 * Each job is a fork of raddle with a random stream and a runner of its own,
 * and what was learnt.  It knows nothing of the other jobs.  Its state is a
 * file (state.h) beside that of the campaign: the campaign adds up what these
 * files say, and reports and confirms what jobs have found while they go on.
 *
 * A job that dies is started again from its file.  If raddle itself dies, its
 * jobs save and end; the next session with --continue takes over what they had
 * found, any other removes their files. */
#include "gen/search/generating.h"

#include "base/text.h"
#include "base/time.h"
#include "exec/interrupt.h"
#include "exec/reaper.h"
#include "gen/search/state.h"
#include "util/alloc.h"

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define LOOK_MS 50
#define MOST_DEATHS 3 /* of one job */

struct job {
    pid_t pid; /* 0: it has ended */
    unsigned deaths;
    char *path;
    struct timespec changed; /* when its file was last read */
    struct rdl_gen_campaign latest;
    uint64_t made; /* tests */
};

struct jobs {
    struct rdl_generating *g;
    struct job *all;
    unsigned n;
    uint64_t wanted; /* tests of all; UINT64_MAX: no limit */
    bool stopping;
    /* Of earlier sessions and of learning. */
    struct rdl_gen_campaign base;
    uint64_t base_made, base_executions, base_steps;
};

/* --- Counts --------------------------------------------------------------- */

static void jobs_add_pairs(struct rdl_gen_pairs *to,
                           const struct rdl_gen_pairs *more)
{
    for (size_t i = 0; i < to->n && i < more->n; i++) {
#define COUNT(name) to->all[i].name += more->all[i].name;
        RDL_GEN_PAIR_COUNTS(COUNT)
#undef COUNT
    }
}

/* Functions that did not return in time, in any job. */
static void jobs_add_late(struct jobs *j, const struct rdl_gen_learnt *more)
{
    for (size_t i = 0; i < more->n; i++) {
        const struct rdl_gen_habit *h = &more->habits[i];
        struct rdl_gen_habit *to = &j->g->result->learnt.habits[i];

        /* That of a job has what was learnt before, unless it has no file. */
        if (h->late <= j->base.learnt.habits[i].late)
            continue;
        to->late += h->late - j->base.learnt.habits[i].late;
        if (h->fails && !to->fails)
            rdl_text_copy(to->kind, h->kind, sizeof(to->kind));
        to->fails |= h->fails;
    }
}

/* The campaign is what was before, and all jobs. */
static void jobs_sum(struct jobs *j)
{
    struct rdl_generating *g = j->g;
    struct rdl_gen_campaign *r = g->result;

    memcpy(r->pairs.all, j->base.pairs.all, r->pairs.n * sizeof(*r->pairs.all));
    memcpy(r->learnt.habits, j->base.learnt.habits,
           r->learnt.n * sizeof(*r->learnt.habits));
#define COUNT(name) r->name = j->base.name;
    RDL_GEN_TEST_COUNTS(COUNT)
#undef COUNT
    g->tests = j->base_made;
    g->runner.executions = j->base_executions;
    g->runner.steps = j->base_steps;
    for (unsigned i = 0; i < j->n; i++) {
        const struct job *job = &j->all[i];

#define COUNT(name) r->name += job->latest.name;
        RDL_GEN_TEST_COUNTS(COUNT)
#undef COUNT
        jobs_add_pairs(&r->pairs, &job->latest.pairs);
        jobs_add_late(j, &job->latest.learnt);
        g->tests += job->made;
        g->runner.executions += job->latest.executions;
        g->runner.steps += job->latest.steps;
    }
    rdl_generating_bar(g);
    rdl_generating_count(g);
    rdl_generating_sample(g, g->tests - j->base_made);
}

/* --- Files ---------------------------------------------------------------- */

static char *jobs_path(const struct rdl_generating *g, unsigned job)
{
    const char *slash = strrchr(g->o->state, '/');
    const int n = slash != NULL ? (int)(slash + 1 - g->o->state) : 0;

    return rdl_format("%.*sjob-%u.json", n, g->o->state, job);
}

/* A result for what a file has, with the pairs of the campaign and nothing
 * else. */
static void jobs_empty(const struct rdl_generating *g,
                       struct rdl_gen_campaign *out)
{
    *out = (struct rdl_gen_campaign){ .end = RDL_GEN_END_INTERRUPTED };
    rdl_gen_learnt_make(&out->learnt, g->o->table->n_functions);
    rdl_gen_pairs_make(&out->pairs, g->result->usable, g->result->n_usable);
}

/* Adds what is new among its findings; what they own moves. */
static void jobs_take_findings(struct rdl_generating *g,
                               struct rdl_gen_campaign *from)
{
    for (size_t i = 0; i < from->n_findings; i++) {
        struct rdl_gen_finding f = from->findings[i];

        if (rdl_generating_knows(g, &f))
            continue;
        from->findings[i].outcomes.all = NULL;
        f.source = f.schedule = f.earlier = f.said = NULL;
        rdl_generating_add(g, &f);
    }
}

static void jobs_read(struct jobs *j, struct job *job)
{
    struct rdl_error error = { 0 };
    struct rdl_gen_campaign now;
    uint64_t rng, made = job->made;
    struct stat st;

    if (stat(job->path, &st) != 0 ||
        (st.st_mtim.tv_sec == job->changed.tv_sec &&
         st.st_mtim.tv_nsec == job->changed.tv_nsec))
        return;
    job->changed = st.st_mtim;
    jobs_empty(j->g, &now);
    if (!rdl_gen_state_load(job->path, j->g->o->table, &now, &rng, &made,
                            &now.learnt, &error)) {
        rdl_gen_campaign_free(&now);
        return;
    }
    rdl_gen_campaign_free(&job->latest);
    job->latest = now;
    job->made = made;
    jobs_sum(j);
    rdl_generating_save(j->g);
    jobs_take_findings(j->g, &job->latest);
}

void rdl_generating_rescue(struct rdl_generating *g)
{
    if (g->o->state == NULL)
        return;
    for (unsigned i = 0; i < RDL_MOST_MARKS; i++) {
        struct rdl_error error = { 0 };
        struct rdl_gen_campaign left;
        uint64_t rng = 0, made = 0;
        char *path = jobs_path(g, i);

        if (access(path, F_OK) == 0) {
            jobs_empty(g, &left);
            if (g->o->resume && rdl_gen_state_load(path, g->o->table, &left,
                                                   &rng, &made, NULL, &error))
                jobs_take_findings(g, &left);
            rdl_gen_campaign_free(&left);
            unlink(path);
        }
        free(path);
    }
}

/* --- A job ---------------------------------------------------------------- */

/* How many tests it makes. */
static uint64_t jobs_share(const struct jobs *j, unsigned number)
{
    if (j->wanted == UINT64_MAX)
        return UINT64_MAX;
    return j->wanted / j->n + (number < j->wanted % j->n);
}

/* In the child: runs tests until its share is done. */
static void jobs_work(struct jobs *j, unsigned number)
{
    struct rdl_generating *g = j->g;
    struct rdl_gen_options o = *g->o;
    struct rdl_gen_campaign own;
    struct rdl_error error = { 0 };

    rdl_reaper_adopt();
    o.state = j->all[number].path;
    o.found = NULL;
    o.progress = NULL;
    jobs_empty(g, &own);
    rdl_gen_learnt_free(&own.learnt);
    own.learnt = j->base.learnt;
    own.usable = g->result->usable;
    own.n_usable = g->result->n_usable;
    for (size_t i = 0; i < own.pairs.n; i++)
        own.pairs.all[i].barred = j->base.pairs.all[i].barred;
    g->tests = 0;
    g->rng.state = rdl_rng_part(o.seed, 1 + number);
    /* What it had found before it died. */
    if (!rdl_gen_state_load(o.state, o.table, &own, &g->rng.state, &g->tests,
                            &own.learnt, &error))
        _exit(1);
    /* What the campaign knows is not new. */
    for (size_t i = 0; i < g->result->n_findings; i++) {
        own.findings = rdl_grow(own.findings,
                                (own.n_findings + 1) * sizeof(*own.findings));
        own.findings[own.n_findings++] = g->result->findings[i];
    }
    g->findings_before = rdl_gen_failures(&own, o.races_fail);
    g->seconds_before = 0;
    g->o = &o;
    g->result = &own;
    g->maker.learnt = &own.learnt;
    rdl_generating_bar(g);
    if (!rdl_generating_runner(g, 1 + number, &error))
        _exit(1);
    g->runner.executions = own.executions;
    g->runner.steps = own.steps;
    rdl_generating_loop(g, jobs_share(j, number));
    rdl_generating_save(g);
    rdl_gen_runner_free(&g->runner);
    _exit(rdl_error_is_set(&g->runner.error) ? 1 : 0);
}

static bool jobs_start(struct jobs *j, unsigned number, struct rdl_error *error)
{
    const pid_t self = getpid();
    pid_t pid;

    fflush(NULL);
    pid = fork();
    if (pid == 0) {
        j->g->parent = self;
        jobs_work(j, number);
    }
    if (pid < 0)
        return rdl_error_errno(error, RDL_EXIT_INTERNAL,
                               "cannot start job %u (--jobs)", number + 1);
    rdl_reaper_know(pid);
    j->all[number].pid = pid;
    return true;
}

/* --- The campaign --------------------------------------------------------- */

static void jobs_stop(struct jobs *j)
{
    for (unsigned i = 0; i < j->n && !j->stopping; i++) {
        if (j->all[i].pid != 0)
            kill(j->all[i].pid, SIGTERM);
    }
    j->stopping = true;
}

/* Has it ended?  One that was killed begins again at its file, unless it dies
 * again and again. */
static bool jobs_look_after(struct jobs *j, unsigned number,
                            struct rdl_error *error)
{
    struct job *job = &j->all[number];
    siginfo_t info = { 0 };
    int status;

    if (waitid(P_PID, (id_t)job->pid, &info, WEXITED | WNOHANG | WNOWAIT) !=
            0 ||
        info.si_pid == 0)
        return true;
    status = rdl_reaper_reap(job->pid);
    job->pid = 0;
    rdl_reaper_end((int)number + 1); /* what a killed job has left behind */
    jobs_read(j, job);
    if (j->stopping || (WIFEXITED(status) && WEXITSTATUS(status) == 0))
        return true;
    if (++job->deaths > MOST_DEATHS) {
        j->g->result->jobs_given_up++;
        return true;
    }
    j->g->result->jobs_died++;
    return jobs_start(j, number, error);
}

static bool jobs_enough(const struct rdl_generating *g)
{
    return g->o->findings > 0 &&
           rdl_gen_failures(g->result, g->o->races_fail) - g->findings_before >=
               g->o->findings;
}

static bool jobs_loop(struct jobs *j, struct rdl_error *error)
{
    struct rdl_generating *g = j->g;
    unsigned running;
    bool fine = true;

    do {
        struct pollfd fd = { .fd = rdl_interrupt_fd(), .events = POLLIN };

        poll(&fd, 1, j->stopping ? 5 : LOOK_MS);
        running = 0;
        for (unsigned i = 0; i < j->n; i++) {
            if (j->all[i].pid == 0)
                continue;
            jobs_read(j, &j->all[i]);
            if (!jobs_look_after(j, i, error))
                fine = false;
            running += j->all[i].pid != 0;
        }
        g->runner.interrupted = rdl_interrupted();
        if (g->runner.interrupted || !fine || jobs_enough(g))
            jobs_stop(j);
        rdl_generating_tell(g);
    } while (running > 0);
    return fine;
}

static enum rdl_gen_end jobs_end(const struct rdl_generating *g, uint64_t tests)
{
    if (jobs_enough(g))
        return RDL_GEN_END_FINDINGS;
    if (g->runner.interrupted)
        return RDL_GEN_END_INTERRUPTED;
    if (g->o->deadline_ns != 0 && rdl_time_ns() >= g->o->deadline_ns)
        return RDL_GEN_END_TIME;
    if (g->tests >= tests)
        return RDL_GEN_END_TESTS;
    return g->result->jobs_given_up > 0 ? RDL_GEN_END_JOBS
                                        : RDL_GEN_END_NOTHING;
}

bool rdl_generating_jobs(struct rdl_generating *g, uint64_t tests,
                         struct rdl_error *error)
{
    struct jobs j = {
        .g = g,
        .n = g->o->jobs,
        .all = rdl_alloc(g->o->jobs * sizeof(*j.all)),
        .base = *g->result,
        .base_made = g->tests,
        .base_executions = g->runner.executions,
        .base_steps = g->runner.steps,
    };
    const size_t bytes = g->result->pairs.n * sizeof(*j.base.pairs.all);
    const size_t habits = g->result->learnt.n * sizeof(*j.base.learnt.habits);
    bool fine = true;

    j.wanted = tests == UINT64_MAX ? tests : tests - g->tests;
    j.base.pairs.all = rdl_alloc(bytes + 1);
    memcpy(j.base.pairs.all, g->result->pairs.all, bytes);
    j.base.learnt.habits = rdl_alloc(habits + 1);
    memcpy(j.base.learnt.habits, g->result->learnt.habits, habits);
    for (unsigned i = 0; i < j.n; i++) {
        j.all[i].path = jobs_path(g, i);
        jobs_empty(g, &j.all[i].latest);
    }
    /* Jobs have their own. */
    rdl_gen_runner_free(&g->runner);
    g->runs = false;
    for (unsigned i = 0; i < j.n && fine; i++)
        fine = jobs_start(&j, i, error);
    if (!fine)
        jobs_stop(&j);
    fine = jobs_loop(&j, error) && fine;
    jobs_sum(&j);
    g->result->end = jobs_end(g, tests);
    rdl_generating_save(g);
    for (unsigned i = 0; i < j.n; i++) {
        unlink(j.all[i].path);
        free(j.all[i].path);
        rdl_gen_campaign_free(&j.all[i].latest);
    }
    free(j.base.learnt.habits);
    free(j.base.pairs.all);
    free(j.all);
    return fine;
}
