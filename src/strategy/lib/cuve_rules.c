/* cuve_rules.c - the scheduling decisions of CUVE, for cuve.c and cuve_c.c:
 * algorithms 1 to 3 of Shin Hong, "Effective and Efficient Test Generation for
 * Multithreaded Programs Using Concurrency Coverage Metrics", KAIST, 2015; "the
 * thesis" in this room.
 *
 * Locks, reads and writes are controlled; a thread with any other operation
 * runs first, chosen uniformly.  When all are controlled:
 *   Rule 1   the p of most value now: the value of cov(p), if > 0;
 *   Rule 2   the p followed by the q of most value: the value of cov(p,q), if
 *            > 0;
 *   Rule 3   the p with the fewest requirements to wait for.
 * In STP a set of requirements has value 1 if one of them is uncovered, and
 * Rule 3 counts the estimated, uncovered requirements with p's location.  In
 * CTP its value is the number of new pairs that it makes with requirements
 * covered in this execution, and Rule 3 counts the covered requirements with
 * p's location that would make such a pair.
 *
 * Unlike the thesis:
 *   - cov(p) is evaluated before p, not after, where it would be (loc p, loc
 *     p);
 *   - a lock-acquire that would block is a step here, not in the listings.  In
 *     some executions it competes with the others, else it is attempted only if
 *     nothing else can run (guided.h).  If it has a value, it goes first: the
 *     chance ends with the holder's unlock;
 *   - a thread whose lock call waited takes a second step, by the same rules,
 *     when the lock is free; it is not controlled if the time limit of its
 *     call is over (guided.h);
 *   - Rule 2 wants p and q of different threads in STP too, which the thesis
 *     says of CTP only.  Of two locks cov(p,q) is what q would cover if p's
 *     thread had released the lock; right after p, q would have to wait;
 *   - a try-lock that would fail counts for nothing in Rule 2;
 *   - the executions that are observed for the estimate are scheduled by these
 *     rules as well; until there is an estimate Rule 3 of STP draws;
 *   - at most 8,192 requirements take part in pairs (coverage/pairs.h);
 *   - if cov is a set (bytes with different histories), its value in CTP is the
 *     sum, without the pairs within the set;
 *   - one decision in 1,024 is uniform (guided.h);
 *   - with --guide, other requirements take the place of these.  CTP has the
 *     pairs of "cc" in any case.
 *
 * Cost: with k controlled operations the rules query k sets, k^2 sets for Rule
 * 2 and k counts at every decision, and each query searches a table.  Two facts
 * make a cache effective.  Threads are often at the same operation, and share
 * one answer (a kind).  And one step changes little:
 *   - the answers about a pending operation hold until a step accesses its
 *     operand;
 *   - a value 0 in STP holds for good (covered requirements stay covered);
 *   - a value in CTP holds until this execution covers another requirement (or,
 *     with Recurve's ordered pairs, one again);
 *   - if p does not affect q, cov(p,q) is cov(q), which has value 0 after Rule
 *     1.
 * Decisions are the same with and without the cache. */
#include "strategy/lib/cuve_rules.h"

#include "strategy/lib/cuve_kinds.h"

void rdl_cuve_begin(void *state, const struct rdl_run *run)
{
    struct rdl_cuve *m = run->memory;

    (void)state;
    if (m == NULL)
        return;
    m->epoch++;
    m->round++;
    m->decision +=
        2; /* kinds of the last execution are not "of the one before" */
    m->began = m->version;
    m->opens++;
    m->fresh = 0;
    m->did = (struct rdl_event){ .op = RDL_OP_START };
    m->attempts = rdl_guided_attempts(run);
}

/* Updates epoch and round after the step since the latest decision.
 * `combines`: values can grow only in CTP; those of STP only fall. */
static void cuve_rules_catch_up(struct rdl_cuve *m, const struct rdl_choice *c,
                                bool combines)
{
    const uint32_t progress = combines ? c->guide->progress(c->guide) : 0;

    m->decision++;
    m->forced += c->steps != m->steps + 1;
    if (c->steps != m->steps + 1 || rdl_kind_of(&m->did) == RDL_KIND_OTHER) {
        m->epoch++;
        m->round++;
    } else if (progress != m->progress) {
        m->round++;
    }
    m->progress = progress;
}

