/* cuve_rules.c - the scheduling decisions of CUVE (Hong, thesis 2015,
 * Algorithms 1 to 3), for cuve.c and cuve_c.c.
 *
 * Locks, reads and writes are controlled; a thread with any other operation
 * runs first, uniformly.  When all are controlled:
 *   Rule 1   the p of most value now: value(cov(p)), if > 0;
 *   Rule 2   the p with the q of most value right after it: value(cov(p,q)),
 *            if > 0;
 *   Rule 3   the p that has least to wait for.
 * In STP a set of requirements has value 1 if one of them is not covered, and
 * Rule 3 counts the estimated, uncovered requirements with p's location.  In
 * CTP it has the number of new pairs that it makes with what this execution
 * has covered, and Rule 3 counts the covered requirements with p's location
 * that would make one.
 *
 * Unlike the thesis:
 *   - cov(p) is evaluated before p, not after, where it would be
 *     (loc p, loc p);
 *   - a lock-acquire that has to wait is attempted only when nothing else can
 *     be done (the engine has that step, the thesis does not), and a try-lock
 *     that would fail counts for nothing in Rule 2;
 *   - where cov is a set (bytes with different histories), its value in CTP
 *     is the sum, without the pairs within the set;
 *   - one decision in 1,024 is uniform (guided.h).
 *
 * Cost: with k controlled operations the rules ask for k sets, k^2 of Rule 2
 * and k counts, each worth a search in a table, at every decision; but one
 * step changes little.  What was asked of a pending operation holds until a
 * step touches its operand; a value 0 of STP for good (what is covered stays
 * so); a value of CTP until this execution covers something it has not; a pair
 * that does not meet has no cov(p,q) but cov(q), which Rule 1 has found
 * worthless.  Whether cached or not, decisions are the same. */
#include "strategy/cuve_rules.h"

#include "strategy/guided.h"

void rdl_cuve_begin(void *state, const struct rdl_run *run)
{
    struct rdl_cuve *m = run->memory;

    (void)state;
    if (m == NULL)
        return;
    m->run++;
    m->epoch++;
    m->round++;
    m->opens++;
    m->fresh = 0;
    m->did = (struct rdl_event){ .op = RDL_OP_START };
}

/* Has this execution covered all of the set before?  It has from now on. */
static bool nothing_new(struct rdl_cuve *m, const struct rdl_guide_set *set)
{
    bool nothing = true;

    for (uint32_t i = 0; i < set->n; i++) {
        uint32_t id = set->id[i];

        if (id == 0 || id >= RDL_CUVE_IDS)
            return false;
        nothing &= m->in_curr[id] == m->run;
        m->in_curr[id] = m->run;
    }
    return nothing;
}

/* What the step after the latest decision changed for all; `combines` because
 * values of STP only fall. */
static void catch_up(struct rdl_cuve *m, const struct rdl_choice *c,
                     bool combines)
{
    const enum rdl_kind kind = rdl_kind_of(&m->did);

    m->decision++;
    if (c->steps != m->steps + 1 || kind == RDL_KIND_OTHER) {
        m->epoch++;
        m->round++;
    } else if (combines && kind >= RDL_KIND_LOCK &&
               !nothing_new(m, &m->seen[m->did.tid].cov)) {
        m->round++;
    }
}

/* Did the latest step change what executing p would cover, or whether it has
 * to wait?  A read does nothing to what follows, an unlock only lets others
 * go on. */
static bool disturbs(const struct rdl_event *did, enum rdl_kind kind,
                     const struct rdl_cuve_seen *s, const struct rdl_event *p)
{
    if (kind == RDL_KIND_QUIET || kind == RDL_KIND_READ)
        return false;
    if (kind == RDL_KIND_UNLOCK && !s->waits && !s->fails)
        return false;
    return rdl_guided_overlap(p, did);
}

/* Keeps what is known about p in step with what happened. */
static void follow(struct rdl_cuve *m, struct rdl_cuve_seen *s,
                   const struct rdl_event *p, enum rdl_kind did)
{
    const uint64_t rest = rdl_event_rest(p);

    if (s->pc != p->pc) {
        s->pc = p->pc;
        s->rested = 0;
        s->epoch = 0;
    }
    if (s->decision + 1 != m->decision || s->epoch != m->epoch ||
        s->addr != p->addr || s->rest != rest || p->tid == m->did.tid ||
        disturbs(&m->did, did, s, p)) {
        s->addr = p->addr;
        s->rest = rest;
        s->epoch = 0;
    }
    s->decision = m->decision;
}

