/* shrink_fewer.c - see shrink_fewer.h. */
#include "campaign/shrink_fewer.h"

#include "base/rng.h"
#include "campaign/cause_acts.h"
#include "campaign/rerun.h"
#include "detect/detector.h"
#include "driver/die.h"

#include <stdlib.h>

/* How much of what may be tried is tried with so many preemptions: one in ...
 * More are not looked for: what takes five switches at just the right places
 * is not met by chance. */
static const unsigned parts[] = { 32, 4, 3, 5, 8 };
#define MOST_PREEMPTIONS (sizeof(parts) / sizeof(parts[0]) - 1)

struct places { /* where a thread may be preempted */
    size_t n;
    struct rdl_script_segment *all; /* owned; `to`: where it is known */
};

struct fewer {
    struct rdl_shrink *k;
    struct rdl_rng rng;
    size_t n_threads;
    rdl_tid threads[RDL_MAX_THREADS];  /* that took steps in any attempt */
    uint32_t lengths[RDL_MAX_THREADS]; /* by tid: most steps that it took */
    struct places known;               /* the preemptions of the best */
    struct places meets; /* before steps where threads meet, in the best */
};

static uint64_t fewer_below(struct fewer *f, uint64_t bound)
{
    return rdl_rng_below(&f->rng, bound);
}

/* How far threads came in the execution that `p` is. */
static void fewer_learn(struct fewer *f, const struct rdl_plan *p)
{
    for (size_t i = 0; i < p->n_segments; i++) {
        const struct rdl_script_segment *s = &p->segments[i];

        if (f->lengths[s->tid] == 0 && s->until > 0)
            f->threads[f->n_threads++] = s->tid;
        if (s->until > f->lengths[s->tid])
            f->lengths[s->tid] = s->until;
    }
}

static void fewer_shuffle(struct fewer *f)
{
    for (size_t i = f->n_threads; i > 1; i--) {
        const size_t with = (size_t)fewer_below(f, i);
        const rdl_tid tid = f->threads[i - 1];

        f->threads[i - 1] = f->threads[with];
        f->threads[with] = tid;
    }
}

static struct rdl_script_segment fewer_anywhere(struct fewer *f)
{
    uint64_t all = 0, at;
    size_t i = 0;

    for (size_t t = 0; t < f->n_threads; t++)
        all += f->lengths[f->threads[t]];
    at = fewer_below(f, all);
    while (at >= f->lengths[f->threads[i]])
        at -= f->lengths[f->threads[i++]];
    return (struct rdl_script_segment){
        .tid = f->threads[i],
        .until = (uint32_t)at + 1,
    };
}

static struct rdl_script_segment fewer_place(struct fewer *f)
{
    return f->meets.n > 0 && fewer_below(f, 5) > 0
               ? f->meets.all[fewer_below(f, f->meets.n)]
               : fewer_anywhere(f);
}

static struct rdl_script_segment fewer_preemption(struct fewer *f)
{
    struct rdl_script_segment s;

    if (fewer_below(f, 8) < 3)
        return f->known.all[fewer_below(f, f->known.n)];
    s = fewer_place(f);
    do
        s.to = f->threads[fewer_below(f, f->n_threads)];
    while (s.to == s.tid);
    s.end = RDL_SCRIPT_SWITCH;
    return s;
}

/* An unusual choice that the failure needs may be due elsewhere, or it may not
 * need any there. */
static void fewer_choices(struct fewer *f, struct rdl_plan *p)
{
    if (fewer_below(f, 3) == 0)
        p->n_choices = 0;
    for (size_t i = 0; i < p->n_choices; i++) {
        struct rdl_script_segment s;

        if (fewer_below(f, 2) == 0)
            continue;
        s = fewer_place(f);
        p->choices[i].tid = s.tid;
        p->choices[i].taken = s.until;
    }
    rdl_plan_sort(p);
}

static int fewer_compare(const void *a, const void *b)
{
    const struct rdl_script_segment *x = a, *y = b;

    return (x->until > y->until) - (x->until < y->until);
}

/* The script asks for the earliest segment when a thread cannot go on, so the
 * threads' segments follow each other in the order of the threads. */