static uint32_t cuve_rules_value_of(const struct rdl_guide *g,
                                    const struct rdl_guide_set *set,
                                    bool combines)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < set->n; i++) {
        const uint32_t id = set->id[i];

        if (!combines) {
            if (!g->covered(g, id))
                return 1;
        } else {
            n += g->pairs_new(g, id);
        }
    }
    return n;
}

static uint32_t cuve_rules_value(struct rdl_cuve *m, const struct rdl_guide *g,
                                 struct rdl_cuve_kind *k, bool combines)
{
    if (k->valued == m->round)
        return k->value;
    k->value = cuve_rules_value_of(g, &k->cov, combines);
    if (combines || k->value == 0)
        k->valued = m->round;
    return k->value;
}

/* Rule 2 for one pair that meets.  For two locks cov(p,q) never changes; for
 * others it holds until one of the two is queried again. */
static uint32_t cuve_rules_value_after(struct rdl_cuve *m,
                                       const struct rdl_choice *c,
                                       const struct rdl_cuve_kind *p,
                                       const struct rdl_cuve_kind *q,
                                       bool combines)
{
    const enum rdl_kind kind = rdl_kind_of(&c->pending[p->one]);
    const uint64_t first = kind == RDL_KIND_LOCK ? p->birth : p->version;
    const uint64_t second = kind == RDL_KIND_LOCK ? q->birth : q->version;
    struct rdl_cuve_after *known =
        &m->after[(first * 31 + second) % RDL_CUVE_AFTER];
    struct rdl_guide_set set;

    if ((kind == RDL_KIND_READ && !c->guide->reads_matter) || p->fails)
        return 0;
    if (known->p == first && known->q == second) {
        if (combines && known->valued == m->round)
            return known->value;
        set.n = 1;
        set.id[0] = known->id;
    } else {
        c->guide->query_after(c->guide, &c->pending[p->one],
                              &c->pending[q->one], &set);
        known->p = 0;
        if (set.n != 1 || set.id[0] == 0)
            return cuve_rules_value_of(c->guide, &set, combines);
        *known =
            (struct rdl_cuve_after){ .p = first, .q = second, .id = set.id[0] };
    }
    known->value = cuve_rules_value_of(c->guide, &set, combines);
    known->valued = combines ? m->round : 0;
    return known->value;
}

/* Adds a candidate; those with the highest number are the ties. */
static void cuve_rules_contend(struct rdl_cuve *m, size_t *n, uint32_t *most,
                               rdl_tid t, uint32_t number)
{
    if (number == 0 || number < *most)
        return;
    if (number > *most)
        *n = 0;
    *most = number;
    m->ties[(*n)++] = t;
}

static size_t cuve_rules_rule_1(struct rdl_cuve *m, const struct rdl_choice *c,
                                size_t n_live, bool combines)
{
    uint32_t most = 0;
    size_t n = 0;

    for (size_t i = 0; i < n_live; i++) {
        rdl_tid t = m->live[i];

        cuve_rules_contend(
            m, &n, &most, t,
            cuve_rules_value(m, c->guide, rdl_cuve_kind_seen(m, t), combines));
    }
    return n;
}

/* If p does not change what q sees, cov(p,q) is cov(q), and Rule 1 has found no
 * value in it. */
static bool cuve_rules_meet(const struct rdl_event *p,
                            const struct rdl_event *q)
{
    return rdl_guided_overlap(p, q) && (rdl_kind_of(p) == RDL_KIND_LOCK) ==
                                           (rdl_kind_of(q) == RDL_KIND_LOCK);
}

/* Both orders of p with every other operation; true if none has a value.  Then
 * none gets one until one of the two is queried again or the round ends.  That
 * is why a kind is compared with itself even if only one thread has it now. */
