/* sites.c - see sites.h.  First the search for places in an execution, then the
 * elements of the best one, then the steps at which threads meet. */
#include "minimize/sites.h"

#include "trace/history.h"
#include "schedule/replay.h"
#include "util/alloc.h"

#include <stdlib.h>
#include <string.h>

/* --- In an execution ------------------------------------------------------ */

struct draw { /* draws one of several places, given in order */
    enum { FIRST, LAST, ANY, NTH } which;
    size_t nth;
    struct rdl_rng *rng;
    size_t n; /* places so far */
    struct rdl_spot chosen;
};

/* The first and the last round of a loop differ from the others. */
static struct draw sites_draw_begin(struct rdl_rng *rng)
{
    const uint64_t which = rdl_rng_below(rng, 4);

    return (struct draw){
        .which = which == 0   ? FIRST
                 : which == 1 ? LAST
                              : ANY,
        .rng = rng,
    };
}

static void sites_draw_add(struct draw *d, const struct rdl_spot *place)
{
    const size_t number = d->n++;

    if (number == 0 || d->which == LAST ||
        (d->which == NTH && number == d->nth) ||
        (d->which == ANY && rdl_rng_below(d->rng, d->n) == 0))
        d->chosen = *place;
}

static bool sites_draw_end(const struct draw *d, struct rdl_spot *out)
{
    *out = d->chosen;
    return d->n > (d->which == NTH ? d->nth : 0);
}

struct turn { /* one turn of a thread; an iterator */
    const struct rdl_script_segment *s;
    struct rdl_spot at; /* its beginning */
    size_t end;         /* the first step after it */
    uint32_t taken[RDL_MAX_THREADS];
};

static bool sites_turn_next(struct turn *t, const struct rdl_plan *p)
{
    if (t->s != NULL) {
        t->taken[t->s->tid] = t->s->until;
        t->at.segment++;
    }
    if (t->at.segment == p->n_segments)
        return false;
    t->s = &p->segments[t->at.segment];
    t->at.own = t->taken[t->s->tid];
    t->at.step = t->end;
    t->end += t->s->until - t->at.own;
    return true;
}

static struct rdl_spot sites_turn_place(const struct turn *t, size_t step)
{
    return (struct rdl_spot){
        .segment = t->at.segment,
        .own = t->at.own + (uint32_t)(step - t->at.step),
        .step = step,
    };
}

static void sites_draw_step(struct draw *d, const struct turn *t, size_t step)
{
    const struct rdl_spot place = sites_turn_place(t, step);

    sites_draw_add(d, &place);
}

static bool sites_after(const struct rdl_sites_in *in,
                        const struct rdl_element *e, bool same, struct draw *d,
                        struct rdl_spot *out)
{
    struct turn t = { .end = 0 };

    while (sites_turn_next(&t, in->plan)) {
        /* A thread at the end of its turn cannot be preempted. */
        const size_t more = e->is_choice ? 0 : 1;

        if (same && t.s->tid != e->tid)
            continue;
        for (size_t i = t.at.step > in->from ? t.at.step : in->from;
             i + more < t.end && i < in->n_steps; i++) {
            if (in->steps[i] == e->after)
                sites_draw_step(d, &t, i + 1);
        }
    }
    return sites_draw_end(d, out);
}

bool rdl_sites_after(const struct rdl_sites_in *in, const struct rdl_element *e,
                     bool same, struct rdl_rng *rng, struct rdl_spot *out)
{
    struct draw d = sites_draw_begin(rng);

    return sites_after(in, e, same, &d, out);
}

bool rdl_sites_nth(const struct rdl_sites_in *in, const struct rdl_element *e,
                   struct rdl_spot *out)
{
    struct draw d = { .which = NTH, .nth = e->nth };

    return sites_after(in, e, /*same=*/true, &d, out);
}

bool rdl_sites_meet(const struct rdl_sites_in *in, const struct rdl_sites *s,
                    struct rdl_rng *rng, struct rdl_spot *out)
{
    struct draw d = sites_draw_begin(rng);
    struct turn t = { .end = 0 };
    uint64_t step;

