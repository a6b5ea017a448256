/* capture.c - see capture.h.  Each distinct recorded step becomes a site; a
 * hash table maps packed steps to sites. */
#include "schedule/capture.h"

#include "base/hash.h"
#include "base/text.h"
#include "schedule/findings.h"
#include "schedule/environment.h"
#include "exec/payload.h"
#include "util/alloc.h"
#include "strategy/strategy.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A standard input up to this size is stored in the schedule. */
#define STDIN_BYTES 65536

/* Maps packed steps to sites: open addressing, at most half full. */
struct sites {
    struct {
        uint64_t step;
        uint32_t site;
        bool used;
    } * slots;
    size_t n, room;
};

static void capture_sites_grow(struct sites *t)
{
    struct sites old = *t;

    t->room = old.room == 0 ? 1024 : old.room * 2;
    t->slots = rdl_alloc(t->room * sizeof(*t->slots));
    for (size_t i = 0; i < old.room; i++) {
        size_t k = rdl_mix(0, old.slots[i].step);

        if (!old.slots[i].used)
            continue;
        while (t->slots[k % t->room].used)
            k++;
        t->slots[k % t->room] = old.slots[i];
    }
    free(old.slots);
}

/* The site of a step; `*fresh` if it is a new one. */
static uint32_t capture_sites_of(struct sites *t, uint64_t step, bool *fresh)
{
    size_t k = rdl_mix(0, step);

    if (2 * (t->n + 1) > t->room)
        capture_sites_grow(t);
    while (t->slots[k % t->room].used) {
        if (t->slots[k % t->room].step == step) {
            *fresh = false;
            return t->slots[k % t->room].site;
        }
        k++;
    }
    t->slots[k % t->room].used = true;
    t->slots[k % t->room].step = step;
    t->slots[k % t->room].site = (uint32_t)t->n;
    *fresh = true;
    return (uint32_t)t->n++;
}

char *rdl_capture_place(const struct rdl_capture_places *places, uintptr_t pc)
{
    char text[256];

    places->find(places->data, pc, text, sizeof(text));
    for (char *c = text; *c != '\0'; c++) {
        if ((unsigned char)*c < 0x20 || *c == 0x7f)
            *c = '?';
    }
    return text[0] != '\0' ? rdl_strdup(text) : NULL;
}

static void capture_site(const struct rdl_shared *shared,
                         const struct rdl_capture_places *places, uint64_t step,
                         struct rdl_schedule *out)
{
    uintptr_t pc = rdl_step_pc(step);
    const struct rdl_module *m = rdl_shared_module(shared, pc);
    size_t i = out->n_sites++;

    if ((i & (i - 1)) == 0) { /* the array grows at powers of two */
        out->sites = rdl_grow(out->sites, 2 * (i + 1) * sizeof(*out->sites));
        out->places = rdl_grow(out->places, 2 * (i + 1) * sizeof(char *));
    }
    out->sites[i] = (struct rdl_site){
        .op = (uint16_t)rdl_step_op(step),
        .order = (uint16_t)rdl_step_order(step),
        .module = m != NULL ? (uint32_t)(m - shared->modules) : UINT32_MAX,
        .offset = m != NULL ? pc - m->base : 0,
    };
    out->places[i] =
        m != NULL && places != NULL ? rdl_capture_place(places, pc) : NULL;
}

static bool capture_steps(struct rdl_shared *shared,
                          const struct rdl_capture_places *places,
                          struct rdl_schedule *out, struct rdl_error *error)
{
    const uint64_t *steps = rdl_shared_data(shared, RDL_TRACE_STEPS);
    struct sites table = { 0 };
    bool sound = true;

    out->n_steps = shared->regions[RDL_TRACE_STEPS].used;
    if (out->n_steps < shared->outcome.steps)
        return rdl_error_set(error, RDL_EXIT_INTERNAL,
                             "more steps than were recorded");
    out->steps = rdl_alloc(out->n_steps * sizeof(*out->steps));
    for (size_t i = 0; i < out->n_steps; i++) {
        bool fresh;

        if (!rdl_step_sound(steps[i])) {
            sound = rdl_error_set(error, RDL_EXIT_INTERNAL,
                                  "invalid step in the recording");
            break;
        }
        out->steps[i] = capture_sites_of(&table, steps[i], &fresh);
        if (fresh)
            capture_site(shared, places, steps[i], out);
    }
    free(table.slots);
    return sound;
}