static bool cuve_rules_rule_2_with(struct rdl_cuve *m,
                                   const struct rdl_choice *c,
                                   struct rdl_cuve_kind *p, size_t n_kinds,
                                   bool combines)
{
    bool alone = true;

    for (size_t i = 0; i < n_kinds; i++) {
        struct rdl_cuve_kind *q = m->kinds[i];
        uint32_t before, behind;

        if (!cuve_rules_meet(&c->pending[p->one], &c->pending[q->one]))
            continue;
        before = cuve_rules_value_after(m, c, p, q, combines);
        behind = q != p ? cuve_rules_value_after(m, c, q, p, combines) : before;
        alone &= before == 0 && behind == 0;
        if (q == p && p->n == 1)
            continue;
        if (before > p->after)
            p->after = before;
        if (behind > q->after)
            q->after = behind;
    }
    return alone;
}

static size_t cuve_rules_rule_2(struct rdl_cuve *m, const struct rdl_choice *c,
                                size_t n_live, size_t n_kinds, bool combines)
{
    uint32_t most = 0;
    bool any = false;
    size_t n = 0;

    for (size_t i = 0; i < n_kinds; i++)
        m->kinds[i]->after = 0;
    for (size_t i = 0; i < n_kinds; i++) {
        struct rdl_cuve_kind *k = m->kinds[i];

        if (k->alone == m->round)
            continue;
        if (cuve_rules_rule_2_with(m, c, k, n_kinds, combines))
            k->alone = m->round;
        else
            any = true;
    }
    for (size_t i = 0; any && i < n_live; i++)
        cuve_rules_contend(m, &n, &most, m->live[i],
                           rdl_cuve_kind_seen(m, m->live[i])->after);
    return n;
}

/* Rule 3's number of one kind; kinds at one location share the answer. */
static void cuve_rules_least(struct rdl_cuve *m, const struct rdl_choice *c,
                             size_t i, uint64_t stamp, bool combines)
{
    struct rdl_cuve_kind *k = m->kinds[i];

    if (k->rested == stamp)
        return;
    k->rested = stamp;
    for (size_t j = 0; j < i; j++) {
        if (m->kinds[j]->pc == k->pc) {
            k->rest_of = m->kinds[j]->rest_of;
            return;
        }
    }
    k->rest_of = combines ? c->guide->partners(c->guide, &c->pending[k->one])
                          : c->guide->open(c->guide, &c->pending[k->one]);
}

static size_t cuve_rules_rule_3(struct rdl_cuve *m, const struct rdl_choice *c,
                                size_t n_live, size_t n_kinds, bool combines)
{
    const uint32_t fresh = c->guide->fresh(c->guide);
    uint32_t fewest = UINT32_MAX;
    size_t n = 0;

    if (fresh != m->fresh) {
        m->fresh = fresh;
        m->opens++;
    }
    for (size_t i = 0; i < n_kinds; i++)
        cuve_rules_least(m, c, i, combines ? m->round : m->opens, combines);
    for (size_t i = 0; i < n_live; i++) {
        const uint32_t number = rdl_cuve_kind_seen(m, m->live[i])->rest_of;

        if (number > fewest)
            continue;
        if (number < fewest)
            n = 0;
        fewest = number;
        m->ties[n++] = m->live[i];
    }
    return n;
}

/* Lists the operations that would not block, and their kinds. */
static size_t cuve_rules_list_live(struct rdl_cuve *m,
                                   const struct rdl_choice *c, size_t *n_kinds)
{
    size_t n = 0;

    for (size_t i = 0; i < c->n_enabled; i++) {
        const rdl_tid t = c->enabled[i];
        struct rdl_cuve_kind *k = rdl_cuve_kind_seen(m, t);

        if (k->listed != m->decision) {
            if (k->epoch == 0)
                rdl_cuve_kind_ask(m, c, k, &c->pending[t]);
            k->listed = m->decision;
            k->one = t;
            k->n = 0;
            if (!k->waits)
                m->kinds[(*n_kinds)++] = k;
        }
        k->n++;
        if (!k->waits)
            m->live[n++] = t;
    }
    return n;
}

