/* guide.c - see guide.h. */
#include "coverage/guide.h"

#include <string.h>

static const struct rdl_coverage_guide *guide_self(const struct rdl_guide *g)
{
    return (const struct rdl_coverage_guide *)g;
}

static void guide_copy(const struct rdl_query *query, struct rdl_guide_set *out)
{
    out->n = query->n;
    for (uint32_t i = 0; i < query->n; i++)
        out->id[i] = query->at[i].id;
}

_Static_assert(RDL_GUIDE_MOST >= RDL_QUERY_MAX, "what fits here fits there");

static void guide_query(const struct rdl_guide *g, const struct rdl_event *p,
                        struct rdl_guide_set *out)
{
    struct rdl_query query;

    rdl_coverage_query(guide_self(g)->coverage, guide_self(g)->metrics, p,
                       &query);
    guide_copy(&query, out);
}

static void guide_query_after(const struct rdl_guide *g,
                              const struct rdl_event *p,
                              const struct rdl_event *q,
                              struct rdl_guide_set *out)
{
    struct rdl_query query;

    rdl_coverage_query_after(guide_self(g)->coverage, guide_self(g)->metrics, p,
                             q, &query);
    guide_copy(&query, out);
}

static bool guide_waits(const struct rdl_guide *g, const struct rdl_event *p)
{
    return rdl_coverage_waits(guide_self(g)->coverage, p);
}

static bool guide_holds(const struct rdl_guide *g, const struct rdl_event *p)
{
    return rdl_coverage_holds(guide_self(g)->coverage, p);
}

static bool guide_covered(const struct rdl_guide *g, uint32_t id)
{
    return rdl_requirement_covered(&guide_self(g)->coverage->covering, id);
}

static bool guide_estimated(const struct rdl_guide *g, uint32_t id)
{
    return rdl_requirement_estimated(&guide_self(g)->coverage->covering, id);
}

static uint32_t guide_open(const struct rdl_guide *g, const struct rdl_event *p)
{
    struct rdl_coverage *c = guide_self(g)->coverage;
    const uint32_t location = rdl_location_of(&c->locations, p->pc);
    uint32_t n = 0;

    for (uint32_t left = guide_self(g)->metrics; left != 0; left &= left - 1)
        n += rdl_requirements_open(&c->covering, location,
                                   (unsigned)__builtin_ctz(left));
    return n;
}

static bool guide_changed(const struct rdl_guide *g, const struct rdl_event *p)
{
    struct rdl_coverage *c = guide_self(g)->coverage;
    const uint32_t location = rdl_location_of(&c->locations, p->pc);

    return location < c->covering.locations &&
           rdl_bits_test_shared(c->covering.shared.changed_set, location);
}

static bool guide_marked(const struct rdl_guide *g)
{
    return __atomic_load_n(&guide_self(g)->coverage->memory->classes.set,
                           __ATOMIC_ACQUIRE) != 0;
}

static bool guide_changed_below(const struct rdl_guide *g,
                                const struct rdl_event *p)
{
    const struct rdl_coverage_guide *self = guide_self(g);
    const struct rdl_namer *namer = &self->coverage->locations.namer;
    uintptr_t pc;

    if (self->frame == NULL || !rdl_class_calls(self->coverage))
        return false;
    for (size_t i = 0; (pc = self->frame(p->tid, i)) != 0; i++) {
        if (rdl_class_call_changed(self->coverage,
                                   namer->name(namer->owner, pc)))
            return true;
    }
    return false;
}

static uint32_t guide_pairs_new(const struct rdl_guide *g, uint32_t id)
{
    return guide_self(g)->pairs != NULL
               ? rdl_pairs_new(guide_self(g)->pairs, id)
               : 0;
}

static uint32_t guide_partners(const struct rdl_guide *g,
                               const struct rdl_event *p)
{
    struct rdl_coverage *c = guide_self(g)->coverage;

    if (guide_self(g)->pairs == NULL)
        return 0;
    return rdl_pairs_partners(guide_self(g)->pairs,
                              rdl_location_of(&c->locations, p->pc));
}

static uint32_t guide_fresh(const struct rdl_guide *g)
{
    const struct rdl_covering *c = &guide_self(g)->coverage->covering;
    uint32_t n = 0;

    for (uint32_t left = guide_self(g)->metrics; left != 0; left &= left - 1)
        n += c->new_of[__builtin_ctz(left)];
    return n;
}

static uint32_t guide_progress(const struct rdl_guide *g)
{
    return guide_self(g)->coverage->covering.n_order;
}

/* With ordered pairs it matters too when a requirement is covered again. */
static uint32_t guide_progress_ordered(const struct rdl_guide *g)
{
    const struct rdl_covering *c = &guide_self(g)->coverage->covering;

    return c->n_order + c->n_moved;
}

/* Does one of these metrics cover something when a lock-acquire waits? */
static bool guide_of_waiting(uint32_t metrics)
{
    for (uint32_t left = metrics; left != 0; left &= left - 1) {
        if (rdl_metric_at((size_t)__builtin_ctz(left))->conflict != NULL)
            return true;
    }
    return false;
}

/* What the guide's metrics are about, from what they declare. */
static void guide_describe(struct rdl_guide *g, uint32_t metrics)
{
    for (uint32_t left = metrics; left != 0; left &= left - 1) {
        const struct rdl_metric *m = rdl_metric_at((size_t)__builtin_ctz(left));

        g->accesses |= m->touch != NULL;
        for (size_t i = 0; i < RDL_MOST_RELATES; i++) {
            const struct rdl_relates *r = &m->relates[i];

            g->reads_matter |=
                r->threads != 0 && r->relation == RDL_BETWEEN_ACCESSES;
            g->threads_matter |=
                r->threads != 0 && r->threads != RDL_ANY_THREAD;
        }
    }
}

