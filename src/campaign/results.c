/* results.c - see results.h. */
#include "campaign/results.h"

#include "base/text.h"
#include "base/time.h"
#include "campaign/uninstrumented.h"
#include "campaign/finding_pipeline.h"
#include "campaign/persistence.h"
#include "util/die.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

void rdl_campaign_note(struct rdl_campaign *c, const char *kind,
                       const char *text, uintptr_t pc)
{
    struct rdl_told_note *t;

    for (size_t i = 0; i < c->n_notes; i++) {
        const struct rdl_note *n = &c->notes[i].note;

        if (strcmp(n->kind, kind) == 0 &&
            strncmp(n->text, text, sizeof(n->text) - 1) == 0)
            return;
    }
    c->notes = rdl_grow(c->notes, (c->n_notes + 1) * sizeof(*t));
    t = &c->notes[c->n_notes++];
    *t = (struct rdl_told_note){ .note.pc = pc };
    rdl_text_copy(t->note.kind, kind, sizeof(t->note.kind));
    rdl_text_copy(t->note.text, text, sizeof(t->note.text));
    if (c->watch.place != NULL)
        c->watch.place(c->watch.data, c, pc, t->location, sizeof(t->location));
    rdl_persistence_note(c, t);
    if (c->watch.note != NULL)
        c->watch.note(c->watch.data, c, t);
}

void rdl_results_notes(struct rdl_campaign *c)
{
    const struct rdl_shared *s = c->worker->memory.shared;

    for (uint32_t i = 0; i < s->n_notes; i++)
        rdl_campaign_note(c, s->notes[i].kind, s->notes[i].text,
                          s->notes[i].pc);
    rdl_uninstrumented_tell(c);
}

void rdl_results_downgrade(struct rdl_campaign *c,
                           const struct rdl_step_down *d, bool told)
{
    char kind[32], text[sizeof(((struct rdl_note *)0)->text)];

    if (d->to == NULL || d->to->rung <= c->isolation->rung)
        return;
    c->isolation = d->to;
    rdl_text_copy(c->fell, d->why, sizeof(c->fell));
    snprintf(kind, sizeof(kind), "isolation-%s", d->to->name);
    snprintf(text, sizeof(text), "isolation is %s from now on: %s", d->to->name,
             d->why);
    if (told)
        rdl_campaign_note(c, kind, text, d->pc);
}

void rdl_results_serialise_jobs(struct rdl_campaign *c)
{
    const struct rdl_external_name *meets = &c->worker->memory.shared->meets;
    char text[sizeof(((struct rdl_note *)0)->text)];

    if (meets->what[0] == '\0' || c->alone || c->n_jobs == 1 ||
        c->options.jobs_given)
        return;
    c->alone = true;
    snprintf(text, sizeof(text),
             "one job from now on: %s, and executions side by side would meet "
             "there (--jobs N: more all the same)",
             meets->what);
    rdl_campaign_note(c, "one-job", text, meets->pc);
}

void rdl_results_again(struct rdl_campaign *c, const struct rdl_run_result *ran)
{
    char how[80] = "its time was up", text[256];

    if (!ran->timed_out && WIFSIGNALED(ran->status))
        snprintf(how, sizeof(how), "it was killed by %s before main,",
                 strsignal(WTERMSIG(ran->status)));
    else if (!ran->timed_out)
        snprintf(how, sizeof(how), "it ended with status %d before main,",
                 WEXITSTATUS(ran->status));
    snprintf(text, sizeof(text),
             "a process of the program was started again: %s %s", how,
             ran->stands);
    rdl_campaign_note(c, "not-started", text, 0);
}

void rdl_results_restart(struct rdl_campaign *c, struct rdl_job *j)
{
    char text[160];

    if (j->worker.died[0] != '\0' && !c->restarted &&
        j->worker.options.isolation == c->isolation) {
        snprintf(text, sizeof(text),
                 "the worker died and was started again, before execution "
                 "%llu: %s",
                 (unsigned long long)c->executions + 1, j->worker.died);
        rdl_campaign_note(c, "worker-restarted", text, 0);
        c->restarted = true;
    }
    j->worker.died[0] = '\0';
}