/* Is it the turn of an attempt that would have to wait? */
static bool cuve_rules_attempt(struct rdl_cuve *m, const struct rdl_choice *c,
                               bool combines, rdl_tid *attempt)
{
    uint32_t most = 0;
    size_t n = 0, n_best = 0;

    for (size_t i = 0; i < c->n_enabled; i++) {
        const rdl_tid t = c->enabled[i];
        struct rdl_cuve_kind *k = rdl_cuve_kind_seen(m, t);

        if (c->pending[t].op != RDL_OP_LOCK)
            continue;
        if (k->epoch == 0)
            rdl_cuve_kind_ask(m, c, k, &c->pending[t]);
        if (!k->waits)
            continue;
        m->live[n++] = t;
        if (!c->guide->waiting_aims)
            continue;
        k->one = t;
        if (k->version == 0)
            rdl_cuve_kind_ask_set(m, c, k);
        cuve_rules_contend(m, &n_best, &most, t,
                           cuve_rules_value(m, c->guide, k, combines));
    }
    if (n == 0)
        return false;
    if (n_best == 0)
        return rdl_guided_draw(c, m->live, n, attempt);
    *attempt = rdl_guided_tie(c->rng, m->ties, n_best);
    return true;
}

static rdl_tid cuve_rules_decide(struct rdl_cuve *m, const struct rdl_choice *c,
                                 bool combines)
{
    const enum rdl_kind did = rdl_kind_of(&m->did);
    enum rdl_guided_rule rule = RDL_RULE_1;
    size_t n_free = 0, n_kinds = 0, n_live, n;
    rdl_tid attempt;

    for (size_t i = 0; i < c->n_enabled; i++) {
        rdl_tid t = c->enabled[i];

        if (!rdl_guided_controls(c, &c->pending[t]))
            m->free[n_free++] = t;
        else
            rdl_cuve_kind_follow(m, c, t, did);
    }
    if (m->attempts && cuve_rules_attempt(m, c, combines, &attempt)) {
        m->decided[RDL_RULE_WAITING]++;
        return attempt;
    }
    if (n_free > 0) {
        m->decided[RDL_RULE_UNCONTROLLED]++;
        return rdl_guided_tie(c->rng, m->free, n_free);
    }
    n_live = cuve_rules_list_live(m, c, &n_kinds);
    m->decided[RDL_RULE_NONE] += n_live <= 1;
    if (n_live == 0)
        return rdl_guided_tie(c->rng, c->enabled, c->n_enabled);
    if (n_live == 1)
        return m->live[0]; /* often the others wait for its lock */
    for (size_t i = 0; i < n_kinds; i++) {
        if (m->kinds[i]->version == 0)
            rdl_cuve_kind_ask_set(m, c, m->kinds[i]);
    }
    n = cuve_rules_rule_1(m, c, n_live, combines);
    if (n == 0) {
        rule = RDL_RULE_2;
        n = cuve_rules_rule_2(m, c, n_live, n_kinds, combines);
    }
    if (n == 0) {
        rule = RDL_RULE_3;
        n = cuve_rules_rule_3(m, c, n_live, n_kinds, combines);
    }
    m->decided[rule]++;
    return rdl_guided_tie(c->rng, m->ties, n);
}

rdl_tid rdl_cuve_pick(const struct rdl_choice *c, bool combines)
{
    struct rdl_cuve *m = c->memory;
    rdl_tid t;

    if (c->guide == NULL || m == NULL)
        return rdl_guided_tie(c->rng, c->enabled, c->n_enabled);
    cuve_rules_catch_up(m, c, combines);
    if (rdl_guided_fair(c)) {
        m->decided[RDL_RULE_NONE]++;
        t = rdl_guided_tie(c->rng, c->enabled, c->n_enabled);
        m->did.op = RDL_OP_START; /* of kind OTHER: invalidates all answers */
    } else {
        t = cuve_rules_decide(m, c, combines);
        m->did = c->pending[t];
    }
    m->steps = c->steps;
    return t;
}
