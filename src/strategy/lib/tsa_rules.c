/* tsa_rules.c - the scheduling controller of TSA (Hong et al., ISSTA 2012,
 * Algorithm 1), for tsa.c, tsa_h.c and
 * tsa_published.c.
 *
 * A lock operation is paused if its location is in an estimated, uncovered
 * sync-pair requirement, or if a paused operation wants the same lock.  A
 * thread that is not paused runs, chosen uniformly.  When all are paused, one
 * is released and runs at once:
 *   Rule 1   one that covers such a requirement right now;
 *   Rule 2   one after which another paused one on its lock would;
 *   Rule 3   one whose location is in the fewest of them (tsa-h: any).
 *
 * Unlike the paper:
 *   - "all are paused" is tested before an action is chosen, not after, where
 *     the listing can get stuck; a released operation runs in the same step;
 *   - only an enabled operation is released.  A lock-acquire that would block
 *     is neither paused nor counted (the engine has that step, the listing does
 *     not).  In some executions it competes with the others, else it is
 *     attempted only if nothing else can run (guided.h).  If it covers a
 *     requirement that the guide aims at, it goes first: the chance ends with
 *     the holder's unlock;
 *   - a try-lock is a lock operation; one that would fail is never released by
 *     Rule 2;
 *   - one decision in 1,024 is uniform (guided.h);
 *   - with --guide, other requirements take the place of sync-pairs.  If they
 *     are about accesses, accesses are paused like lock operations, as in the
 *     thesis (5.4.3: TSA on PSet and Sync-Pair);
 *   - what is paused is computed anew at each decision, from all pending
 *     operations.  In the listing an operation is paused when it is drawn, and
 *     stays so until a rule releases it, even if its requirements were covered
 *     meanwhile; tsa-published does that;
 *   - tsa.c leaves Rule 3 out in some executions: see there.
 * Without estimates nothing is paused: a random walk.
 *
 * Cost: answers stay valid while all steps since were ones that access no lock,
 * so most decisions make no query. */
#include "strategy/lib/tsa_rules.h"

void rdl_tsa_begin(void *state, const struct rdl_run *run)
{
    struct rdl_tsa *m = run->memory;

    (void)state;
    if (m == NULL)
        return;
    m->epoch++;
    m->execution++;
    m->did = RDL_OP_START;
    m->attempts = rdl_guided_attempts(run);
}

/* Coverage and locks change only by operations that are not quiet (accesses
 * matter if the guide aims at them), and by forced steps, which this strategy
 * does not see. */
static void tsa_rules_catch_up(struct rdl_tsa *m, const struct rdl_choice *c)
{
    const struct rdl_event did = { .op = (uint8_t)m->did };
    const enum rdl_kind kind = rdl_kind_of(&did);

    if (c->steps != m->steps + 1 ||
        (kind != RDL_KIND_QUIET &&
         (kind < RDL_KIND_READ || c->guide->accesses)))
        m->epoch++;
}

static const struct rdl_tsa_seen *
tsa_rules_ask(struct rdl_tsa *m, const struct rdl_choice *c, rdl_tid t)
{
    const struct rdl_event *e = &c->pending[t];
    struct rdl_tsa_seen *s = &m->seen[t];

    if (s->epoch == m->epoch && rdl_guided_same(&s->event, e))
        return s;
    if (!rdl_guided_same(&s->event, e))
        s->held = 0;
    s->event = *e;
    s->epoch = m->epoch;
    s->waits = rdl_guided_waits(c, e);
    s->fails = rdl_guided_fails(c, e);
    s->open =
        s->waits && !c->guide->waiting_aims ? 0 : c->guide->open(c->guide, e);
    return s;
}

/* Are they operations on one lock, or accesses to one variable? */
static bool tsa_rules_meet(const struct rdl_choice *c, rdl_tid p, rdl_tid q)
{
    if (!c->guide->accesses)
        return c->pending[p].addr == c->pending[q].addr;
    return c->guide->meet(&c->pending[p], &c->pending[q]);
}

static bool tsa_rules_any_wanted(const struct rdl_guide *g,
                                 const struct rdl_guide_set *set)
{
    for (uint32_t i = 0; i < set->n; i++) {
        if (g->estimated(g, set->id[i]) && !g->covered(g, set->id[i]))
            return true;
    }
    return false;
}

