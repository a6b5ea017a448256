/* pairs.c - which operations can come together, and which requirements that
 * makes possible.
 *
 * Whether two summaries can meet is decided once for all of their places; then
 * every two places are a requirement. */
#include "coverage/estimate/parts.h"

/* --- What metrics declare --------------------------------------------------
 */

static bool pairs_side_is(enum rdl_side side, unsigned kind)
{
    switch (side) {
    case RDL_SIDE_ANY:
        return true;
    case RDL_SIDE_READS:
        return (kind & RDL_EST_READS) != 0;
    case RDL_SIDE_WRITES:
        return (kind & RDL_EST_WRITES) != 0;
    case RDL_SIDE_ONLY_READS:
        return kind == RDL_EST_READS;
    }
    return false;
}

/* Adds the metric to the part of `makes` that fits its form. */
static void pairs_enter(struct rdl_est_makes *makes, enum rdl_form form,
                        bool names_p, uint32_t metric)
{
    if (form == RDL_FORM_PAIR)
        makes->pair |= metric;
    else if (names_p)
        makes->only_p |= metric;
    else
        makes->only_q |= metric;
}

static void pairs_declare(struct rdl_estimate *e, enum rdl_form form,
                          const struct rdl_relates *r, uint32_t metric)
{
    for (unsigned p = 0; p <= RDL_EST_ACCESS; p++) {
        for (unsigned q = 0; q <= RDL_EST_ACCESS; q++) {
            struct rdl_est_makes *makes = e->makes[r->relation][p][q];

            if (!pairs_side_is(r->q, q))
                continue;
            if (r->initial)
                e->initial[r->relation][q] |= metric;
            if (!pairs_side_is(r->p, p))
                continue;
            if ((r->threads & RDL_SAME_THREAD) != 0)
                pairs_enter(&makes[/*same=*/1], form, r->names_p, metric);
            if ((r->threads & RDL_OTHER_THREAD) != 0)
                pairs_enter(&makes[/*same=*/0], form, r->names_p, metric);
        }
    }
}

void rdl_pairs_init(struct rdl_estimate *e)
{
    const struct rdl_metric *metric;

    for (unsigned m = 0; (metric = rdl_metric_at(m)) != NULL; m++) {
        for (size_t i = 0; i < RDL_MOST_RELATES; i++) {
            const struct rdl_relates *r = &metric->relates[i];

            if (r->threads == 0 || (e->metrics >> m & 1) == 0)
                continue;
            e->wanted[r->relation] = true;
            pairs_declare(e, metric->form, r, UINT32_C(1) << m);
        }
    }
}

/* --- Reports -------------------------------------------------------------- */

/* Reports a requirement for each of the metrics. */
static void pairs_report(struct rdl_estimate *e, uint32_t metrics, uint32_t l1,
                         uint32_t l2)
{
    for (; metrics != 0; metrics &= metrics - 1)
        rdl_requirements_estimate(
            e->covering, rdl_key((unsigned)__builtin_ctz(metrics), l1, l2));
}

/* The same for metrics that name one place; `side`: RDL_LOC_OWN or _OTHER. */
static void pairs_report_one(struct rdl_estimate *e, uint32_t metrics,
                             uint32_t side, uint32_t loc)
{
    for (; metrics != 0; metrics &= metrics - 1) {
        const unsigned m = (unsigned)__builtin_ctz(metrics);
        const bool sides = rdl_metric_at(m)->form == RDL_FORM_SIDE;

        pairs_report(e, UINT32_C(1) << m, sides ? side : RDL_LOC_NONE, loc);
    }
}

/* For metrics of single places: each place once, whatever it meets. */
static void pairs_report_places(struct rdl_estimate *e, uint32_t metrics,
                                struct rdl_est_summary *s)
{
    metrics &= ~s->reported;
    if (metrics == 0)
        return;
    s->reported |= metrics;
    for (uint32_t at = s->places; at != 0 && rdl_estimate_spend(e, 1);
         at = rdl_meet_place_at(e, at)->next)
        pairs_report_one(e, metrics, RDL_LOC_OTHER,
                         rdl_meet_place_at(e, at)->loc);
}

/* One place of p with all places of q, for those of `metrics` that have
 * room. */
static void pairs_report_row(struct rdl_estimate *e, uint32_t metrics,
                             uint32_t l1, const struct rdl_est_summary *q)
{
    for (uint32_t at = q->places; at != 0 && rdl_estimate_spend(e, 1);
         at = rdl_meet_place_at(e, at)->next)
        pairs_report(e, metrics, l1, rdl_meet_place_at(e, at)->loc);
}

