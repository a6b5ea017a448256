/* results.c - see results.h.  Findings are compared by id first, which is
 * cheap, and by statement only then, which needs symbols. */
#include "campaign/results.h"

#include "base/text.h"
#include "campaign/uninstrumented.h"
#include "campaign/finding_pipeline.h"
#include "campaign/persistence.h"
#include "detect/warnings.h"
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
                           const struct rdl_step_down *d, bool told)
{
    char text[sizeof(((struct rdl_note *)0)->text)];

    if (d->to == NULL || d->to->level <= c->workers.isolation->level)
        return;
    c->workers.isolation = d->to;
    rdl_text_copy(c->workers.fell, d->why, sizeof(c->workers.fell));
    snprintf(text, sizeof(text), "isolation is %s from now on: %s", d->to->name,
             d->why);
    if (told)
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
             ran->stands);
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

static bool results_met_again(struct rdl_campaign *c, struct rdl_found *f,
                              uint64_t times)
{
    if (f == NULL || f->before)
        return false;
    f->times += times;
    rdl_persistence_found(c, f);
    return true;
}

/* Counts the finding in shared memory, which that execution showed.  Returns it
 * if it is new in this session, otherwise NULL. */
static struct rdl_found *results_enter(struct rdl_campaign *c,
                                       struct rdl_findings *list,
                                       uint64_t execution, uint64_t times)
{
    const struct rdl_shared *s = c->workers.latest->memory.shared;
    const uint64_t id = rdl_found_id(s);
    char location[sizeof(((struct rdl_finding_summary *)0)->location)] = "";
    struct rdl_found *f = rdl_findings_find(list, id);
    uint64_t nth, steps;

    if (results_met_again(c, f, times)) /* before symbols are looked up */
        return NULL;
    if (c->owner.where != NULL)
        c->owner.where(c->owner.data, c, location, sizeof(location));
    if (f == NULL)
        f = rdl_findings_at_statement(list, s, location);
    if (results_met_again(c, f, times))
        return NULL;
    if (f == NULL)
        f = rdl_findings_new(list, id);
    /* Found by an earlier session: raddle reports and writes it once more. */
    free(f->schedule);
    rdl_campaign_count(c, &nth, &steps);
    *f = (struct rdl_found){
        .id = f->id,
        .alike = { f->alike[0] }, /* it has no other ids yet */
        .code = s->finding.code,
        .execution = execution,
        .nth = nth,
        .steps = s->outcome.steps,
        .seconds = rdl_budget_seconds(&c->budget),
        .times = f->times + times,
    };
    rdl_text_copy(f->said.location, location, sizeof(f->said.location));
    rdl_text_copy(f->kind, s->finding.kind, sizeof(f->kind));
    rdl_text_copy(f->said.text, s->finding.text, sizeof(f->said.text));
    return f;
}

static bool results_suppressed(const struct rdl_campaign *c)
{
    return c->owner.suppressed != NULL && c->owner.suppressed(c->owner.data, c);
}

/* The warning is in shared memory as a finding. */
static void results_warning(struct rdl_campaign *c, uint64_t execution,
                            uint64_t times)
{
    struct rdl_found *f;

    if (results_suppressed(c))
        return;
    f = results_enter(c, &c->warnings, execution, times);
    if (f == NULL)
        return;
    if (c->owner.says != NULL)
        c->owner.says(c->owner.data, c->workers.latest, &f->said);
    rdl_persistence_found(c, f);
    if (c->owner.warning != NULL)
        c->owner.warning(c->owner.data, c, f);
}

/* Functions that look at a finding look at shared->finding: this puts each
 * warning there in turn, then restores the finding. */
void rdl_results_warnings(struct rdl_campaign *c, uint64_t execution)
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
        results_warning(c, execution, w->times);
        w->times = 0;
    }
    s->finding = *was;
    free(was);
}

/* The campaign's clock stops while raddle replays and reports a new finding. */
static void results_new(struct rdl_campaign *c, const struct rdl_config *config,
                        struct rdl_found *f)
{
    rdl_budget_pause(&c->budget);
    if (c->owner.says != NULL)
        c->owner.says(c->owner.data, c->workers.latest, &f->said);
    if (c->owner.found != NULL)
        c->owner.found(c->owner.data, c, f);
    rdl_persistence_save(c);
    rdl_finding_pipeline(c, c->workers.latest, config, f);
    rdl_persistence_found(c, f);
    if (c->owner.recorded != NULL)
        c->owner.recorded(c->owner.data, c, f);
    rdl_budget_resume(&c->budget);
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
    f = results_enter(c, &c->findings, config->execution, 1);
    if (f != NULL)
        results_new(c, config, f);
}
