/* campaign.c - see campaign.h. */
#include "campaign/campaign.h"

#include "base/text.h"
#include "base/time.h"
#include "campaign/die.h"
#include "campaign/interrupt.h"
#include "campaign/keep.h"
#include "campaign/repeat.h"

#include <stdlib.h>
#include <string.h>

static void campaign_tick(void *data)
{
    struct rdl_campaign *c = data;

    if (c->watch.progress != NULL)
        c->watch.progress(c->watch.data, c);
}

void rdl_campaign_make(struct rdl_campaign *c,
                       const struct rdl_campaign_options *options,
                       const struct rdl_watch *watch,
                       const struct rdl_stdin *input)
{
    *c = (struct rdl_campaign){
        .options = *options,
        .watch = *watch,
        .begin_ns = rdl_time_ns(),
        .longest = 1,
        .deterministic = true,
    };
    c->options.worker.tick = campaign_tick;
    c->options.worker.tick_data = c;
    rdl_worker_make(&c->worker, &c->options.worker, input);
}

void rdl_campaign_free(struct rdl_campaign *c)
{
    rdl_worker_free(&c->worker);
    for (size_t i = 0; i < c->n_found; i++)
        free(c->found[i].schedule);
    free(c->found);
    free(c->notes);
}

double rdl_campaign_seconds(const struct rdl_campaign *c)
{
    uint64_t end = c->end_ns != 0 ? c->end_ns : rdl_time_ns();

    return (double)(end - c->begin_ns) / 1e9;
}

void rdl_campaign_note(struct rdl_campaign *c, const char *kind,
                       const char *text, uintptr_t pc)
{
    struct rdl_told *t;

    for (size_t i = 0; i < c->n_notes; i++) {
        const struct rdl_note *n = &c->notes[i].note;

        if (strcmp(n->kind, kind) == 0 &&
            strncmp(n->text, text, sizeof(n->text) - 1) == 0)
            return;
    }
    c->notes = rdl_grow(c->notes, (c->n_notes + 1) * sizeof(*t));
    t = &c->notes[c->n_notes++];
    *t = (struct rdl_told){ .note.pc = pc };
    rdl_text_copy(t->note.kind, kind, sizeof(t->note.kind));
    rdl_text_copy(t->note.text, text, sizeof(t->note.text));
    if (c->watch.place != NULL)
        c->watch.place(c->watch.data, c, pc, t->location, sizeof(t->location));
    if (c->watch.note != NULL)
        c->watch.note(c->watch.data, c, t);
}

static void campaign_notes(struct rdl_campaign *c)
{
    const struct rdl_shared *s = c->worker.memory.shared;

    for (uint32_t i = 0; i < s->n_notes; i++)
        rdl_campaign_note(c, s->notes[i].kind, s->notes[i].text,
                          s->notes[i].pc);
}

static void campaign_count(struct rdl_campaign *c)
{
    const struct rdl_outcome *o = &c->worker.memory.shared->outcome;

    if (c->executions == 0)
        c->first_hash = o->event_hash;
    c->executions++;
    c->steps += o->steps;
    c->accesses += o->accesses;
    c->cut += c->last.state == RDL_CUT;
    c->lost += c->last.state == RDL_RUNNING;
    if (o->decisions > c->longest)
        c->longest = o->decisions;
    if (o->threads > c->threads)
        c->threads = o->threads;
    if (o->most_enabled > c->most_enabled)
        c->most_enabled = o->most_enabled;
}

/* Constructors that make threads begin before the fork server could: one rung
 * down the ladder, said once. */
static bool campaign_fall(struct rdl_campaign *c)
{
    const struct rdl_shared *s = c->worker.memory.shared;
    const struct rdl_isolation *exec = rdl_isolation_find("exec");

    if (c->worker.options.isolation == exec || s->n_notes == 0 ||
        strcmp(s->notes[s->n_notes - 1].kind, "threads-before-main") != 0)
        return false;
    c->worker.options.isolation->stop(&c->worker.isolate);
    c->worker.options.isolation = exec;
    rdl_campaign_note(c, "isolation-exec",
                      "a constructor makes threads before main: isolation is "
                      "exec instead of fork",
                      0);
    return true;
}

static struct rdl_found *campaign_seen(struct rdl_campaign *c, uint64_t id)
{
    for (size_t i = 0; i < c->n_found; i++) {
        if (c->found[i].id == id)
            return &c->found[i];
    }
    return NULL;
}

static void campaign_found(struct rdl_campaign *c,
                           const struct rdl_config *config)
{
    const struct rdl_shared *s = c->worker.memory.shared;
    uint64_t id = rdl_found_id(s);
    struct rdl_found *f = campaign_seen(c, id);

    if (f != NULL) {
        f->times++;
        return;
    }
    c->found = rdl_grow(c->found, (c->n_found + 1) * sizeof(*f));
    f = &c->found[c->n_found++];
    *f = (struct rdl_found){
        .id = id,
        .execution = config->execution,
        .steps = s->outcome.steps,
        .seconds = rdl_campaign_seconds(c),
        .times = 1,
    };
    rdl_text_copy(f->kind, s->finding.kind, sizeof(f->kind));
    rdl_text_copy(f->text, s->finding.text, sizeof(f->text));
    if (c->watch.found != NULL)
        c->watch.found(c->watch.data, c, f);
    rdl_keep(c, config, f);
    if (c->watch.recorded != NULL)
        c->watch.recorded(c->watch.data, c, f);
}

static bool campaign_spent(const struct rdl_campaign *c)
{
    const struct rdl_campaign_options *o = &c->options;

    return (o->executions != 0 && c->executions >= o->executions) ||
           (o->time_ns != 0 && rdl_time_ns() - c->begin_ns >= o->time_ns);
}

/* One execution and what follows from it; false if the campaign is over. */
static bool campaign_step(struct rdl_campaign *c)
{
    struct rdl_config config = c->options.config;
    struct rdl_repeat repeat;

    config.execution = c->executions;
    config.expected_steps = c->longest;
    rdl_worker_run(&c->worker, &config, &c->last);
    if (c->last.interrupted) {
        c->stop = RDL_STOP_INTERRUPTED;
        return false;
    }
    if (c->last.state == RDL_NOT_STARTED || c->last.state == RDL_UNABLE) {
        if (campaign_fall(c))
            return true;
        campaign_notes(c);
        c->stop = RDL_STOP_UNABLE;
        return false;
    }
    campaign_count(c);
    campaign_notes(c);
    rdl_repeat_save(c, &config, &repeat);
    if (c->last.state == RDL_FOUND)
        campaign_found(c, &config);
    rdl_repeat_check(c, &config, &repeat);
    if (c->n_found == 0 || c->options.keep_going)
        return true;
    c->stop = RDL_STOP_FOUND;
    return false;
}

void rdl_campaign_run(struct rdl_campaign *c)
{
    c->begin_ns = rdl_time_ns();
    while (!campaign_spent(c)) {
        c->stop = RDL_STOP_BUDGET;
        if (!campaign_step(c))
            break;
        if (rdl_interrupted()) {
            c->stop = RDL_STOP_INTERRUPTED;
            break;
        }
        campaign_tick(c);
    }
    c->end_ns = rdl_time_ns();
}
