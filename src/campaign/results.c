/* results.c - see results.h.  Findings are compared by id first, which is
 * cheap, and by statement only then, which needs symbols. */
#include "campaign/results.h"

#include "base/text.h"
#include "base/time.h"
#include "campaign/uninstrumented.h"
#include "campaign/findings/pipeline.h"
#include "campaign/persistence.h"
#include "detect/detector.h"
#include "detect/warnings.h"
#include "exec/postmortem.h"
#include "exec/uncontrolled.h"
#include "schedule/capture.h"
#include "schedule/replay.h"
#include "util/alloc.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

void rdl_results_notes(struct rdl_campaign *c)
{
    const struct rdl_shared *s = c->workers.latest->memory.shared;

    for (uint32_t i = 0; i < s->n_notes; i++)
        rdl_notes_add(&c->notes, s->notes[i].kind, s->notes[i].text,
                      s->notes[i].pc);
    if (c->totals.threads > 1)
        rdl_uninstrumented_note(s, &c->notes);
}

void rdl_results_downgrade(struct rdl_campaign *c,
                           const struct rdl_step_down *d, bool report)
{
    char text[sizeof(((struct rdl_note *)0)->text)];

    if (d->to == NULL || d->to->level <= c->workers.isolation->level)
        return;
    c->workers.isolation = d->to;
    rdl_text_copy(c->workers.fell, d->why, sizeof(c->workers.fell));
    snprintf(text, sizeof(text), "isolation is %s from now on: %s", d->to->name,
             d->why);
    if (report)
        rdl_notes_add(&c->notes, d->to->note, text, d->pc);
}

void rdl_results_serialise_jobs(struct rdl_campaign *c)
{
    const struct rdl_external_name *meets =
        &c->workers.latest->memory.shared->meets;
    char text[sizeof(((struct rdl_note *)0)->text)];

    if (meets->what[0] == '\0' || c->workers.alone || c->workers.n == 1 ||
        c->options.jobs_given)
        return;
    c->workers.alone = true;
    snprintf(text, sizeof(text),
             "one job from now on: %s, and parallel executions would interfere "
             "there (--jobs N uses more anyway)",
             meets->what);
    rdl_notes_add(&c->notes, RDL_NOTE_ONE_JOB, text, meets->pc);
}

void rdl_results_again(struct rdl_campaign *c, const struct rdl_run_result *ran)
{
    char how[80] = "it timed out", text[256];

    if (!ran->timed_out && WIFSIGNALED(ran->status))
        snprintf(how, sizeof(how), "it was killed by %s before main,",
                 strsignal(WTERMSIG(ran->status)));
    else if (!ran->timed_out)
        snprintf(how, sizeof(how), "it ended with status %d before main,",
                 WEXITSTATUS(ran->status));
    snprintf(text, sizeof(text),
             "a process of the program was started again: %s %s", how,
             ran->stage);
    rdl_notes_add(&c->notes, RDL_NOTE_NOT_STARTED, text, 0);
}

void rdl_results_restart(struct rdl_campaign *c, struct rdl_job *j)
{
    char text[160];

    if (j->worker.died[0] != '\0' && !c->workers.restarted &&
        j->worker.options.isolation == c->workers.isolation) {
        snprintf(text, sizeof(text),
                 "the worker died and was started again, before execution "
                 "%llu: %s",
                 (unsigned long long)c->totals.executions + 1, j->worker.died);
        rdl_notes_add(&c->notes, RDL_NOTE_WORKER_RESTARTED, text, 0);
        c->workers.restarted = true;
    }
    j->worker.died[0] = '\0';
}

/* A slow program needs no note; an execution that runs far longer than others
 * may hang. */
#define HANG_NS UINT64_C(1000000000)
#define HANG_TIMES 10

