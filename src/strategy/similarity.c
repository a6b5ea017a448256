/* similarity.c - skips interleavings that resemble those already run.
 *
 * Probes are at the operations that order violations come from: writes of a
 * flag that synchronises, the entry of a lock, the start and the end of a
 * thread.  A vector has one bit for each probe: whether the thread that reaches
 * it is switched away from (1) or continues (0).  A vector is skipped if its
 * cosine similarity with one already used is greater than 0.8.
 *
 * Katayama et al., "Proposal of a Testing Method Using Similarity of
 * Interleaving for Java Multi-threaded Programs".  The paper does not give the
 * order in which vectors are tried; descending binary order with the all-ones
 * vector last gives its counts (4 probes: 9 of 16; 7: 59 of 128).  Unlike the
 * paper:
 *   - probes are not placed by hand but found during executions, in the order
 *     of their first use, by operator and place; a flag is what is written
 *     atomically or as volatile.  The first execution switches nowhere.  When a
 *     new probe is found, the vectors already used have 0 there, and the order
 *     begins anew;
 *   - vectors are generated one by one, and whole ranges of similar ones are
 *     skipped at once.  If that takes too long, a similar one is used;
 *   - any number of threads: the thread to switch to, here and where a thread
 *     cannot continue, is drawn;
 *   - there are at most 63 probes (others are passed without a switch), and
 *     similarity is with the latest 4096 vectors;
 *   - after the last vector the order begins again;
 *   - each worker of a campaign does all this on its own. */
#include "strategy/strategy.h"

enum {
    PROBES = 63,
    VECTORS = 4096,
    WORK = 65536, /* bound on vector comparisons per execution */
};

struct memory {
    uint64_t probe[PROBES]; /* operator and place, by bit in a vector */
    uint32_t n;
    uint32_t ordered; /* `n` when the order began */
    bool ran, over;
    bool again;    /* second pass of the order: count no more */
    uint64_t next; /* the vector to try next */
    uint64_t skipped;
    uint64_t n_used; /* the next free one is used[n_used % VECTORS] */
    uint64_t used[VECTORS];
};

struct similarity {
    uint64_t vector;
    uint64_t started; /* probe of a start, if that was the latest step */
    rdl_tid picked;   /* the thread that took it */
};

/* Is every vector that agrees with v except in its lowest r bits similar to u?
 * The least similar of them has exactly those of the r bits that u lacks: its
 * cosine with u is both / sqrt(ones of u * its ones), compared with 4/5. */
static bool similarity_all_similar(uint64_t v, unsigned r, uint64_t u)
{
    uint64_t low = (UINT64_C(1) << r) - 1;
    uint64_t least = (v & ~low) | (~u & low);
    uint64_t both = (uint64_t)__builtin_popcountll(least & u);
    uint64_t ones = (uint64_t)__builtin_popcountll(least);

    return 25 * both * both > 16 * ones * (uint64_t)__builtin_popcountll(u);
}

static uint64_t similarity_known(const struct memory *m)
{
    return m->n_used < VECTORS ? m->n_used : VECTORS;
}

/* The number of vectors from v downward that are similar to a used one or were
 * used themselves: a range for which the lowest bits of v are all ones; 0 if v
 * itself is neither.  Used ones do not count as skipped. */
static uint64_t similarity_passed_over(struct memory *m, uint64_t v,
                                       uint32_t *work)
{
    const uint64_t n = similarity_known(m);

    for (int r = __builtin_ctzll(~v); r >= 0; r--) {
        const uint64_t size = UINT64_C(1) << r;

        *work += (uint32_t)n;
        for (uint64_t i = 0; i < n; i++) {
            if (!similarity_all_similar(v, (unsigned)r, m->used[i]) &&
                !(r == 0 && v == m->used[i]))
                continue;
            if (m->again)
                return size;
            m->skipped += size;
            for (uint64_t k = 0; k < n; k++)
                m->skipped -= m->used[k] >> r == v >> r;
            return size;
        }
    }
    return 0;
}

static void similarity_restart(struct memory *m)
{
    m->ordered = m->n;
    m->over = false;
    m->next = m->n > 0 ? (UINT64_C(1) << m->n) - 2 : 0;
}