/* A wanted requirement contains both locations, so it is open at both: that
 * saves most queries. */
static bool tsa_rules_rule_1(const struct rdl_tsa *m,
                             const struct rdl_choice *c, rdl_tid p)
{
    struct rdl_guide_set set;

    if (m->seen[p].open == 0)
        return false;
    c->guide->query(c->guide, &c->pending[p], &set);
    return tsa_rules_any_wanted(c->guide, &set);
}

static bool tsa_rules_rule_2(const struct rdl_tsa *m,
                             const struct rdl_choice *c, rdl_tid p,
                             size_t n_paused)
{
    struct rdl_guide_set set;

    if (m->seen[p].open == 0 || m->seen[p].fails)
        return false;
    for (size_t i = 0; i < n_paused; i++) {
        rdl_tid q = m->paused[i];

        if (q == p || m->seen[q].open == 0 || !tsa_rules_meet(c, p, q))
            continue;
        c->guide->query_after(c->guide, &c->pending[p], &c->pending[q], &set);
        if (tsa_rules_any_wanted(c->guide, &set))
            return true;
    }
    return false;
}

static rdl_tid tsa_rules_release(struct rdl_tsa *m, const struct rdl_choice *c,
                                 size_t n_paused, bool counts)
{
    uint32_t fewest = UINT32_MAX;
    size_t n = 0;

    for (size_t i = 0; i < n_paused; i++) {
        if (tsa_rules_rule_1(m, c, m->paused[i]))
            m->ties[n++] = m->paused[i];
    }
    if (n > 0) {
        m->decided[RDL_RULE_1]++;
        return rdl_guided_tie(c->rng, m->ties, n);
    }
    for (size_t i = 0; i < n_paused; i++) {
        if (tsa_rules_rule_2(m, c, m->paused[i], n_paused))
            m->ties[n++] = m->paused[i];
    }
    if (n > 0) {
        m->decided[RDL_RULE_2]++;
        return rdl_guided_tie(c->rng, m->ties, n);
    }
    m->decided[RDL_RULE_3]++;
    if (!counts)
        return rdl_guided_tie(c->rng, m->paused, n_paused);
    for (size_t i = 0; i < n_paused; i++) {
        uint32_t open = m->seen[m->paused[i]].open;

        if (open < fewest)
            n = 0;
        if (open <= fewest) {
            fewest = open;
            m->ties[n++] = m->paused[i];
        }
    }
    return rdl_guided_tie(c->rng, m->ties, n);
}

/* Moves the lock operations that are not paused to the free ones; returns the
 * number of paused ones. */
static size_t tsa_rules_pause_some(struct rdl_tsa *m,
                                   const struct rdl_choice *c, size_t n_locks,
                                   size_t *n_free)
{
    size_t n = 0;

    for (size_t i = 0; i < n_locks; i++) {
        rdl_tid p = m->ties[i];
        bool paused = m->seen[p].open > 0;

        for (size_t k = 0; !paused && k < n_locks; k++) {
            paused = m->seen[m->ties[k]].open > 0 &&
                     tsa_rules_meet(c, m->ties[k], p);
        }
        if (paused)
            m->paused[n++] = p;
        else
            m->free[(*n_free)++] = p;
    }
    return n;
}

static bool tsa_rules_held(const struct rdl_tsa *m, rdl_tid p)
{
    return m->seen[p].held == m->execution;
}

/* Lines 7 to 12 of the listing: is p paused when it is drawn? */
static bool tsa_rules_holds(const struct rdl_tsa *m, const struct rdl_choice *c,
                            size_t n_locks, rdl_tid p)
{
    if (m->seen[p].open > 0)
        return true;
    for (size_t i = 0; i < n_locks; i++) {
        if (tsa_rules_held(m, m->ties[i]) && tsa_rules_meet(c, m->ties[i], p))
            return true;
    }
    return false;
}

/* Draws operations that are not paused until one need not be paused now: false
 * if all have been paused. */