    if (s->n_meets == 0)
        return false;
    step = s->meets[rdl_rng_below(rng, s->n_meets)];
    while (sites_turn_next(&t, in->plan)) {
        for (size_t i = (t.at.step > in->from ? t.at.step : in->from) + 1;
             i < t.end && i < in->n_steps; i++) {
            if (in->steps[i] == step)
                sites_draw_step(&d, &t, i);
        }
    }
    return sites_draw_end(&d, out);
}

bool rdl_sites_turn(const struct rdl_sites_in *in, rdl_tid tid,
                    struct rdl_rng *rng, struct rdl_spot *out)
{
    struct draw d = { .which = tid == RDL_NO_TID ? ANY : FIRST, .rng = rng };
    struct turn t = { .end = 0 };

    while (sites_turn_next(&t, in->plan)) {
        if (t.s->end == RDL_SCRIPT_IF_MUST && t.end >= in->from &&
            (tid == RDL_NO_TID || t.s->tid == tid))
            sites_draw_step(&d, &t, t.end);
    }
    return sites_draw_end(&d, out);
}

/* --- What the best has ---------------------------------------------------- */

static int sites_element_compare(const void *a, const void *b)
{
    const struct rdl_element *x = a, *y = b;

    return (x->place.step > y->place.step) - (x->place.step < y->place.step);
}

static void sites_elements_add(struct rdl_sites *s, const struct turn *t,
                               uint32_t own, struct rdl_element e)
{
    e.place = sites_turn_place(t, t->at.step + own - t->at.own);
    e.tid = t->s->tid;
    e.after = s->steps[e.place.step - 1];
    s->elements[s->n_elements++] = e;
}

/* Counts how often each occurs since the element before. */
static void sites_elements_count(struct rdl_sites *s, const struct rdl_plan *p)
{
    for (size_t i = 0; i < s->n_elements; i++) {
        struct rdl_element *e = &s->elements[i];
        const struct rdl_sites_in in = {
            .plan = p,
            .steps = s->steps,
            .n_steps = e->place.step - 1,
            .from = i > 0 ? s->elements[i - 1].place.step : 0,
        };
        struct draw d = { .which = FIRST };
        struct rdl_spot unused;

        sites_after(&in, e, /*same=*/true, &d, &unused);
        e->nth = d.n;
    }
}

void rdl_sites_elements(struct rdl_sites *s, const struct rdl_plan *p)
{
    struct turn t = { .end = 0 };

    s->elements =
        rdl_alloc((p->n_segments + p->n_choices) * sizeof(*s->elements));
    while (sites_turn_next(&t, p) && t.end <= s->n_steps) {
        for (size_t i = 0; i < p->n_choices; i++) {
            const struct rdl_script_choice *c = &p->choices[i];

            if (c->tid == t.s->tid && c->taken > t.at.own &&
                c->taken <= t.s->until)
                sites_elements_add(
                    s, &t, c->taken,
                    (struct rdl_element){ .is_choice = true, .choice = *c });
        }
        if (t.s->end == RDL_SCRIPT_SWITCH && t.s->until > t.at.own)
            sites_elements_add(s, &t, t.s->until,
                               (struct rdl_element){ .to = t.s->to });
    }
    qsort(s->elements, s->n_elements, sizeof(*s->elements),
          sites_element_compare);
    sites_elements_count(s, p);
}

/* --- Where threads meet --------------------------------------------------- */

struct meet {
    uint64_t step; /* rdl_step_pack */
    uint64_t number;
};

static int sites_meet_compare(const void *a, const void *b)
{
    const struct meet *x = a, *y = b;

    return x->step != y->step
               ? (x->step > y->step) - (x->step < y->step)
               : (x->number > y->number) - (x->number < y->number);
}

static int sites_meet_order(const void *a, const void *b)
{
    const struct meet *x = a, *y = b;

    return (x->number > y->number) - (x->number < y->number);
}