void rdl_results_unfinished(struct rdl_campaign *c, struct rdl_job *j)
{
    const uint64_t ran = rdl_time_ns() - j->worker.moved_ns;
    uint64_t others = 0; /* how long other executions took, at most */
    char text[216];

    for (size_t i = 0; i < c->workers.n; i++) {
        const uint64_t moved = c->workers.jobs[i].worker.moved_ns;

        if (moved > c->budget.begin_ns + others)
            others = moved - c->budget.begin_ns;
    }
    others *= c->workers.n;
    if (ran < HANG_NS || ran / HANG_TIMES * c->totals.executions < others)
        return;
    if (ran > c->totals.unfinished_ns)
        c->totals.unfinished_ns = ran;
    snprintf(text, sizeof(text),
             "an execution was still running after %.1f s when --time expired; "
             "increase --time or set a shorter --timeout to see whether it "
             "hangs; its latest step was",
             (double)ran / 1e9);
    c->workers.latest = &j->worker;
    rdl_notes_add(&c->notes, RDL_NOTE_EXECUTION_UNFINISHED, text,
                  rdl_postmortem_latest(j->worker.memory.shared));
}

/* Is the finding in shared memory known better than `f`, which this session has
 * met?  (detect/warnings.h: then its code is smaller.) */
static bool results_stronger(const struct rdl_campaign *c,
                             const struct rdl_found *f)
{
    const struct rdl_finding *now = &c->workers.latest->memory.shared->finding;

    return now->key != 0 && now->code < f->code;
}

static bool results_met_again(struct rdl_campaign *c, struct rdl_found *f,
                              uint64_t times)
{
    if (f == NULL || f->before || results_stronger(c, f))
        return false;
    f->times += times;
    rdl_persistence_found(c, f);
    return true;
}

/* Did the execution have nothing to schedule and nothing else to choose?  (The
 * driver knows of 0 threads if the process died without a report.) */
static bool results_threadless(const struct rdl_shared *s)
{
    return s->outcome.threads == 1 && s->outcome.decisions == 0 &&
           s->regions[RDL_TRACE_CHOICES].used == 0 &&
           s->regions[RDL_TRACE_INPUTS].used == 0;
}

/* Counts the finding in shared memory, which that execution showed.  Returns it
 * if it is new in this session, otherwise NULL. */
static struct rdl_found *results_enter(struct rdl_campaign *c,
                                       struct rdl_findings *list,
                                       uint64_t execution, uint64_t times)
{
    const struct rdl_shared *s = c->workers.latest->memory.shared;
    const uint64_t id = rdl_found_id(s);
    struct rdl_finding_summary said = { .location = "" };
    struct rdl_found *f = rdl_findings_find(list, id);
    struct rdl_found was;
    uint64_t nth, steps;

    if (results_met_again(c, f, times)) /* before symbols are looked up */
        return NULL;
    if (c->owner.where != NULL)
        c->owner.where(c->owner.data, c, &said);
    if (f == NULL)
        f = rdl_findings_at_statement(list, s, &said);
    if (results_met_again(c, f, times))
        return NULL;
    if (f == NULL)
        f = rdl_findings_new(list, id);
    /* Found by an earlier session, or with less certainty: raddle reports and
     * writes it once more. */
    free(f->schedule);
    was = *f;
    rdl_campaign_count(c, &nth, &steps);
    *f = (struct rdl_found){
        .id = was.id,
        .code = s->finding.code,
        .execution = execution,
        .nth = nth,
        .steps = s->outcome.steps,
        .seconds = rdl_budget_seconds(&c->budget),
        .times = was.times + times,
        .threadless = results_threadless(s),
        .warning = list == &c->warnings,
    };
    memcpy(f->alike, was.alike, sizeof(f->alike));
    f->said = said;
    rdl_text_copy(f->kind, s->finding.kind, sizeof(f->kind));
    rdl_text_copy(f->part, c->options.config.part, sizeof(f->part));
    rdl_text_copy(f->said.text, s->finding.text, sizeof(f->said.text));
    return f;
}

