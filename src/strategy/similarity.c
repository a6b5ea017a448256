/* similarity.c - skips interleavings that resemble those already run.
 *
 * Probes are at the operations that order violations come from: writes of a
 * flag that synchronises, the entry of a lock, the start and the end of a
 * thread.  A vector has one bit for each probe: whether the thread that reaches
 * it is switched away from (1) or continues (0).  A vector is skipped if its
 * cosine similarity with one already used is greater than a threshold: 0.8 in
 * the paper and by default (--similarity).
 *
 * Katayama et al., "Proposal of a Testing Method Using Similarity of
 * Interleaving for Java Multi-threaded Programs".  The paper does not give the
 * order in which vectors are tried; descending binary order with the all-ones
 * vector last gives its counts (4 probes: 9 of 16; 7: 59 of 128).  Unlike the
 * paper:
 *   - probes are not placed by hand but found during executions, in the order
 *     of their first use, by operator and place.  A flag is what is written
 *     atomically, as volatile, or under a lock if threads share it
 *     (strategy/lib/shared_variables.h).  An attempt to take a lock (trylock)
 *     is a probe once one has succeeded there:
 *     the thread released the lock and had not taken it otherwise.  After
 *     forced steps, which the strategy does not see, no thread counts as one
 *     that holds a lock; so some of these probes are found late.  The first
 *     execution switches nowhere.  When a new probe is found, the vectors
 *     already used have 0 there, and the order begins anew;
 *   - the threshold may depend on the length of the vectors, which the authors
 *     wish for: with more than --similarity-length probes it is lower in
 *     proportion, so that more of the many vectors are skipped;
 *   - vectors are generated one by one, and whole ranges of similar ones are
 *     skipped at once.  If that takes too long, a similar one is used;
 *   - any number of threads: the thread to switch to, here and where a thread
 *     cannot continue, is drawn;
 *   - there are at most 63 probes (others are passed without a switch), and
 *     similarity is with the latest 4096 vectors;
 *   - after the last vector the order begins again;
 *   - each worker of a campaign does all this on its own. */
#include "strategy/lib/shared_variables.h"
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
    struct rdl_shared_variables variables;
    uint64_t percent, length; /* of the threshold: see strategy.h */
    uint64_t n_used;          /* the next free one is used[n_used % VECTORS] */
    uint64_t used[VECTORS];
};

struct similarity {
    uint64_t vector;
    struct rdl_event step; /* the latest one of a decision */
    bool started;          /* it is the start of its thread */
    rdl_tid picked;        /* the thread that took it */
    uint64_t steps;        /* c->steps at the latest decision */
    struct {
        uint32_t held;   /* locks that it has taken since the latest gap */
        uintptr_t tried; /* the lock of its latest trylock; 0: none */
        uint64_t probe;  /* the trylock's probe */
    } threads[RDL_MAX_THREADS];
    unsigned n_threads; /* used part of `threads` */
};

/* Is every vector that agrees with v except in its lowest r bits similar to u?
 * The least similar of them has exactly those of the r bits that u lacks: its
 * cosine with u is both / sqrt(ones of u * its ones), compared with the
 * threshold, percent / 100 * length / n.  All numbers but 100 are below 64, so
 * the products fit. */