static uintptr_t sites_meets_object(const struct rdl_history_act *a)
{
    return a->e.addr >> 3;
}

static int sites_meets_compare(const void *a, const void *b)
{
    const struct rdl_history_act *x = *(const struct rdl_history_act *const *)a;
    const struct rdl_history_act *y = *(const struct rdl_history_act *const *)b;

    return (sites_meets_object(x) > sites_meets_object(y)) -
           (sites_meets_object(x) < sites_meets_object(y));
}

/* Did another thread act on the same object, and one of them change it? */
static bool sites_meets_matter(const struct rdl_history_act **a, size_t n)
{
    bool others = false, changes = false;

    for (size_t i = 0; i < n; i++) {
        others = others || a[i]->e.tid != a[0]->e.tid;
        changes = changes || rdl_trace_changes(&a[i]->e);
    }
    return a[0]->e.addr != 0 && others && changes;
}

/* Each code once, in execution order: addresses may differ in other
 * executions. */
static void sites_meets_keep(struct rdl_sites *s, struct meet *all, size_t n)
{
    size_t kept = 0;

    qsort(all, n, sizeof(*all), sites_meet_compare);
    for (size_t i = 0; i < n; i++) {
        if (i == 0 || all[i].step != all[i - 1].step)
            s->meets[kept++] = i;
    }
    for (size_t i = 0; i < kept; i++)
        all[i] = all[s->meets[i]];
    qsort(all, kept, sizeof(*all), sites_meet_order);
    for (size_t i = 0; i < kept; i++)
        s->meets[i] = all[i].step;
    s->n_meets = kept;
}

static void sites_meets_find(struct rdl_sites *s,
                             const struct rdl_history *acts)
{
    const struct rdl_history_act **sorted =
        rdl_alloc((acts->n + 1) * sizeof(*sorted));
    struct meet *all = rdl_alloc((acts->n + 1) * sizeof(*all));
    size_t n = 0;

    for (size_t i = 0; i < acts->n; i++)
        sorted[i] = &acts->all[i];
    qsort(sorted, acts->n, sizeof(*sorted), sites_meets_compare);
    for (size_t i = 0, end; i < acts->n; i = end) {
        for (end = i + 1; end < acts->n && sites_meets_object(sorted[end]) ==
                                               sites_meets_object(sorted[i]);)
            end++;
        if (!sites_meets_matter(&sorted[i], end - i))
            continue;
        for (size_t k = i; k < end; k++) {
            if (sorted[k]->step < s->n_steps)
                all[n++] = (struct meet){
                    .step = s->steps[sorted[k]->step],
                    .number = sorted[k]->step,
                };
        }
    }
    s->meets = rdl_alloc((n + 1) * sizeof(*s->meets));
    sites_meets_keep(s, all, n);
    free(all);
    free(sorted);
}

void rdl_sites_find(struct rdl_sites *s, struct rdl_minimize *k)
{
    struct rdl_shared *shared = k->worker->memory.shared;
    const struct rdl_replay_setup options = {
        .tracker = k->config.tracker,
        .flags = RDL_CFG_TRACE,
    };
    struct rdl_history acts;
    struct rdl_run_result ran;

    *s = (struct rdl_sites){ .n_steps = 0 };
    if (rdl_replay(k->worker, &k->record, &options, &ran) != RDL_REPLAY_SAME)
        return;
    s->n_steps = shared->regions[RDL_TRACE_STEPS].used;
    s->steps = rdl_alloc((s->n_steps + 1) * sizeof(*s->steps));
    memcpy(s->steps, rdl_shared_data(shared, RDL_TRACE_STEPS),
           s->n_steps * sizeof(*s->steps));
    rdl_sites_elements(s, &k->best);
    if (!rdl_history_take(&acts, shared))
        return;
    sites_meets_find(s, &acts);
    rdl_history_free(&acts);
}

void rdl_sites_free(struct rdl_sites *s)
{
    free(s->steps);
    free(s->elements);
    free(s->meets);
}