static bool capture_switches(struct rdl_shared *shared,
                             struct rdl_schedule *out, struct rdl_error *error)
{
    const struct rdl_region *r = &shared->regions[RDL_TRACE_SWITCHES];
    uint64_t before = 0;

    out->n_switches = r->used;
    out->switches = rdl_alloc((r->used + 1) * sizeof(*out->switches));
    /* An execution that ended before its first step may have made choices (an
     * allocation that failed): main's turn holds them. */
    if (r->used == 0 && shared->regions[RDL_TRACE_CHOICES].used > 0)
        out->n_switches = 1;
    memcpy(out->switches, rdl_shared_data(shared, RDL_TRACE_SWITCHES),
           r->used * sizeof(*out->switches));
    for (size_t i = 0; i < out->n_switches; i++) {
        const struct rdl_switch *sw = &out->switches[i];

        if (sw->step < before || sw->step > out->n_steps ||
            sw->tid >= RDL_MAX_THREADS || (i == 0 && sw->step != 0))
            return rdl_error_set(error, RDL_EXIT_INTERNAL,
                                 "switches that are out of order");
        before = sw->step;
    }
    if (out->n_switches == 0 && out->n_steps > 0)
        return rdl_error_set(error, RDL_EXIT_INTERNAL,
                             "steps without a thread");
    return r->used < r->capacity ||
           rdl_error_set(error, RDL_EXIT_INTERNAL,
                         "more switches than there is room for");
}

static bool capture_choices(struct rdl_shared *shared, struct rdl_schedule *out,
                            struct rdl_error *error)
{
    const struct rdl_region *r = &shared->regions[RDL_TRACE_CHOICES];
    uint64_t before = 0;

    out->n_choices = r->used;
    out->choices = rdl_alloc(r->used * sizeof(*out->choices));
    memcpy(out->choices, rdl_shared_data(shared, RDL_TRACE_CHOICES),
           r->used * sizeof(*out->choices));
    for (size_t i = 0; i < out->n_choices; i++) {
        const struct rdl_taken_choice *c = &out->choices[i];

        if (c->step < before || c->step > out->n_steps ||
            c->kind >= RDL_N_CHOICE_KINDS)
            return rdl_error_set(error, RDL_EXIT_INTERNAL,
                                 "choices that are out of order");
        before = c->step;
    }
    return r->used < r->capacity ||
           rdl_error_set(error, RDL_EXIT_INTERNAL,
                         "more choices than there is room for");
}

static bool capture_inputs(struct rdl_shared *shared, struct rdl_schedule *out,
                           struct rdl_error *error)
{
    const struct rdl_region *r = &shared->regions[RDL_TRACE_INPUTS];
    struct rdl_input in;
    size_t at = 0;

    out->inputs.data = rdl_alloc(r->used);
    out->inputs.size = r->used;
    memcpy(out->inputs.data, rdl_shared_data(shared, RDL_TRACE_INPUTS),
           r->used);
    while (at + sizeof(in) <= out->inputs.size) {
        memcpy(&in, out->inputs.data + at, sizeof(in));
        at += sizeof(in) + ((in.length + UINT64_C(7)) & ~UINT64_C(7));
        if (in.tid >= RDL_MAX_THREADS || at > out->inputs.size)
            break;
    }
    return at == out->inputs.size ||
           rdl_error_set(error, RDL_EXIT_INTERNAL, "input that is not whole");
}

static void capture_modules(const struct rdl_shared *shared,
                            struct rdl_schedule *out)
{
    out->n_modules = shared->n_modules;
    out->modules = rdl_alloc(out->n_modules * sizeof(*out->modules));
    for (size_t i = 0; i < out->n_modules; i++) {
        const struct rdl_module *m = &shared->modules[i];

        out->modules[i].path = rdl_strdup(m->path);
        out->modules[i].build_id_size = m->build_id_size;
        memcpy(out->modules[i].build_id, m->build_id, m->build_id_size);
    }
}