static void fewer_plan(struct fewer *f, size_t preemptions, struct rdl_plan *p)
{
    struct rdl_script_segment chosen[MOST_PREEMPTIONS];

    for (size_t i = 0; i < preemptions; i++)
        chosen[i] = fewer_preemption(f);
    qsort(chosen, preemptions, sizeof(chosen[0]), fewer_compare);
    fewer_shuffle(f);
    rdl_plan_copy(p, &f->k->best);
    fewer_choices(f, p);
    free(p->segments);
    p->segments =
        rdl_alloc((f->n_threads + preemptions) * sizeof(*p->segments));
    p->n_segments = 0;
    for (size_t t = 0; t < f->n_threads; t++) {
        for (size_t i = 0; i < preemptions; i++) {
            if (chosen[i].tid == f->threads[t])
                p->segments[p->n_segments++] = chosen[i];
        }
        p->segments[p->n_segments++] = (struct rdl_script_segment){
            .tid = f->threads[t],
            .to = RDL_NO_TID,
            .until = UINT32_MAX,
            .end = RDL_SCRIPT_GO_ON,
        };
    }
}

static bool fewer_attempt(struct fewer *f, size_t preemptions)
{
    struct rdl_plan p;

    fewer_plan(f, preemptions, &p);
    if (rdl_shrink_attempt(f->k, &p))
        return true;
    if (rdl_plan_of_memory(&p, f->k->worker->memory.shared)) {
        fewer_learn(f, &p);
        rdl_plan_free(&p);
    }
    return false;
}

/* One that hangs costs the time of all others. */
static bool fewer_hangs(const struct rdl_shared *s)
{
    return s->outcome.state == RDL_FOUND &&
           rdl_detector_comes(s->finding.kind, RDL_AT_TIMEOUT);
}

/* --- Where threads meet --------------------------------------------------- */

static void places_add(struct places *p, rdl_tid tid, uint32_t until)
{
    p->all[p->n++] = (struct rdl_script_segment){ .tid = tid, .until = until };
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

static void meets_find(struct places *p, const struct rdl_acts *acts)
{
    const struct rdl_act **sorted = rdl_alloc((acts->n + 1) * sizeof(*sorted));
    bool *matters = rdl_alloc(acts->n + 1);

    for (size_t i = 0; i < acts->n; i++) {
        sorted[i] = &acts->all[i];
        matters[i] = false;
    }
    qsort(sorted, acts->n, sizeof(*sorted), meets_compare);
    for (size_t i = 0, end; i < acts->n; i = end) {
        for (end = i + 1; end < acts->n &&
                          meets_object(sorted[end]) == meets_object(sorted[i]);)
            end++;
        if (!meets_matter(&sorted[i], end - i))
            continue;
        for (size_t k = i; k < end; k++)
            matters[sorted[k] - acts->all] = true;
    }
    /* In the order of the execution: addresses may be others elsewhere. */
    p->all = rdl_alloc((acts->n + 1) * sizeof(*p->all));
    for (size_t i = 0; i < acts->n; i++) {
        if (matters[i] && acts->all[i].own > 0)
            places_add(p, acts->all[i].e.tid, acts->all[i].own);
    }
    free(matters);
    free(sorted);
}

static void fewer_meets(struct fewer *f)
{
    const struct rdl_rerun_options options = {
        .tracker = f->k->config.tracker,
        .flags = RDL_CFG_WATCH,
    };
    struct rdl_acts acts;
    struct rdl_ran ran;

    if (rdl_rerun(f->k->worker, &f->k->record, &options, &ran) !=
            RDL_RERUN_SAME ||
        !rdl_acts_take(&acts, f->k->worker->memory.shared))
        return;
    meets_find(&f->meets, &acts);
    rdl_acts_free(&acts);
}

/* --- All of it ------------------------------------------------------------ */

static void fewer_begin(struct fewer *f, struct rdl_shrink *k)
{
    *f = (struct fewer){
        .k = k,
        .rng = { k->from->event_hash },
        .known.all = rdl_alloc(k->best.n_segments * sizeof(*f->known.all)),
    };
    fewer_learn(f, &k->best);
    for (size_t i = 0; i < k->best.n_segments; i++) {
        if (k->best.segments[i].end == RDL_SCRIPT_SWITCH)
            f->known.all[f->known.n++] = k->best.segments[i];
    }
    fewer_meets(f);
}

bool rdl_shrink_fewer(struct rdl_shrink *k)
{
    const size_t before = k->size.preemptions;
    const struct rdl_shared *shared = k->worker->memory.shared;
    bool found = false, hangs = false;
    struct fewer f;

    if (before == 0)
        return false;
    fewer_begin(&f, k);
    for (size_t n = 0; n < before && n <= MOST_PREEMPTIONS && !found && !hangs;
         n++) {
        rdl_shrink_allow(k, parts[n]);
        while (!found && !hangs && !k->spent) {
            found = fewer_attempt(&f, n);
            hangs = fewer_hangs(shared);
        }
        rdl_shrink_allow(k, 0);
    }
    free(f.known.all);
    free(f.meets.all);
    return found;
}
