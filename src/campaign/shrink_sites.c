/* shrink_sites.c - see shrink_sites.h. */
#include "campaign/shrink_sites.h"

#include "campaign/acts.h"
#include "campaign/rerun.h"
#include "driver/die.h"

#include <stdlib.h>
#include <string.h>

/* --- In an execution ------------------------------------------------------ */

struct draw { /* one of several places, in their order */
    enum { FIRST, LAST, ANY, NTH } which;
    size_t nth;
    struct rdl_rng *rng;
    size_t n; /* so far */
    struct rdl_spot chosen;
};

/* Of a loop the first and the last round are not like the others. */
static struct draw draw_begin(struct rdl_rng *rng)
{
    const uint64_t which = rdl_rng_below(rng, 4);

    return (struct draw){
        .which = which == 0   ? FIRST
                 : which == 1 ? LAST
                              : ANY,
        .rng = rng,
    };
}

static void draw_add(struct draw *d, const struct rdl_spot *place)
{
    const size_t number = d->n++;

    if (number == 0 || d->which == LAST ||
        (d->which == NTH && number == d->nth) ||
        (d->which == ANY && rdl_rng_below(d->rng, d->n) == 0))
        d->chosen = *place;
}

static bool draw_end(const struct draw *d, struct rdl_spot *out)
{
    *out = d->chosen;
    return d->n > (d->which == NTH ? d->nth : 0);
}

struct turn { /* of a thread; goes from one to the next */
    const struct rdl_script_segment *s;
    struct rdl_spot at; /* its beginning */
    size_t end;         /* the first step behind it */
    uint32_t taken[RDL_MAX_THREADS];
};

static bool turn_next(struct turn *t, const struct rdl_plan *p)
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

static struct rdl_spot turn_place(const struct turn *t, size_t step)
{
    return (struct rdl_spot){
        .segment = t->at.segment,
        .own = t->at.own + (uint32_t)(step - t->at.step),
        .step = step,
    };
}

static void draw_step(struct draw *d, const struct turn *t, size_t step)
{
    const struct rdl_spot place = turn_place(t, step);

    draw_add(d, &place);
}

static bool sites_after(const struct rdl_sites_in *in,
                        const struct rdl_element *e, bool same, struct draw *d,
                        struct rdl_spot *out)
{
    struct turn t = { .end = 0 };

    while (turn_next(&t, in->plan)) {
        /* Who does not go on is not preempted. */
        const size_t more = e->is_choice ? 0 : 1;

        if (same && t.s->tid != e->tid)
            continue;
        for (size_t i = t.at.step > in->from ? t.at.step : in->from;
             i + more < t.end && i < in->n_steps; i++) {
            if (in->steps[i] == e->after)
                draw_step(d, &t, i + 1);
        }
    }
    return draw_end(d, out);
}

bool rdl_sites_after(const struct rdl_sites_in *in, const struct rdl_element *e,
                     bool same, struct rdl_rng *rng, struct rdl_spot *out)
{
    struct draw d = draw_begin(rng);

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
    struct draw d = draw_begin(rng);
    struct turn t = { .end = 0 };
    uint64_t step;

    if (s->n_meets == 0)
        return false;
    step = s->meets[rdl_rng_below(rng, s->n_meets)];
    while (turn_next(&t, in->plan)) {
        for (size_t i = (t.at.step > in->from ? t.at.step : in->from) + 1;
             i < t.end && i < in->n_steps; i++) {
            if (in->steps[i] == step)
                draw_step(&d, &t, i);
        }
    }
    return draw_end(&d, out);
}

bool rdl_sites_turn(const struct rdl_sites_in *in, rdl_tid tid,
                    struct rdl_rng *rng, struct rdl_spot *out)
{
    struct draw d = { .which = tid == RDL_NO_TID ? ANY : FIRST, .rng = rng };
    struct turn t = { .end = 0 };

    while (turn_next(&t, in->plan)) {
        if (t.s->end == RDL_SCRIPT_IF_MUST && t.end >= in->from &&
            (tid == RDL_NO_TID || t.s->tid == tid))
            draw_step(&d, &t, t.end);
    }
    return draw_end(&d, out);
}

/* --- What the best has ---------------------------------------------------- */

static int element_compare(const void *a, const void *b)
{
    const struct rdl_element *x = a, *y = b;

    return (x->place.step > y->place.step) - (x->place.step < y->place.step);
}

static void elements_add(struct rdl_sites *s, const struct turn *t,
                         uint32_t own, struct rdl_element e)
{
    e.place = turn_place(t, t->at.step + own - t->at.own);
    e.tid = t->s->tid;
    e.after = s->steps[e.place.step - 1];
    s->elements[s->n_elements++] = e;
}

