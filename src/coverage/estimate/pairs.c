/* pairs.c - which operations can come together, and what that makes
 * possible.
 *
 * Whether two summaries can meet is decided once for all of their places;
 * then every two places are a requirement. */
#include "coverage/estimate/parts.h"

/* --- Reports -------------------------------------------------------------- */

static void pairs_report(struct rdl_estimate *e, enum rdl_metric_id metric,
                         uint32_t l1, uint32_t l2)
{
    if ((e->metrics >> metric & 1) != 0)
        rdl_requirements_estimate(e->covering, rdl_key(metric, l1, l2));
}

void rdl_pairs_own(struct rdl_estimate *e, enum rdl_relation relation,
                   const struct rdl_est_operation *p,
                   const struct rdl_est_operation *q)
{
    switch (relation) {
    case RDL_BETWEEN_WRITES:
        pairs_report(e, RDL_METRIC_def_use, p->loc, q->loc);
        if ((q->kind & RDL_EST_READS) == 0)
            break;
        pairs_report(e, RDL_METRIC_lr_def, RDL_LOC_OWN, q->loc);
        pairs_report(e, RDL_METRIC_reads_from, p->loc, q->loc);
        break;
    case RDL_BETWEEN_HOLDS:
        pairs_report(e, RDL_METRIC_sync_pair, p->loc, q->loc);
        pairs_report(e, RDL_METRIC_adjacent, p->loc, q->loc);
        break;
    case RDL_BETWEEN_ACCESSES:
        pairs_report(e, RDL_METRIC_adjacent, p->loc, q->loc);
        break;
    case RDL_INSIDE_HOLD:
        break;
    }
}

/* Metrics of single places: each place once, with whatever it meets. */
static void pairs_report_places(struct rdl_estimate *e,
                                enum rdl_metric_id metric, uint32_t l1,
                                struct rdl_est_summary *s)
{
    if (s->told)
        return;
    s->told = true;
    for (uint32_t at = s->places; at != 0 && rdl_estimate_spend(e, 1);
         at = rdl_meet_place_at(e, at)->next)
        pairs_report(e, metric, l1, rdl_meet_place_at(e, at)->loc);
}

/* The metrics of pairs that p and q make. */
static uint32_t pairs_pair_metrics(const struct rdl_est_summary *p,
                                   const struct rdl_est_summary *q)
{
    switch ((enum rdl_relation)(p->sort >> 1)) {
    case RDL_BETWEEN_WRITES:
        return RDL_METRIC_BIT(def_use) | RDL_METRIC_BIT(pset) |
               ((q->kind & RDL_EST_READS) != 0 ? RDL_METRIC_BIT(reads_from)
                                               : 0);
    case RDL_BETWEEN_ACCESSES:
        return RDL_METRIC_BIT(adjacent) |
               (p->kind == RDL_EST_READS && (q->kind & RDL_EST_WRITES) != 0
                    ? RDL_METRIC_BIT(pset)
                    : 0);
    case RDL_BETWEEN_HOLDS:
        return RDL_METRIC_BIT(sync_pair) | RDL_METRIC_BIT(follows) |
               RDL_METRIC_BIT(adjacent);
    case RDL_INSIDE_HOLD:
        return RDL_METRIC_BIT(blocked_pair);
    }
    return 0;
}

/* A place of p with all of q; those of `metrics` that have room. */
static void pairs_report_row(struct rdl_estimate *e, uint32_t metrics,
                             uint32_t l1, const struct rdl_est_summary *q)
{
    for (uint32_t at = q->places; at != 0 && rdl_estimate_spend(e, 1);
         at = rdl_meet_place_at(e, at)->next) {
        const uint32_t l2 = rdl_meet_place_at(e, at)->loc;

        for (uint32_t left = metrics; left != 0; left &= left - 1)
            rdl_requirements_estimate(
                e->covering, rdl_key((unsigned)__builtin_ctz(left), l1, l2));
    }
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

static void pairs_report_other(struct rdl_estimate *e,
                               struct rdl_est_summary *p,
                               struct rdl_est_summary *q)
{
    const enum rdl_relation relation = (enum rdl_relation)(p->sort >> 1);

    pairs_report_pairs(e, pairs_pair_metrics(p, q) & e->metrics, p, q);
    if (relation == RDL_BETWEEN_WRITES && (q->kind & RDL_EST_READS) != 0)
        pairs_report_places(e, RDL_METRIC_lr_def, RDL_LOC_OTHER, q);
    if (relation == RDL_INSIDE_HOLD) {
        pairs_report_places(e, RDL_METRIC_blocked, RDL_LOC_NONE, q);
        pairs_report_places(e, RDL_METRIC_blocking, RDL_LOC_NONE, p);
    }
}

/* --- Conditions ----------------------------------------------------------- */

static bool pairs_precedes(const struct rdl_estimate *e,
                           const struct rdl_est_summary *a,
                           const struct rdl_est_summary *b)
{
    return rdl_order_precedes(e, a->thread, a->section, b->row);
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

            if (pairs_can_meet(e, p, q))
                pairs_report_other(e, p, q);
        }
    }
}

/* Reads that no write of any thread need come before. */
static void pairs_initial_values(struct rdl_estimate *e, uint32_t ps,
                                 uint32_t qs)
{
    for (; qs != 0; qs = rdl_meet_summary_at(e, qs)->next) {
        const struct rdl_est_summary *q = rdl_meet_summary_at(e, qs);
        uint32_t left = q->mask;

        if ((q->kind & RDL_EST_READS) == 0 || q->far != RDL_EST_UNDEFINED)
            continue;
        for (uint32_t p = ps; p != 0 && rdl_estimate_spend(e, 1);
             p = rdl_meet_summary_at(e, p)->next) {
            if (pairs_precedes(e, rdl_meet_summary_at(e, p), q))
                left &= ~rdl_meet_summary_at(e, p)->mask;
        }
        for (uint32_t at = q->places;
             left != 0 && at != 0 && rdl_estimate_spend(e, 1);
             at = rdl_meet_place_at(e, at)->next)
            pairs_report(e, RDL_METRIC_reads_from, RDL_LOC_NONE,
                         rdl_meet_place_at(e, at)->loc);
    }
}

void rdl_pairs_other(struct rdl_estimate *e)
{
    for (uint32_t i = 1; i < e->objects.n && rdl_estimate_spend(e, 1); i++) {
        const struct rdl_est_object *o = rdl_meet_object_at(e, i);
        const uint32_t q = o->first[RDL_BETWEEN_WRITES][RDL_EST_IS_Q];

        for (int r = 0; r < 2 && o->several; r++)
            pairs_pair(e, o->first[r][RDL_EST_IS_P], o->first[r][RDL_EST_IS_Q]);
        if (q != 0 &&
            rdl_meet_summary_at(e, q)->sort >> 1 == RDL_BETWEEN_WRITES)
            pairs_initial_values(e, o->first[RDL_BETWEEN_WRITES][RDL_EST_IS_P],
                                 q);
    }
}