static void pairs_report_pairs(struct rdl_estimate *e, uint32_t metrics,
                               const struct rdl_est_summary *p,
                               const struct rdl_est_summary *q)
{
    for (uint32_t at = p->places; at != 0 && metrics != 0 && !e->cut;
         at = rdl_meet_place_at(e, at)->next) {
        const uint32_t room = rdl_requirements_room(e->covering, metrics);

        if (room != metrics)
            rdl_participant_lose(&e->covering->table->ledger.lost);
        metrics = room;
        pairs_report_row(e, metrics, rdl_meet_place_at(e, at)->loc, q);
    }
}

static const struct rdl_est_makes *
pairs_made_by(const struct rdl_estimate *e, const struct rdl_est_summary *p,
              const struct rdl_est_summary *q)
{
    return &e->makes[p->sort >> 1][p->kind & RDL_EST_ACCESS]
                    [q->kind & RDL_EST_ACCESS][/*same=*/0];
}

static void pairs_report_other(struct rdl_estimate *e,
                               struct rdl_est_summary *p,
                               struct rdl_est_summary *q)
{
    const struct rdl_est_makes *m = pairs_made_by(e, p, q);

    pairs_report_pairs(e, m->pair, p, q);
    pairs_report_places(e, m->only_q, q);
    pairs_report_places(e, m->only_p, p);
}

static bool pairs_reported(const struct rdl_estimate *e, uint32_t metrics,
                           uint32_t l1, uint32_t l2)
{
    for (; metrics != 0; metrics &= metrics - 1) {
        const uint64_t key = rdl_key((unsigned)__builtin_ctz(metrics), l1, l2);

        if (!rdl_requirement_estimated(e->covering,
                                       rdl_requirements_find(e->covering, key)))
            return false;
    }
    return true;
}

/* Is everything reported that p and q make?  In programs with many equal
 * threads that is nearly always so. */
static bool pairs_all_reported(struct rdl_estimate *e,
                               const struct rdl_est_summary *p,
                               const struct rdl_est_summary *q)
{
    const struct rdl_est_makes *m = pairs_made_by(e, p, q);

    if ((m->only_p & ~p->reported) != 0 || (m->only_q & ~q->reported) != 0)
        return false;
    for (uint32_t i = p->places; i != 0; i = rdl_meet_place_at(e, i)->next) {
        for (uint32_t k = q->places; k != 0;
             k = rdl_meet_place_at(e, k)->next) {
            if (!rdl_estimate_spend(e, 1) ||
                !pairs_reported(e, m->pair, rdl_meet_place_at(e, i)->loc,
                                rdl_meet_place_at(e, k)->loc))
                return false;
        }
    }
    return true;
}

/* --- Conditions ----------------------------------------------------------- */

static bool pairs_precedes(const struct rdl_estimate *e,
                           const struct rdl_est_summary *a,
                           const struct rdl_est_summary *b)
{
    return rdl_order_precedes(e, a->thread, a->section, b->row);
}

/* Does an operation of this kind come between a p and a q? */
static bool pairs_comes_between(enum rdl_relation relation, uint32_t kind)
{
    return relation != RDL_BETWEEN_WRITES || (kind & RDL_EST_WRITES) != 0;
}

/* AC7: is there an h with p < h < q for each of the bytes?  `at` is a list of
 * what may be h: all that happened before q is in it. */
static bool pairs_something_between(struct rdl_estimate *e,
                                    enum rdl_relation relation, uint32_t at,
                                    uint32_t p_thread, uint32_t p_section,
                                    uint32_t q_row, uint32_t bytes)
{
    for (; at != 0 && bytes != 0 && rdl_estimate_spend(e, 1);
         at = rdl_meet_summary_at(e, at)->next) {
        const struct rdl_est_summary *h = rdl_meet_summary_at(e, at);

        if (pairs_comes_between(relation, h->kind) &&
            rdl_order_precedes(e, h->thread, h->section, q_row) &&
            rdl_order_precedes(e, p_thread, p_section, h->row))
            bytes &= ~h->mask;
    }
    return bytes == 0;
}