/* How often each comes before, since the one before it. */
static void elements_count(struct rdl_sites *s, const struct rdl_plan *p)
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
    while (turn_next(&t, p) && t.end <= s->n_steps) {
        for (size_t i = 0; i < p->n_choices; i++) {
            const struct rdl_script_choice *c = &p->choices[i];

            if (c->tid == t.s->tid && c->taken > t.at.own &&
                c->taken <= t.s->until)
                elements_add(
                    s, &t, c->taken,
                    (struct rdl_element){ .is_choice = true, .choice = *c });
        }
        if (t.s->end == RDL_SCRIPT_SWITCH && t.s->until > t.at.own)
            elements_add(s, &t, t.s->until,
                         (struct rdl_element){ .to = t.s->to });
    }
    qsort(s->elements, s->n_elements, sizeof(*s->elements), element_compare);
    elements_count(s, p);
}

/* --- Where threads meet --------------------------------------------------- */

struct meet {
    uint64_t step; /* rdl_step_pack */
    uint64_t number;
};

static int meet_compare(const void *a, const void *b)
{
    const struct meet *x = a, *y = b;

    return x->step != y->step
               ? (x->step > y->step) - (x->step < y->step)
               : (x->number > y->number) - (x->number < y->number);
}

static int meet_order(const void *a, const void *b)
{
    const struct meet *x = a, *y = b;

    return (x->number > y->number) - (x->number < y->number);
}

static uintptr_t meets_object(const struct rdl_act *a)
{
    return a->e.addr >> 3;
}

static int meets_compare(const void *a, const void *b)
{
    const struct rdl_act *x = *(const struct rdl_act *const *)a;
    const struct rdl_act *y = *(const struct rdl_act *const *)b;

    return (meets_object(x) > meets_object(y)) -
           (meets_object(x) < meets_object(y));
}

/* Is one of those at the same object by another thread, and one a change? */
static bool meets_matter(const struct rdl_act **a, size_t n)
{
    bool others = false, changes = false;

    for (size_t i = 0; i < n; i++) {
        others = others || a[i]->e.tid != a[0]->e.tid;
        changes = changes || rdl_acts_writes(&a[i]->e);
    }
    return a[0]->e.addr != 0 && others && changes;
}

/* Each code once; in the order of the execution, for addresses may be others
 * elsewhere. */
static void meets_keep(struct rdl_sites *s, struct meet *all, size_t n)
{
    size_t kept = 0;

    qsort(all, n, sizeof(*all), meet_compare);
    for (size_t i = 0; i < n; i++) {
        if (i == 0 || all[i].step != all[i - 1].step)
            s->meets[kept++] = i;
    }
    for (size_t i = 0; i < kept; i++)
        all[i] = all[s->meets[i]];
    qsort(all, kept, sizeof(*all), meet_order);
    for (size_t i = 0; i < kept; i++)
        s->meets[i] = all[i].step;
    s->n_meets = kept;
}

static void meets_find(struct rdl_sites *s, const struct rdl_acts *acts)
{
    const struct rdl_act **sorted = rdl_alloc((acts->n + 1) * sizeof(*sorted));
    struct meet *all = rdl_alloc((acts->n + 1) * sizeof(*all));
    size_t n = 0;

    for (size_t i = 0; i < acts->n; i++)
        sorted[i] = &acts->all[i];
    qsort(sorted, acts->n, sizeof(*sorted), meets_compare);
    for (size_t i = 0, end; i < acts->n; i = end) {
        for (end = i + 1; end < acts->n &&
                          meets_object(sorted[end]) == meets_object(sorted[i]);)
            end++;
        if (!meets_matter(&sorted[i], end - i))
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
    meets_keep(s, all, n);
    free(all);
    free(sorted);
}

void rdl_sites_find(struct rdl_sites *s, struct rdl_shrink *k)
{
    struct rdl_shared *shared = k->worker->memory.shared;
    const struct rdl_rerun_options options = {
        .tracker = k->config.tracker,
        .flags = RDL_CFG_WATCH,
    };
    struct rdl_acts acts;
    struct rdl_ran ran;

    *s = (struct rdl_sites){ .n_steps = 0 };
    if (rdl_rerun(k->worker, &k->record, &options, &ran) != RDL_RERUN_SAME)
        return;
    s->n_steps = shared->regions[RDL_TRACE_STEPS].used;
    s->steps = rdl_alloc((s->n_steps + 1) * sizeof(*s->steps));
    memcpy(s->steps, rdl_shared_data(shared, RDL_TRACE_STEPS),
           s->n_steps * sizeof(*s->steps));
    rdl_sites_elements(s, &k->best);
    if (!rdl_acts_take(&acts, shared))
        return;
    meets_find(s, &acts);
    rdl_acts_free(&acts);
}

void rdl_sites_free(struct rdl_sites *s)
{
    free(s->steps);
    free(s->elements);
    free(s->meets);
}