static void ask(struct rdl_cuve *m, const struct rdl_choice *c, rdl_tid t)
{
    const struct rdl_event *p = &c->pending[t];
    struct rdl_cuve_seen *s = &m->seen[t];

    s->epoch = m->epoch;
    s->version = ++m->version;
    s->valued = s->alone = 0;
    s->cov.n = 0;
    s->waits = rdl_guided_waits(c, p);
    s->fails = rdl_guided_fails(c, p);
    if (s->waits)
        return;
    c->guide->would(c->guide, p, &s->cov);
    /* Others may give a number to what has none yet. */
    for (uint32_t i = 0; i < s->cov.n; i++) {
        if (s->cov.id[i] == 0)
            s->epoch = 0;
    }
}

static uint32_t value_of(const struct rdl_cuve *m, const struct rdl_guide *g,
                         const struct rdl_guide_set *set, bool combines)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < set->n; i++) {
        const uint32_t id = set->id[i];

        if (!combines) {
            if (!g->covered(g, id))
                return 1;
        } else if (id >= RDL_CUVE_IDS || m->in_curr[id] != m->run) {
            n += g->pairs_new(g, id);
        }
    }
    return n;
}

static uint32_t value(struct rdl_cuve *m, const struct rdl_guide *g,
                      struct rdl_cuve_seen *s, bool combines)
{
    if (s->valued == m->round)
        return s->value;
    s->value = value_of(m, g, &s->cov, combines);
    if (combines || s->value == 0)
        s->valued = m->round;
    return s->value;
}

/* Rule 2 for one pair that meets. */
static uint32_t value_after(struct rdl_cuve *m, const struct rdl_choice *c,
                            rdl_tid p, rdl_tid q, bool combines)
{
    const bool keep = p < RDL_CUVE_AFTER && q < RDL_CUVE_AFTER;
    struct rdl_cuve_after *known = keep ? &m->after[p][q] : NULL;
    struct rdl_guide_set set;

    if (rdl_kind_of(&c->pending[p]) == RDL_KIND_READ || m->seen[p].fails)
        return 0;
    if (keep && known->p == m->seen[p].version &&
        known->q == m->seen[q].version) {
        set.n = 1;
        set.id[0] = known->id;
        return value_of(m, c->guide, &set, combines);
    }
    c->guide->would_after(c->guide, &c->pending[p], &c->pending[q], &set);
    if (keep && set.n == 1 && set.id[0] != 0)
        *known = (struct rdl_cuve_after){ .p = m->seen[p].version,
                                          .q = m->seen[q].version,
                                          .id = set.id[0] };
    return value_of(m, c->guide, &set, combines);
}

/* One more candidate with that number; the most count. */
static void contend(struct rdl_cuve *m, size_t *n, uint32_t *most, rdl_tid t,
                    uint32_t number)
{
    if (number == 0 || number < *most)
        return;
    if (number > *most)
        *n = 0;
    *most = number;
    m->ties[(*n)++] = t;
}

static size_t rule_1(struct rdl_cuve *m, const struct rdl_choice *c,
                     size_t n_live, bool combines)
{
    uint32_t most = 0;
    size_t n = 0;

    for (size_t i = 0; i < n_live; i++) {
        rdl_tid t = m->live[i];

        contend(m, &n, &most, t, value(m, c->guide, &m->seen[t], combines));
    }
    return n;
}

/* Where p does not change what q sees, cov(p,q) is cov(q), and Rule 1 has
 * found no value in that. */
static bool meet(const struct rdl_event *p, const struct rdl_event *q)
{
    return rdl_guided_overlap(p, q) && (rdl_kind_of(p) == RDL_KIND_LOCK) ==
                                           (rdl_kind_of(q) == RDL_KIND_LOCK);
}

/* Both orders of p with all others; true if none has a value.  Then neither
 * has later, until one of the two is asked anew or the round ends. */
static bool rule_2_with(struct rdl_cuve *m, const struct rdl_choice *c,
                        rdl_tid p, size_t n_live, bool combines)
{
    bool alone = true;

    for (size_t i = 0; i < n_live; i++) {
        rdl_tid q = m->live[i];
        uint32_t before, behind;

        if (q == p || !meet(&c->pending[p], &c->pending[q]))
            continue;
        before = value_after(m, c, p, q, combines);
        behind = value_after(m, c, q, p, combines);
        if (before > m->seen[p].after)
            m->seen[p].after = before;
        if (behind > m->seen[q].after)
            m->seen[q].after = behind;
        alone &= before == 0 && behind == 0;
    }
    return alone;
}

