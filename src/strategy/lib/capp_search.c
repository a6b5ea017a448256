/* capp_search.c - CAPP as a search (--capp ...,default and ...,random): all
 * schedules, depth first, those whose preemptions are all at changed code
 * before the others.
 *
 * The paper's search keeps two lists of transitions: what is not prioritised
 * waits until all that is has been explored.  Here a preemption that is not at
 * changed code costs 1, all other choices cost nothing, and the search is made
 * with a bound of 0, 1, 2, ... for what a schedule may cost.  That is the same
 * order and needs no list, but a schedule that costs less than the bound is run
 * again.
 *
 * At each decision the choices have ranks.  0 is the current thread, if it can
 * go on; the others follow by their numbers (default), or by numbers drawn for
 * thread and depth (random).  An execution repeats the ranks of the one before
 * up to the deepest decision that has another one, takes that, and goes on with
 * rank 0.
 *
 * It begins when the changes are known; until then, and when all schedules have
 * been tried, the executions are drawn (capp_rules.c).  Each worker has a
 * search of its own: with several, they try the same schedules in the default
 * order.  Only the threads are searched: spurious wake-ups do not happen, and a
 * signal wakes the first waiter. */
#include "strategy/lib/capp_search.h"

#include "base/hash.h"
#include "strategy/lib/capp_rules.h"

/* The next schedule.  The latest execution may have died: what it recorded
 * until then counts. */
static void search_advance(struct rdl_capp *m)
{
    while (m->n > 0 && m->at[m->n - 1].next == 0)
        m->n--;
    if (m->n > 0) {
        m->at[m->n - 1].chosen = m->at[m->n - 1].next;
        return;
    }
    m->done = !m->pruned;
    m->pruned = false;
    m->bound++;
}

void rdl_capp_search_begin(struct rdl_capp_search *s, const struct rdl_run *run)
{
    struct rdl_capp *m = run->memory;
    const struct rdl_guide *g = run->guide;

    if (run->capp_order == RDL_CAPP_DRAWN || g == NULL || g->marked == NULL ||
        !g->marked(g))
        return;
    if (m->n > RDL_CAPP_DEPTH) /* a wild write of the target */
        m->n = 0;
    if (m->begun && !m->done)
        search_advance(m);
    m->begun = true;
    if (m->salt == 0)
        m->salt =
            run->capp_order == RDL_CAPP_RANDOM ? 1 | rdl_rng_next(run->rng) : 0;
    s->on = !m->done;
}

/* What a thread's rank is by. */
static uint64_t search_number(const struct rdl_capp_search *s,
                              const struct rdl_choice *c, rdl_tid t)
{
    const struct rdl_capp *m = c->memory;

    if (t == c->current)
        return 0;
    return m->salt == 0 ? t + 1U
                        : rdl_mix(rdl_mix(m->salt, s->depth), t + 1U) | 1;
}

static void search_rank(struct rdl_capp_search *s, const struct rdl_choice *c)
{
    for (size_t i = 0; i < c->n_enabled; i++) {
        const uint64_t number = search_number(s, c, c->enabled[i]);
        size_t k = i;

        for (; k > 0 && s->number[k - 1] > number; k--) {
            s->number[k] = s->number[k - 1];
            s->by_rank[k] = s->by_rank[k - 1];
        }
        s->number[k] = number;
        s->by_rank[k] = c->enabled[i];
    }
}

/* The first rank from `from` on that the bound allows; 0: none. */
static uint16_t search_next(const struct rdl_capp_search *s,
                            const struct rdl_choice *c, size_t from, bool all)
{
    struct rdl_capp *m = c->memory;

    for (size_t rank = from; rank < c->n_enabled; rank++) {
        if (s->used + rdl_capp_costs(c, s->by_rank[rank], all) <= m->bound)
            return (uint16_t)rank;
        m->pruned = true;
    }
    return 0;
}

rdl_tid rdl_capp_search_pick(struct rdl_capp_search *s,
                             const struct rdl_choice *c, bool all)
{
    struct rdl_capp *m = c->memory;
    size_t rank = 0;

    search_rank(s, c);
    if (s->depth >= RDL_CAPP_DEPTH)
        return s->by_rank[0];
    if (s->depth < m->n)
        rank = m->at[s->depth].chosen;
    else
        m->n = s->depth + 1;
    /* The program did something else this time. */
    if (rank >= c->n_enabled) {
        rank = 0;
        m->n = s->depth + 1;
    }
    m->at[s->depth] = (struct rdl_capp_decision){
        .chosen = (uint16_t)rank,
        .next = search_next(s, c, rank + 1, all),
    };
    s->used += rdl_capp_costs(c, s->by_rank[rank], all);
    s->depth++;
    return s->by_rank[rank];
}