void rdl_pairs_own(struct rdl_estimate *e, enum rdl_relation relation,
                   uint32_t object, const struct rdl_est_operation *p,
                   const struct rdl_est_operation *q, uint32_t part)
{
    const struct rdl_est_makes *m =
        &e->makes[relation][p->kind & RDL_EST_ACCESS][q->kind & RDL_EST_ACCESS]
                 [/*same=*/1];

    /* Without a creation and a join in between there is no h. */
    if (p->section != q->section && p->row != q->row &&
        pairs_something_between(
            e, relation,
            rdl_meet_object_at(e, object)->first[relation % 2][RDL_EST_IS_Q],
            p->thread, p->section, q->row, part))
        return;
    pairs_report(e, m->pair, p->loc, q->loc);
    pairs_report_one(e, m->only_p, RDL_LOC_OWN, p->loc);
    pairs_report_one(e, m->only_q, RDL_LOC_OWN, q->loc);
}

/* AC7 for two threads. */
static bool pairs_hidden(struct rdl_estimate *e,
                         const struct rdl_est_summary *p,
                         const struct rdl_est_summary *q)
{
    /* Later summaries come first in their list: what precedes q is behind
     * it. */
    return p->sort >> 1 != RDL_INSIDE_HOLD &&
           pairs_something_between(e, (enum rdl_relation)(p->sort >> 1),
                                   q->next, p->thread, p->section, q->row,
                                   p->mask & q->mask);
}

/* AC2 to AC6. */
static bool pairs_can_meet(struct rdl_estimate *e,
                           const struct rdl_est_summary *p,
                           const struct rdl_est_summary *q)
{
    if (p->thread == q->thread || (p->mask & q->mask) == 0)
        return false;
    if (p->sort >> 1 == RDL_INSIDE_HOLD &&
        (p->kind & q->kind & RDL_EST_SHARED) != 0)
        return false;
    if (rdl_held_exclude(e, p->span, q->held) ||
        rdl_held_exclude(e, p->held, q->span) || pairs_precedes(e, q, p))
        return false;
    if (p->far != RDL_EST_UNDEFINED &&
        rdl_order_precedes(e, p->thread, p->far, q->row))
        return false;
    return q->far == RDL_EST_UNDEFINED ||
           !rdl_order_precedes(e, p->thread, p->section, q->far);
}

static void pairs_pair(struct rdl_estimate *e, uint32_t ps, uint32_t qs)
{
    for (; ps != 0; ps = rdl_meet_summary_at(e, ps)->next) {
        struct rdl_est_summary *p = rdl_meet_summary_at(e, ps);

        for (uint32_t at = qs; at != 0 && rdl_estimate_spend(e, 1);
             at = rdl_meet_summary_at(e, at)->next) {
            struct rdl_est_summary *q = rdl_meet_summary_at(e, at);

            if (!pairs_can_meet(e, p, q))
                continue;
            /* Unless p precedes q, there is no h between. */
            if (pairs_precedes(e, p, q) &&
                (pairs_all_reported(e, p, q) || pairs_hidden(e, p, q)))
                continue;
            pairs_report_other(e, p, q);
        }
    }
}

/* The requirements of each q that needs no p before it. */
static void pairs_initial(struct rdl_estimate *e, uint32_t ps, uint32_t qs)
{
    for (; qs != 0; qs = rdl_meet_summary_at(e, qs)->next) {
        const struct rdl_est_summary *q = rdl_meet_summary_at(e, qs);
        const uint32_t metrics =
            e->initial[q->sort >> 1][q->kind & RDL_EST_ACCESS];
        uint32_t left = q->mask;

        if (metrics == 0 || q->far != RDL_EST_UNDEFINED)
            continue;
        for (uint32_t p = ps; p != 0 && rdl_estimate_spend(e, 1);
             p = rdl_meet_summary_at(e, p)->next) {
            if (pairs_precedes(e, rdl_meet_summary_at(e, p), q))
                left &= ~rdl_meet_summary_at(e, p)->mask;
        }
        for (uint32_t at = q->places;
             left != 0 && at != 0 && rdl_estimate_spend(e, 1);
             at = rdl_meet_place_at(e, at)->next)
            pairs_report(e, metrics, RDL_LOC_NONE,
                         rdl_meet_place_at(e, at)->loc);
    }
}

void rdl_pairs_other(struct rdl_estimate *e)
{
    for (uint32_t i = 1; i < e->objects.n && rdl_estimate_spend(e, 1); i++) {
        const struct rdl_est_object *o = rdl_meet_object_at(e, i);

        for (int r = 0; r < 2 && o->several; r++)
            pairs_pair(e, o->first[r][RDL_EST_IS_P], o->first[r][RDL_EST_IS_Q]);
        for (int r = 0; r < 2; r++)
            pairs_initial(e, o->first[r][RDL_EST_IS_P],
                          o->first[r][RDL_EST_IS_Q]);
    }
}