static bool results_suppressed(const struct rdl_campaign *c)
{
    return c->owner.suppressed != NULL && c->owner.suppressed(c->owner.data, c);
}

/* The campaign's clock stops while raddle replays and reports a new finding.
 * `config`: of the execution that ended with it; NULL: there is none. */
static void results_new(struct rdl_campaign *c, const struct rdl_config *config,
                        struct rdl_found *f)
{
    rdl_budget_pause(&c->budget);
    if (c->owner.says != NULL)
        c->owner.says(c->owner.data, c->workers.latest, &f->said);
    if (c->owner.found != NULL)
        c->owner.found(c->owner.data, c, f);
    rdl_persistence_save(c);
    if (config != NULL)
        rdl_finding_pipeline(c, c->workers.latest, config, f);
    rdl_persistence_found(c, f);
    if (rdl_campaign_warns(c, f->kind)) {
        if (c->owner.warning != NULL)
            c->owner.warning(c->owner.data, c, f);
    } else if (c->owner.recorded != NULL) {
        c->owner.recorded(c->owner.data, c, f);
    }
    rdl_budget_resume(&c->budget);
}

/* Runs the execution in `schedule` once more in w, without going on after the
 * finding `f`: true if it ends there. */
static bool results_run_up_to(struct rdl_campaign *c, struct rdl_worker *w,
                              const struct rdl_schedule *schedule,
                              const struct rdl_found *f)
{
    const struct rdl_replay_setup setup = {
        .tracker = c->options.config.tracker,
        .flags = RDL_CFG_ANY_END,
    };
    struct rdl_config config;
    struct rdl_run_result ran;

    if (!rdl_replay_config(w, schedule, &setup, &config))
        return false;
    rdl_worker_run(w, &config, &ran);
    return !ran.interrupted && ran.state == RDL_FOUND &&
           rdl_findings_is(f, rdl_found_id(w->memory.shared));
}

/* The configuration with which the execution ends at the finding in shared
 * memory, after which it went on. */
static struct rdl_config results_ends(const struct rdl_config *config,
                                      const struct rdl_finding *f)
{
    const struct rdl_detector *by = rdl_detector_find(f->kind);
    const uint64_t bit = UINT64_C(1) << rdl_detector_index(by);
    struct rdl_config ends = *config;

    ends.continued &= ~bit;
    if (by->severity == RDL_WARNING) {
        ends.ends = bit;
        ends.ends_key = f->key;
        ends.ends_code = f->code;
    }
    return ends;
}

/* A new process follows the execution up to the finding `f`, after which it
 * went on, and then the finding is like any other.  If that fails, the user
 * gets the finding without a schedule. */
static void results_follow(struct rdl_campaign *c,
                           const struct rdl_config *ends, struct rdl_found *f)
{
    struct rdl_worker *latest = c->workers.latest;
    struct rdl_worker_options options = c->options.worker;
    struct rdl_schedule schedule;
    struct rdl_worker worker;
    struct rdl_stdin input;
    struct rdl_error error;

    if (rdl_uncontrolled(ends) ||
        !rdl_capture_take(latest, c->options.program, ends, NULL, &schedule,
                          NULL)) {
        results_new(c, NULL, f);
        return;
    }
    options.isolation = rdl_isolation_at(RDL_ISOLATION_EXEC);
    options.mark = (int)c->workers.n;
    if (!rdl_stdin_copy(&latest->input, &input, &error) ||
        !rdl_worker_make(&worker, &options, &input, &error)) {
        rdl_campaign_fail(c, &error);
        rdl_schedule_free(&schedule);
        return;
    }
    if (results_run_up_to(c, &worker, &schedule, f)) {
        c->workers.latest = &worker;
        results_new(c, ends, f);
        c->workers.latest = latest;
    } else {
        rdl_notes_add(&c->notes, RDL_NOTE_NOT_REPLAYABLE,
                      "a finding has no schedule: its execution went on after "
                      "it, and another one did not come to it again",
                      0);
        results_new(c, NULL, f);
    }
    rdl_worker_free(&worker);
    rdl_schedule_free(&schedule);
}