void rdl_coverage_guide_init(struct rdl_coverage_guide *g,
                             struct rdl_coverage *coverage, uint32_t metrics,
                             const char *pairs)
{
    *g = (struct rdl_coverage_guide){
        .guide = { .waiting_counts = guide_of_waiting(coverage->metrics),
                   .waiting_aims =
                       guide_of_waiting(metrics & coverage->metrics),
                   .query = guide_query,
                   .query_after = guide_query_after,
                   .meet = rdl_coverage_meet,
                   .waits = guide_waits,
                   .holds = guide_holds,
                   .covered = guide_covered,
                   .estimated = guide_estimated,
                   .open = guide_open,
                   .changed = guide_changed,
                   .changed_below = guide_changed_below,
                   .marked = guide_marked,
                   .pairs_new = guide_pairs_new,
                   .partners = guide_partners,
                   .fresh = guide_fresh,
                   .progress = guide_progress },
        .coverage = coverage,
        .metrics = metrics & coverage->metrics,
    };
    guide_describe(&g->guide, g->metrics);
    for (size_t i = 0; pairs != NULL && i < RDL_N_COMBINATORIAL; i++) {
        if (strcmp(rdl_combinatorial_at(i)->name, pairs) == 0 &&
            coverage->pairs[i].table != NULL)
            g->pairs = &coverage->pairs[i];
    }
    g->guide.pairs = g->pairs != NULL;
    if (g->pairs != NULL && g->pairs->kind->ordered)
        g->guide.progress = guide_progress_ordered;
}

/* --- Targets ---------------------------------------------------------------
 */

static bool guide_target_covered(const struct rdl_guide *g, uint32_t id)
{
    const struct rdl_covering *c = &guide_self(g)->coverage->covering;

    return !rdl_requirement_target(c, id) || rdl_requirement_covered(c, id);
}

static bool guide_target(const struct rdl_guide *g, uint32_t id)
{
    return rdl_requirement_target(&guide_self(g)->coverage->covering, id);
}

/* Targets are few, so no table counts them: this looks at all requirements of
 * the location. */
static uint32_t guide_target_open(const struct rdl_guide *g,
                                  const struct rdl_event *p)
{
    struct rdl_coverage *coverage = guide_self(g)->coverage;
    const struct rdl_covering *c = &coverage->covering;
    const uint32_t location = rdl_location_of(&coverage->locations, p->pc);
    uint32_t n = 0;

    for (uint32_t id = rdl_requirements_with(c, location); id != 0;
         id = rdl_requirements_with_next(c, location, id))
        n += !guide_target_covered(g, id);
    return n;
}

void rdl_coverage_guide_aim(struct rdl_coverage_guide *g, bool targets)
{
    g->guide.covered = targets ? guide_target_covered : guide_covered;
    g->guide.estimated = targets ? guide_target : guide_estimated;
    g->guide.open = targets ? guide_target_open : guide_open;
    g->guide.pairs = g->pairs != NULL && !targets;
}

/* --- Classes ---------------------------------------------------------------
 */

static bool guide_class_covered(const struct rdl_guide *g, uint32_t id)
{
    const struct rdl_coverage_guide *self = guide_self(g);

    return rdl_requirement_covered(&self->coverage->covering, id) &&
           !rdl_class_target(self->coverage, id, self->together);
}

static bool guide_class_has(const void *self, uint32_t id)
{
    const struct rdl_coverage_guide *g = self;

    return rdl_class_has(g->coverage, id, g->together);
}

static bool guide_class_has_id(const struct rdl_guide *g, uint32_t id)
{
    return guide_class_has(guide_self(g), id);
}

static uint32_t guide_class_open(const struct rdl_guide *g,
                                 const struct rdl_event *p)
{
    const struct rdl_coverage_guide *self = guide_self(g);
    const struct rdl_covering *c = &self->coverage->covering;
    const uint32_t location =
        rdl_location_of(&self->coverage->locations, p->pc);
    uint32_t n = 0;

    for (uint32_t id = rdl_requirements_with(c, location); id != 0;
         id = rdl_requirements_with_next(c, location, id))
        n += rdl_class_target(self->coverage, id, self->together);
    return n;
}

static uint32_t guide_class_partners(const struct rdl_guide *g,
                                     const struct rdl_event *p)
{
    const struct rdl_coverage_guide *self = guide_self(g);
    struct rdl_coverage *c = self->coverage;

    if (self->pairs == NULL)
        return 0;
    return rdl_pairs_partners_in(
        self->pairs, rdl_location_of(&c->locations, p->pc), guide_class_has,
        self, 1 + __atomic_load_n(&c->memory->classes.stamp, __ATOMIC_RELAXED));
}

static bool guide_class_combines(const struct rdl_guide *g)
{
    return __atomic_load_n(&guide_self(g)->coverage->memory->classes.combines,
                           __ATOMIC_RELAXED) != 0;
}

static void guide_class_advance(const struct rdl_guide *g)
{
    const struct rdl_coverage_guide *self = guide_self(g);

    rdl_classes_advance(self->coverage, self->metrics, self->together);
}

void rdl_coverage_guide_classes(struct rdl_coverage_guide *g, bool together)
{
    g->together = together;
    g->guide.covered = guide_class_covered;
    g->guide.estimated = guide_class_has_id;
    g->guide.open = guide_class_open;
    g->guide.partners = guide_class_partners;
    /* What is open changes whenever this execution covers something. */
    g->guide.fresh = guide_progress;
    g->guide.combines = guide_class_combines;
    g->guide.advance = guide_class_advance;
}