static size_t rule_2(struct rdl_cuve *m, const struct rdl_choice *c,
                     size_t n_live, bool combines)
{
    uint32_t most = 0;
    bool any = false;
    size_t n = 0;

    for (size_t i = 0; i < n_live; i++)
        m->seen[m->live[i]].after = 0;
    for (size_t i = 0; i < n_live; i++) {
        struct rdl_cuve_seen *s = &m->seen[m->live[i]];

        if (s->alone == m->round)
            continue;
        if (rule_2_with(m, c, m->live[i], n_live, combines))
            s->alone = m->round;
        else
            any = true;
    }
    for (size_t i = 0; any && i < n_live; i++)
        contend(m, &n, &most, m->live[i], m->seen[m->live[i]].after);
    return n;
}

/* Of two at one location, one answer will do. */
static uint32_t least(struct rdl_cuve *m, const struct rdl_choice *c, size_t i,
                      uint64_t stamp, bool combines)
{
    const rdl_tid t = m->live[i];
    struct rdl_cuve_seen *s = &m->seen[t];

    if (s->rested == stamp)
        return s->rest_of;
    s->rested = stamp;
    for (size_t k = 0; k < i; k++) {
        if (m->seen[m->live[k]].pc == s->pc)
            return s->rest_of = m->seen[m->live[k]].rest_of;
    }
    return s->rest_of = combines ? c->guide->partners(c->guide, &c->pending[t])
                                 : c->guide->open(c->guide, &c->pending[t]);
}

static size_t rule_3(struct rdl_cuve *m, const struct rdl_choice *c,
                     size_t n_live, bool combines)
{
    const uint32_t fresh = c->guide->fresh(c->guide);
    uint32_t fewest = UINT32_MAX;
    size_t n = 0;

    if (fresh != m->fresh) {
        m->fresh = fresh;
        m->opens++;
    }
    for (size_t i = 0; i < n_live; i++) {
        uint32_t number =
            least(m, c, i, combines ? m->round : m->opens, combines);

        if (number > fewest)
            continue;
        if (number < fewest)
            n = 0;
        fewest = number;
        m->ties[n++] = m->live[i];
    }
    return n;
}

static rdl_tid decide(struct rdl_cuve *m, const struct rdl_choice *c,
                      bool combines)
{
    const enum rdl_kind did = rdl_kind_of(&m->did);
    size_t n_free = 0, n_live = 0, n;

    for (size_t i = 0; i < c->n_enabled; i++) {
        rdl_tid t = c->enabled[i];

        if (rdl_kind_of(&c->pending[t]) < RDL_KIND_LOCK)
            m->ties[n_free++] = t;
        else
            follow(m, &m->seen[t], &c->pending[t], did);
    }
    if (n_free > 0)
        return rdl_guided_tie(c->rng, m->ties, n_free);
    for (size_t i = 0; i < c->n_enabled; i++) {
        rdl_tid t = c->enabled[i];

        if (m->seen[t].epoch == 0)
            ask(m, c, t);
        if (!m->seen[t].waits)
            m->live[n_live++] = t;
    }
    if (n_live == 0)
        return rdl_guided_tie(c->rng, c->enabled, c->n_enabled);
    if (n_live == 1)
        return m->live[0]; /* the others wait for its lock, often */
    n = rule_1(m, c, n_live, combines);
    if (n == 0)
        n = rule_2(m, c, n_live, combines);
    if (n == 0)
        n = rule_3(m, c, n_live, combines);
    return rdl_guided_tie(c->rng, m->ties, n);
}

rdl_tid rdl_cuve_pick(const struct rdl_choice *c, bool combines)
{
    struct rdl_cuve *m = c->memory;
    rdl_tid t;

    if (c->guide == NULL || m == NULL)
        return rdl_guided_tie(c->rng, c->enabled, c->n_enabled);
    catch_up(m, c, combines);
    if (rdl_guided_fair(c)) {
        t = rdl_guided_tie(c->rng, c->enabled, c->n_enabled);
        m->did.op = RDL_OP_START; /* of a kind after which all is asked anew */
    } else {
        t = decide(m, c, combines);
        m->did = c->pending[t];
    }
    m->steps = c->steps;
    return t;
}