/* The next vector of the order that is unlike all before; false after the last.
 * `next` goes down to 0, then to the all-ones vector, then `over`. */
static bool similarity_advance(struct memory *m, uint64_t *vector)
{
    const uint64_t ones = (UINT64_C(1) << m->n) - 1;
    uint32_t work = 0;

    while (!m->over) {
        const uint64_t v = m->next;
        uint64_t passed = v == ones ? 0 : similarity_passed_over(m, v, &work);
        bool take = passed == 0 || work > WORK;

        if (v == ones) { /* alone: the range below is done already */
            for (uint64_t i = 0; i < similarity_known(m) && take; i++)
                take = !similarity_all_similar(v, 0, m->used[i]);
            m->skipped += !take && !m->again;
            m->over = true;
        } else {
            passed = passed > 0 ? passed : 1;
            m->next = v >= passed ? v - passed : ones;
        }
        *vector = v;
        if (take)
            return true;
    }
    return false;
}

static void similarity_begin(void *state, const struct rdl_run *run)
{
    struct similarity *s = state;
    struct memory *m = run->memory;

    if (m->n > PROBES) /* a wild write of the target */
        m->n = 0;
    if (!m->ran) {
        m->ran = true;
        s->vector = 0;
    } else {
        if (m->n != m->ordered) {
            similarity_restart(m);
            m->skipped = 0;
            m->again = false;
        }
        if (!similarity_advance(m, &s->vector)) {
            m->n_used = 0;
            m->again = true;
            similarity_restart(m);
            similarity_advance(m, &s->vector);
        }
    }
    m->used[m->n_used++ % VECTORS] = s->vector;
}

static bool similarity_is_probe(const struct rdl_event *e)
{
    switch (e->op) {
    case RDL_OP_LOCK:
    case RDL_OP_START:
    case RDL_OP_EXIT:
    case RDL_OP_ATOMIC_WRITE:
    case RDL_OP_RMW:
        return true;
    case RDL_OP_WRITE:
        return (e->flags & RDL_EV_VOLATILE) != 0;
    default:
        return false;
    }
}

static uint64_t similarity_key_of(const struct rdl_event *e)
{
    return similarity_is_probe(e) ? (uint64_t)e->op << 48 | e->pc : 0;
}

/* Does the vector switch at this probe? */
static bool similarity_switches(const struct similarity *s, struct memory *m,
                                uint64_t key)
{
    uint32_t i = 0;

    if (key == 0)
        return false;
    while (i < m->n && m->probe[i] != key)
        i++;
    if (i == m->n) {
        if (i < PROBES)
            m->probe[m->n++] = key;
        return false;
    }
    return (s->vector >> i & 1) != 0;
}

static rdl_tid similarity_pick(void *state, const struct rdl_choice *c)
{
    struct similarity *s = state;
    size_t at = 0;
    bool leave;
    rdl_tid t;

    while (at < c->n_enabled && c->enabled[at] != c->current)
        at++;
    leave = at == c->n_enabled;
    /* The probe of a thread's start lies at its first statement. */
    if (!leave && s->picked == c->current)
        leave = similarity_switches(s, c->memory, s->started);
    if (!leave)
        leave = similarity_switches(s, c->memory,
                                    similarity_key_of(&c->pending[c->current]));
    if (leave && at < c->n_enabled) {
        size_t k = rdl_rng_below(c->rng, c->n_enabled - 1);

        at = k + (k >= at);
    } else if (leave) {
        at = rdl_rng_below(c->rng, c->n_enabled);
    }
    t = c->enabled[at];
    s->picked = t;
    s->started = c->pending[t].op == RDL_OP_START
                     ? similarity_key_of(&c->pending[t])
                     : 0;
    return t;
}

static uint64_t similarity_skipped(const void *memory)
{
    return ((const struct memory *)memory)->skipped;
}

const struct rdl_strategy rdl_strategy_similarity = {
    .name = "similarity",
    .summary = "vectors of switches at probes, none like one before",
    .state_size = sizeof(struct similarity),
    .memory_size = sizeof(struct memory),
    .begin = similarity_begin,
    .pick = similarity_pick,
    .skipped = similarity_skipped,
};
