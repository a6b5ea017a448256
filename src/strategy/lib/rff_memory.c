/* rff_memory.c - see rff_memory.h.  Pairs, words and behaviours are hash tables
 * with open addressing in the strategy's memory.  A word is searched in NEAR
 * slots only; pairs fill their table to a half at most.  The corpus is a
 * ring. */
#include "strategy/lib/rff_memory.h"

#include "base/hash.h"

enum {
    NEAR = 8,         /* slots in which a word is searched */
    MOST_ENERGY = 64, /* bound of the power schedule */
};

/* A wild write of the target may have hit this memory, and counts index
 * tables. */
void rdl_rff_begin(struct rdl_rff_memory *m)
{
    m->execution++;
    if (m->n_pairs > RDL_RFF_PAIRS / 2)
        m->n_pairs = 0;
    if (m->n_corpus == 0 || m->n_corpus > RDL_RFF_CORPUS)
        m->n_corpus = 1;
    if (m->at >= m->n_corpus)
        m->at = 0;
    m->corpus[0].schedule.n = 0;
}

/* --- Pairs ------------------------------------------------------------------
 */

/* The pair's slot, made if it is new; NULL if the table is full. */
static struct rdl_rff_pair *rff_memory_pair(struct rdl_rff_memory *m,
                                            uintptr_t write, uintptr_t read)
{
    unsigned i = (unsigned)rdl_mix(write, read) % RDL_RFF_PAIRS;

    for (unsigned n = 0; n < RDL_RFF_PAIRS && m->pairs[i].read != 0; n++) {
        if (m->pairs[i].read == read && m->pairs[i].write == write)
            return &m->pairs[i];
        i = (i + 1) % RDL_RFF_PAIRS;
    }
    if (m->n_pairs >= RDL_RFF_PAIRS / 2)
        return NULL;
    m->pair_slots[m->n_pairs++] = (uint16_t)i;
    m->pairs[i] = (struct rdl_rff_pair){ .write = write, .read = read };
    return &m->pairs[i];
}

static struct rdl_rff_constraint rff_memory_draw(const struct rdl_rff_memory *m,
                                                 struct rdl_rng *rng)
{
    uint64_t k = rdl_rng_below(rng, m->n_pairs);

    return (struct rdl_rff_constraint){
        .pair = m->pair_slots[k],
        .negative = rdl_rng_below(rng, 2) != 0,
    };
}

/* --- Words ------------------------------------------------------------------
 */

static unsigned rff_memory_slot_of(const struct rdl_rff_memory *m,
                                   uintptr_t word)
{
    unsigned i = (unsigned)rdl_fold(1, word) % RDL_RFF_WORDS;

    for (unsigned n = 0; n < NEAR; n++, i = (i + 1) % RDL_RFF_WORDS) {
        if (m->words[i].execution != m->execution || m->words[i].word == word)
            break;
    }
    return i;
}

static struct rdl_rff_word *rff_memory_word_of(struct rdl_rff_memory *m,
                                               const struct rdl_event *e)
{
    struct rdl_rff_word *w = &m->words[rff_memory_slot_of(m, e->addr / 8)];

    if (w->execution != m->execution || w->word != e->addr / 8)
        *w = (struct rdl_rff_word){
            .word = e->addr / 8,
            .execution = m->execution,
        };
    return w;
}

uintptr_t rdl_rff_latest(const struct rdl_rff_memory *m,
                         const struct rdl_event *e)
{
    const struct rdl_rff_word *w =
        &m->words[rff_memory_slot_of(m, e->addr / 8)];

    if (w->execution != m->execution || w->word != e->addr / 8 ||
        w->n_writes == 0)
        return 0;
    return w->writes[(w->n_writes - 1) % RDL_RFF_RECENT];
}

uint64_t rdl_rff_read(struct rdl_rff_memory *m, const struct rdl_event *e)
{
    struct rdl_rff_word *w = rff_memory_word_of(m, e);
    struct rdl_rff_pair *p = rff_memory_pair(m, rdl_rff_latest(m, e), e->pc);

    for (unsigned i = 0; i < RDL_RFF_RECENT && i < w->n_writes; i++)
        rff_memory_pair(m, w->writes[i], e->pc);
    if (w->n_reads == 0 || w->reads[(w->n_reads - 1) % RDL_RFF_RECENT] != e->pc)
        w->reads[w->n_reads++ % RDL_RFF_RECENT] = e->pc;
    if (p == NULL || p->execution == m->execution)
        return 0;
    p->execution = m->execution;
    return rdl_mix(rdl_mix(7, p->write), p->read);
}