/* Of the latest execution of the request. */
static void capture_payload(struct rdl_shared *shared, struct rdl_schedule *out)
{
    const uint64_t n = shared->tally.executions;
    const struct rdl_payload *p = rdl_shared_payload(shared, n > 0 ? n - 1 : 0);

    if (p == NULL || p->size > sizeof(p->bytes))
        return;
    out->payload.size = p->size;
    out->payload.data = rdl_alloc(p->size + 1);
    memcpy(out->payload.data, p->bytes, p->size);
}

static void capture_program(const struct rdl_worker *w, const char *program,
                            struct rdl_schedule *out)
{
    char *const *argv = w->options.argv;
    char *directory = getcwd(NULL, 0);

    out->program = rdl_strdup(program);
    out->path = rdl_strdup(w->options.path);
    out->directory = rdl_strdup(directory != NULL ? directory : "");
    free(directory);
    while (argv[1 + out->n_arguments] != NULL)
        out->n_arguments++;
    out->arguments = rdl_alloc(out->n_arguments * sizeof(char *));
    for (size_t i = 0; i < out->n_arguments; i++)
        out->arguments[i] = rdl_strdup(argv[1 + i]);
    rdl_environment_record(
        out, w->options.environment != NULL ? w->options.environment : environ,
        w->memory.shared);
    rdl_stdin_digest(&w->input, &out->stdin_size, &out->stdin_hash);
    out->stdin_bytes.data =
        rdl_stdin_bytes(&w->input, STDIN_BYTES, &out->stdin_bytes.size);
    out->has_stdin = out->stdin_bytes.data != NULL;
}

bool rdl_capture_take(const struct rdl_worker *w, const char *program,
                      const struct rdl_config *config,
                      const struct rdl_capture_places *places,
                      struct rdl_schedule *out, struct rdl_error *error)
{
    struct rdl_shared *shared = w->memory.shared;
    bool whole;

    *out = (struct rdl_schedule){ .config = *config };
    if (shared->outcome.timed == 0) /* then it made no difference */
        out->config.flags &= ~(uint32_t)RDL_CFG_PATIENT;
    capture_program(w, program, out);
    rdl_text_copy(out->kind, shared->finding.kind, sizeof(out->kind));
    out->id = rdl_found_id(shared);
    if (out->kind[0] == '\0') {
        rdl_text_copy(out->kind, RDL_SCHEDULE_PASSES, sizeof(out->kind));
        out->id = 0;
    }
    out->location = rdl_strdup("");
    out->text = rdl_strdup(shared->finding.text);
    out->event_hash = shared->outcome.event_hash;
    capture_modules(shared, out);
    capture_payload(shared, out);
    whole = capture_steps(shared, places, out, error) &&
            capture_switches(shared, out, error) &&
            capture_choices(shared, out, error) &&
            capture_inputs(shared, out, error);
    if (!whole)
        rdl_schedule_free(out);
    return whole;
}

static bool capture_put(struct rdl_shared_map *m, enum rdl_region_id id,
                        const void *data, size_t n, size_t size)
{
    if (n > m->layout[id].capacity)
        return false;
    if (n > 0)
        memcpy(rdl_shared_data(m->shared, id), data, n * size);
    m->shared->regions[id].used = n;
    return true;
}

bool rdl_capture_give(struct rdl_shared_map *m, const struct rdl_schedule *s)
{
    struct rdl_shared *shared = m->shared;

    if (s->n_modules > RDL_MAX_MODULES)
        return false;
    rdl_payload_clear(m);
    if (s->payload.size > 0)
        rdl_payload_add(m, s->payload.data, s->payload.size);
    shared->n_replay_modules = (uint32_t)s->n_modules;
    for (size_t i = 0; i < s->n_modules; i++)
        shared->replay_modules[i] =
            rdl_hash_text(rdl_text_base_name(s->modules[i].path));
    return capture_put(m, RDL_REPLAY_STEPS, s->steps, s->n_steps,
                       sizeof(*s->steps)) &&
           capture_put(m, RDL_REPLAY_SITES, s->sites, s->n_sites,
                       sizeof(*s->sites)) &&
           capture_put(m, RDL_REPLAY_SWITCHES, s->switches, s->n_switches,
                       sizeof(*s->switches)) &&
           capture_put(m, RDL_REPLAY_CHOICES, s->choices, s->n_choices,
                       sizeof(*s->choices)) &&
           capture_put(m, RDL_REPLAY_INPUTS, s->inputs.data, s->inputs.size, 1);
}