static bool tsa_rules_draw(struct rdl_tsa *m, const struct rdl_choice *c,
                           size_t n_locks, size_t n_free, rdl_tid *t)
{
    size_t n = n_free;

    for (size_t i = 0; i < n_locks; i++) {
        if (!tsa_rules_held(m, m->ties[i]))
            m->free[n++] = m->ties[i];
    }
    while (n > 0) {
        const size_t k = n == 1 ? 0 : rdl_rng_below(c->rng, n);

        *t = m->free[k];
        if (k < n_free || !tsa_rules_holds(m, c, n_locks, *t))
            return true;
        m->seen[*t].held = m->execution;
        m->free[k] = m->free[--n];
    }
    return false;
}

/* Is it the turn of one of the n attempts that would have to wait? */
static bool tsa_rules_attempt(struct rdl_tsa *m, const struct rdl_choice *c,
                              size_t n, rdl_tid *t)
{
    size_t wanted = 0;

    if (!m->attempts || n == 0)
        return false;
    for (size_t i = 0; c->guide->waiting_aims && i < n; i++) {
        if (tsa_rules_rule_1(m, c, m->waiting[i]))
            m->paused[wanted++] = m->waiting[i];
    }
    if (wanted == 0)
        return rdl_guided_draw(c, m->waiting, n, t);
    *t = rdl_guided_tie(c->rng, m->paused, wanted);
    return true;
}

static rdl_tid tsa_rules_decide(struct rdl_tsa *m, const struct rdl_choice *c,
                                bool counts, bool keeps)
{
    size_t n_free = 0, n_locks = 0, n_waiting = 0, n_paused;
    rdl_tid attempt, drawn;

    for (size_t i = 0; i < c->n_enabled; i++) {
        rdl_tid t = c->enabled[i];

        if ((rdl_kind_of(&c->pending[t]) > RDL_KIND_LOCK &&
             !c->guide->accesses) ||
            !rdl_guided_controls(c, &c->pending[t]))
            m->free[n_free++] = t;
        else if (!tsa_rules_ask(m, c, t)->waits)
            m->ties[n_locks++] = t;
        else
            m->waiting[n_waiting++] = t;
    }
    if (tsa_rules_attempt(m, c, n_waiting, &attempt)) {
        m->decided[RDL_RULE_WAITING]++;
        return attempt;
    }
    if (n_free + n_locks == 0) {
        m->decided[RDL_RULE_NONE]++;
        return rdl_guided_tie(c->rng, c->enabled, c->n_enabled);
    }
    if (keeps) {
        if (tsa_rules_draw(m, c, n_locks, n_free, &drawn)) {
            m->decided[RDL_RULE_UNCONTROLLED]++;
            return drawn;
        }
        for (size_t i = 0; i < n_locks; i++)
            m->paused[i] = m->ties[i];
        return tsa_rules_release(m, c, n_locks, counts);
    }
    n_paused = tsa_rules_pause_some(m, c, n_locks, &n_free);
    if (n_free > 0) {
        m->decided[RDL_RULE_UNCONTROLLED]++;
        return rdl_guided_tie(c->rng, m->free, n_free);
    }
    return tsa_rules_release(m, c, n_paused, counts);
}

static rdl_tid tsa_rules_pick(const struct rdl_choice *c, bool counts,
                              bool keeps)
{
    struct rdl_tsa *m = c->memory;
    rdl_tid t;

    if (c->guide == NULL || m == NULL)
        return rdl_guided_tie(c->rng, c->enabled, c->n_enabled);
    tsa_rules_catch_up(m, c);
    m->seen[c->current].held = 0; /* after a forced step too */
    if (rdl_guided_fair(c)) {
        m->decided[RDL_RULE_NONE]++;
        t = rdl_guided_tie(c->rng, c->enabled, c->n_enabled);
    } else {
        t = tsa_rules_decide(m, c, counts, keeps);
    }
    m->seen[t].held = 0;
    m->steps = c->steps;
    m->did = (enum rdl_op)c->pending[t].op;
    return t;
}

rdl_tid rdl_tsa_pick(const struct rdl_choice *c, bool counts)
{
    return tsa_rules_pick(c, counts, /*keeps=*/false);
}

rdl_tid rdl_tsa_pick_published(const struct rdl_choice *c)
{
    return tsa_rules_pick(c, /*counts=*/true, /*keeps=*/true);
}