static bool results_has_id(const struct rdl_found *f, uint64_t id)
{
    if (f->id == id)
        return true;
    for (size_t i = 0; i < RDL_FOUND_ALIKE && f->alike[i] != 0; i++) {
        if (f->alike[i] == id)
            return true;
    }
    return false;
}

static void results_alike(struct rdl_found *f, uint64_t id)
{
    for (size_t i = 0; i < RDL_FOUND_ALIKE; i++) {
        if (f->alike[i] == 0) {
            f->alike[i] = id;
            return;
        }
    }
}

static struct rdl_found *results_known(struct rdl_campaign *c, uint64_t id)
{
    for (size_t i = 0; i < c->n_found; i++) {
        if (results_has_id(&c->found[i], id))
            return &c->found[i];
    }
    return NULL;
}

/* One at the same statement, which has this id too from now on. */
static struct rdl_found *results_statement(struct rdl_campaign *c, uint64_t id,
                                           const char *location)
{
    for (size_t i = 0; i < c->n_found; i++) {
        if (!rdl_found_alike(&c->found[i], c->worker->memory.shared, location))
            continue;
        results_alike(&c->found[i], id);
        return &c->found[i];
    }
    return NULL;
}

static bool results_met_again(struct rdl_campaign *c, struct rdl_found *f)
{
    if (f == NULL || f->before)
        return false;
    f->times++;
    rdl_persistence_found(c, f);
    return true;
}

/* What it takes to tell a new one is no time of the campaign's. */
static void results_new(struct rdl_campaign *c, const struct rdl_config *config,
                        struct rdl_found *f)
{
    c->aside_since_ns = rdl_time_ns();
    if (c->watch.says != NULL)
        c->watch.says(c->watch.data, c->worker, &f->said);
    if (c->watch.found != NULL)
        c->watch.found(c->watch.data, c, f);
    rdl_persistence_save(c);
    rdl_finding_pipeline(c, c->worker, config, f);
    rdl_persistence_found(c, f);
    if (c->watch.recorded != NULL)
        c->watch.recorded(c->watch.data, c, f);
    c->aside_ns += rdl_time_ns() - c->aside_since_ns;
    c->aside_since_ns = 0;
}

void rdl_results_finding(struct rdl_campaign *c,
                         const struct rdl_config *config)
{
    const struct rdl_shared *s = c->worker->memory.shared;
    const uint64_t id = rdl_found_id(s);
    char location[sizeof(((struct rdl_finding_summary *)0)->location)] = "";
    struct rdl_found *f;
    uint64_t nth, steps;

    if (c->watch.suppressed != NULL && c->watch.suppressed(c->watch.data, c)) {
        c->suppressed++;
        return;
    }
    c->met++;
    f = results_known(c, id);
    if (results_met_again(c, f)) /* before symbols are looked up */
        return;
    if (c->watch.where != NULL)
        c->watch.where(c->watch.data, c, location, sizeof(location));
    if (f == NULL)
        f = results_statement(c, id, location);
    if (results_met_again(c, f))
        return;
    if (f == NULL) {
        c->found = rdl_grow(c->found, (c->n_found + 1) * sizeof(*f));
        f = &c->found[c->n_found++];
        *f = (struct rdl_found){ .id = id };
    }
    /* Of an earlier session: it is told, and written, once more. */
    free(f->schedule);
    rdl_campaign_count(c, &nth, &steps);
    *f = (struct rdl_found){
        .id = f->id,
        .alike = { f->alike[0] }, /* there can be no other yet */
        .code = s->finding.code,
        .execution = config->execution,
        .nth = nth,
        .steps = s->outcome.steps,
        .seconds = rdl_campaign_seconds(c),
        .times = f->times + 1,
    };
    rdl_text_copy(f->said.location, location, sizeof(f->said.location));
    rdl_text_copy(f->kind, s->finding.kind, sizeof(f->kind));
    rdl_text_copy(f->said.text, s->finding.text, sizeof(f->said.text));
    results_new(c, config, f);
}