/* Is there code that raddle does not see, which the finding depends on? */
static bool results_unproven(struct rdl_campaign *c, const struct rdl_shared *s)
{
    const struct rdl_detector *by = rdl_detector_find(s->finding.kind);
    const enum rdl_needed_code needs = by == NULL || by->needs_code == NULL
                                           ? RDL_NEEDS_NO_CODE
                                           : by->needs_code(&s->finding);

    if (needs == RDL_NEEDS_NO_CODE)
        return false;
    if (c->owner.unseen != NULL &&
        c->owner.unseen(c->owner.data, c, needs == RDL_NEEDS_ALL_CODE))
        return true;
    return rdl_notes_have(&c->notes, RDL_NOTE_ASSEMBLER) ||
           rdl_uninstrumented_runs(s);
}

/* Whether what a thread tested decides about what it does is in its code. */
static bool results_refuted(const struct rdl_campaign *c,
                            const struct rdl_finding *f)
{
    return f->pattern.source == RDL_BLOCK_TEST &&
           (c->owner.refuted == NULL || c->owner.refuted(c->owner.data, c));
}

/* The execution went on after the finding in shared memory: it is a warning, or
 * the user wants that (--continue-after). */
static void results_went_on(struct rdl_campaign *c,
                            const struct rdl_config *config, uint64_t times)
{
    const struct rdl_shared *s = c->workers.latest->memory.shared;
    const struct rdl_config ends = results_ends(config, &s->finding);
    const bool warns = rdl_campaign_warns(c, s->finding.kind);
    const bool failing = !warns && ends.ends != 0;
    struct rdl_found *f;

    if (results_suppressed(c) || results_unproven(c, s) ||
        results_refuted(c, &s->finding))
        return;
    f = results_enter(c, warns ? &c->warnings : &c->findings, config->execution,
                      times);
    c->totals.met += failing;
    if (f != NULL)
        results_follow(c, &ends, f);
}

/* Functions that look at a finding look at shared->finding: this puts each
 * warning there in turn, then restores the finding. */
void rdl_results_warnings(struct rdl_campaign *c,
                          const struct rdl_config *config)
{
    struct rdl_shared *s = c->workers.latest->memory.shared;
    struct rdl_finding *was;
    char text[120];

    if (s->warnings.lost > 0) {
        snprintf(text, sizeof(text),
                 "a process had more than %d warnings: raddle does not report "
                 "the others",
                 RDL_MAX_WARNINGS);
        rdl_notes_add(&c->notes, RDL_NOTE_MORE_WARNINGS, text, 0);
    }
    if (s->warnings.n == 0)
        return;
    was = rdl_alloc(sizeof(*was));
    *was = s->finding;
    for (uint32_t i = 0; i < s->warnings.n; i++) {
        struct rdl_warning *w = &s->warnings.all[i];

        if (w->times == 0) /* not since the latest request */
            continue;
        rdl_warning_finding(w, &s->finding);
        if (rdl_detector_find(s->finding.kind) != NULL)
            results_went_on(c, config, w->times);
        w->times = 0;
    }
    s->finding = *was;
    free(was);
}

void rdl_results_finding(struct rdl_campaign *c,
                         const struct rdl_config *config)
{
    struct rdl_found *f;

    if (results_suppressed(c)) {
        c->totals.suppressed++;
        return;
    }
    c->totals.met++;
    rdl_coverage_session_failed(&c->observe, config->owner, config->execution);
    f = results_enter(c, &c->findings, config->execution, 1);
    if (f != NULL)
        results_new(c, config, f);
}