static bool similarity_all_similar(const struct memory *m, uint64_t v,
                                   unsigned r, uint64_t u)
{
    uint64_t low = (UINT64_C(1) << r) - 1;
    uint64_t least = (v & ~low) | (~u & low);
    uint64_t both = (uint64_t)__builtin_popcountll(least & u);
    uint64_t ones = (uint64_t)__builtin_popcountll(least) *
                    (uint64_t)__builtin_popcountll(u);
    uint64_t length = m->length < m->n ? m->length : m->n;
    uint64_t cosine = 100 * both * m->n, threshold = m->percent * length;

    return cosine * cosine > threshold * threshold * ones;
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
            if (!similarity_all_similar(m, v, (unsigned)r, m->used[i]) &&
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
                take = !similarity_all_similar(m, v, 0, m->used[i]);
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
    rdl_shared_variables_begin(&m->variables);
    m->percent = run->similarity_percent;
    m->length = run->similarity_length;
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

/* Is there a probe at each event like this one? */
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
    return (uint64_t)e->op << 48 | e->pc;
}

static uint32_t similarity_find(const struct memory *m, uint64_t key)
{
    uint32_t i = 0;

    while (i < m->n && m->probe[i] != key)
        i++;
    return i;
}

static void similarity_add(struct memory *m, uint64_t key)
{
    if (similarity_find(m, key) == m->n && m->n < PROBES)
        m->probe[m->n++] = key;
}

/* Does the vector switch at the probe of this event, if it is one? */
static bool similarity_switches(const struct similarity *s, struct memory *m,
                                const struct rdl_event *e)
{
    const bool always = similarity_is_probe(e), writes = e->op == RDL_OP_WRITE;
    uint32_t i;

    if (!always && !writes && e->op != RDL_OP_TRYLOCK)
        return false;
    i = similarity_find(m, similarity_key_of(e));
    if (i < m->n)
        return (s->vector >> i & 1) != 0;
    if (always || (writes && s->threads[e->tid].held > 0 &&
                   rdl_shared_variables_of(&m->variables, e) != 0))
        similarity_add(m, similarity_key_of(e));
    return false;
}

/* Records the step that thread `t` is about to take. */
static void similarity_note(struct similarity *s, struct memory *m, rdl_tid t,
                            const struct rdl_event *e)
{
    rdl_shared_variables_step(&m->variables, e, (uint8_t)t);
    if (s->n_threads <= t)
        s->n_threads = t + 1U;
    switch (e->op) {
    case RDL_OP_START: /* perhaps of a reused tid */
        s->threads[t].held = 0;
        s->threads[t].tried = 0;
        break;
    case RDL_OP_LOCK:
        s->threads[t].held++;
        if (s->threads[t].tried == e->addr)
            s->threads[t].tried = 0;
        break;
    case RDL_OP_TRYLOCK:
        s->threads[t].tried = e->addr;
        s->threads[t].probe = similarity_key_of(e);
        break;
    case RDL_OP_UNLOCK:
        if (s->threads[t].tried == e->addr)
            similarity_add(m, s->threads[t].probe);
        else
            s->threads[t].held -= s->threads[t].held > 0;
        s->threads[t].tried = 0;
        break;
    default:
        break;
    }
}

/* Forgets who holds locks after steps that were not seen. */
static void similarity_look(struct similarity *s, const struct rdl_choice *c)
{
    if (c->steps != s->steps + 1)
        __builtin_memset(s->threads, 0, s->n_threads * sizeof(s->threads[0]));
    s->steps = c->steps;
}

static rdl_tid similarity_pick(void *state, const struct rdl_choice *c)
{
    struct similarity *s = state;
    size_t at = 0;
    bool leave;
    rdl_tid t;

    similarity_look(s, c);
    while (at < c->n_enabled && c->enabled[at] != c->current)
        at++;
    leave = at == c->n_enabled;
    /* The probe of a thread's start lies at its first statement. */
    if (!leave && s->started && s->picked == c->current)
        leave = similarity_switches(s, c->memory, &s->step);
    if (!leave)
        leave = similarity_switches(s, c->memory, &c->pending[c->current]);
    if (leave && at < c->n_enabled) {
        size_t k = rdl_rng_below(c->rng, c->n_enabled - 1);

        at = k + (k >= at);
    } else if (leave) {
        at = rdl_rng_below(c->rng, c->n_enabled);
    }
    t = c->enabled[at];
    s->picked = t;
    s->step = c->pending[t];
    s->started = s->step.op == RDL_OP_START;
    similarity_note(s, c->memory, t, &c->pending[t]);
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
    .narrow = true,
    .begin = similarity_begin,
    .pick = similarity_pick,
    .skipped = similarity_skipped,
};