void rdl_rff_write(struct rdl_rff_memory *m, const struct rdl_event *e)
{
    struct rdl_rff_word *w = rff_memory_word_of(m, e);

    for (unsigned i = 0; i < RDL_RFF_RECENT && i < w->n_reads; i++)
        rff_memory_pair(m, e->pc, w->reads[i]);
    if (w->n_writes == 0 ||
        w->writes[(w->n_writes - 1) % RDL_RFF_RECENT] != e->pc)
        w->writes[w->n_writes++ % RDL_RFF_RECENT] = e->pc;
}

/* --- Corpus -----------------------------------------------------------------
 */

static uint64_t *rff_memory_times_of(struct rdl_rff_memory *m,
                                     uint64_t behaviour)
{
    unsigned i = (unsigned)rdl_fold(2, behaviour) % RDL_RFF_BEHAVIOURS;

    for (unsigned n = 0; n < NEAR; n++, i = (i + 1) % RDL_RFF_BEHAVIOURS) {
        if (m->behaviours[i].times == 0 ||
            m->behaviours[i].behaviour == behaviour)
            break;
    }
    if (m->behaviours[i].times == 0 || m->behaviours[i].behaviour != behaviour)
        m->behaviours[i].times = 0;
    m->behaviours[i].behaviour = behaviour;
    return &m->behaviours[i].times;
}

/* AFLFast's "coe": no energy for behaviour more frequent than the average; for
 * the rest twice as much each time it is chosen, up to a bound (Böhme, Pham and
 * Roychoudhury, CCS 2016). */
static void rff_memory_choose_parent(struct rdl_rff_memory *m)
{
    for (uint32_t n = 0; n < m->n_corpus; n++) {
        struct rdl_rff_entry *e;

        m->at = (m->at + 1) % m->n_corpus;
        e = &m->corpus[m->at];
        if (m->n_behaviours > 0 &&
            *rff_memory_times_of(m, e->behaviour) * m->n_behaviours > m->total)
            continue;
        m->energy = e->chosen < 6 ? 1u << e->chosen : MOST_ENERGY;
        e->chosen++;
        return;
    }
    m->energy = 1;
}

/* A schedule has a pair at most once; the latest sign counts. */
static void rff_memory_insert(struct rdl_rff_schedule *s,
                              struct rdl_rff_constraint c)
{
    unsigned k = 0;

    while (k < s->n && s->is[k].pair != c.pair)
        k++;
    if (k == RDL_RFF_CONSTRAINTS)
        return;
    s->is[k] = c;
    s->n += k == s->n;
}

static void rff_memory_drop(struct rdl_rff_schedule *s, uint64_t k)
{
    s->is[k] = s->is[--s->n];
}

struct rdl_rff_schedule rdl_rff_mutant(struct rdl_rff_memory *m,
                                       struct rdl_rng *rng)
{
    enum { INSERT, SWAP, DELETE, NEGATE, OPERATORS };
    struct rdl_rff_schedule s;
    uint64_t how, k;

    if (m->energy == 0)
        rff_memory_choose_parent(m);
    m->energy--;
    s = m->corpus[m->at].schedule;
    if (s.n > RDL_RFF_CONSTRAINTS)
        s.n = 0;
    if (m->n_pairs == 0)
        return s;
    how = rdl_rng_below(rng, OPERATORS);
    if (s.n == 0)
        how = INSERT;
    else if (how == INSERT && s.n == RDL_RFF_CONSTRAINTS)
        how = SWAP;
    k = s.n > 0 ? rdl_rng_below(rng, s.n) : 0;
    if (how == NEGATE)
        s.is[k].negative = !s.is[k].negative;
    if (how == DELETE || how == SWAP)
        rff_memory_drop(&s, k);
    if (how == INSERT || how == SWAP)
        rff_memory_insert(&s, rff_memory_draw(m, rng));
    return s;
}

void rdl_rff_end(struct rdl_rff_memory *m, const struct rdl_rff_schedule *s,
                 uint64_t behaviour, bool keep)
{
    uint64_t *times = rff_memory_times_of(m, behaviour);
    uint32_t at;

    m->n_behaviours += *times == 0;
    ++*times;
    m->total++;
    if (!keep)
        return;
    at = 1 + m->added++ % (RDL_RFF_CORPUS - 1);
    m->corpus[at] = (struct rdl_rff_entry){
        .schedule = *s,
        .behaviour = behaviour,
    };
    if (at >= m->n_corpus)
        m->n_corpus = at + 1;
}
