/* bounded.c - see bounded.h.  Level n has the executions tried with n
 * preemptions.  An attempt for level n extends a random one of level n - 1, or
 * changes a turn in one of level n; a set of hashes avoids repetition. */
#include "minimize/bounded.h"

#include "base/hash.h"
#include "minimize/prefix.h"
#include "util/alloc.h"

#include <stdlib.h>

/* The share of the limit for each number of preemptions: one in ...  More are
 * not tried: five switches at exactly the right places are not found by
 * chance. */
static const unsigned parts[] = { 16, 5, 2, 4, 10 };
#define MOST (sizeof(parts) / sizeof(parts[0]) - 1)
#define PART_NONE 4 /* if zero is the only number to try */
/* Draws for an untried attempt before giving up. */
#define DRAWS 20

struct level { /* executions with that many preemptions; owned */
    size_t n;
    struct rdl_prefix *all;
};

struct grow {
    struct rdl_minimize *k;
    struct rdl_rng rng;
    struct rdl_sites sites;
    struct rdl_prefix_threads threads;
    struct level levels[MOST + 1];
    size_t n_tried, room;
    uint64_t *tried; /* hashes of attempts and of their executions */
};

static uint64_t bounded_below(struct grow *g, uint64_t bound)
{
    return rdl_rng_below(&g->rng, bound);
}

/* --- What was tried ------------------------------------------------------- */

static bool bounded_tried_put(uint64_t *all, size_t room, uint64_t key)
{
    size_t i = key & (room - 1);

    for (; all[i] != 0; i = (i + 1) & (room - 1)) {
        if (all[i] == key)
            return false;
    }
    all[i] = key;
    return true;
}

static void bounded_tried_grow(struct grow *g)
{
    const size_t room = g->room > 0 ? 2 * g->room : 1024;
    uint64_t *all = rdl_alloc(room * sizeof(*all));

    for (size_t i = 0; i < g->room; i++) {
        if (g->tried[i] != 0)
            bounded_tried_put(all, room, g->tried[i]);
    }
    free(g->tried);
    g->tried = all;
    g->room = room;
}

/* False if the key is in the set already. */
static bool bounded_first(struct grow *g, uint64_t key)
{
    if (2 * g->n_tried >= g->room)
        bounded_tried_grow(g);
    if (!bounded_tried_put(g->tried, g->room, key + (key == 0)))
        return false;
    g->n_tried++;
    return true;
}

static bool bounded_is_new(struct grow *g, size_t level, size_t number,
                           const struct rdl_prefix_next *next)
{
    uint64_t key = rdl_mix(2 * level + next->turn, number);

    key = rdl_mix(key, next->place.step);
    key = rdl_mix(key, next->choice == NULL
                           ? next->to
                           : RDL_MAX_THREADS +
                                 (size_t)(next->choice - g->sites.elements));
    return bounded_first(g, key);
}

/* --- What is tried -------------------------------------------------------- */

static rdl_tid bounded_thread(struct grow *g)
{
    return g->threads.all[bounded_below(g, g->threads.n)];
}

/* A place after the code of an element of the best, preferably one after those
 * that `b` has. */
static bool bounded_known(struct grow *g, const struct rdl_prefix *b,
                          struct rdl_prefix_next *next, size_t *passed)
{
    const struct rdl_sites *s = &g->sites;
    const struct rdl_sites_in in = rdl_prefix_in(b);
    const size_t first =
        b->passed < s->n_elements && bounded_below(g, 4) > 0 ? b->passed : 0;
    const size_t i = first + (size_t)bounded_below(g, s->n_elements - first);
    const struct rdl_element *e = &s->elements[i];
    const bool same = bounded_below(g, 4) > 0;

    *passed = i + 1;
    next->to = same && bounded_below(g, 4) > 0 ? e->to : bounded_thread(g);
    next->choice = e->is_choice ? e : NULL;
    return rdl_sites_after(&in, e, same, &g->rng, &next->place);
}

/* False if there is no such place, or if it would change nothing. */
static bool bounded_draw(struct grow *g, const struct rdl_prefix *b, bool turn,
                         struct rdl_prefix_next *next, size_t *passed)
{
    const struct rdl_sites_in in = rdl_prefix_in(b);
    const struct rdl_script_segment *s = b->plan.segments;

    *next = (struct rdl_prefix_next){ .to = bounded_thread(g), .turn = turn };
    *passed = b->passed;
    if (turn)
        return rdl_sites_turn(&in, RDL_NO_TID, &g->rng, &next->place) &&
               next->to != s[next->place.segment].to;
    if (bounded_below(g, 4) > 0) {
        if (!bounded_known(g, b, next, passed))
            return false;
    } else if (!rdl_sites_meet(&in, &g->sites, &g->rng, &next->place)) {
        return false;
    }
    return next->choice != NULL || next->to != s[next->place.segment].tid;
}

/* True if it is the best now.  Otherwise it may be the beginning of others. */
static bool bounded_attempt(struct grow *g, size_t level, struct rdl_plan *p,
                            struct rdl_prefix *like)
{
    struct rdl_shared *shared = g->k->worker->memory.shared;
    struct level *l = &g->levels[level];

    if (rdl_minimize_attempt(g->k, p))
        return true;
    if (!bounded_first(g, rdl_mix(shared->outcome.event_hash, level)) ||
        !rdl_prefix_take(like, shared))
        return false;
    rdl_prefix_learn(&g->threads, &like->plan);
    if ((l->n & (l->n - 1)) == 0)
        l->all = rdl_grow(l->all, (2 * l->n + 1) * sizeof(*l->all));
    l->all[l->n++] = *like;
    return false;
}

/* Without preemptions, with some order of threads. */
static bool bounded_root(struct grow *g)
{
    struct rdl_prefix like = {
        .order = g->levels[0].n > 0 ? rdl_rng_next(&g->rng) | 1 : 0,
    };
    struct rdl_plan p;

    rdl_prefix_plan(&like, &(struct rdl_prefix_next){ .to = RDL_NO_TID },
                    g->threads.n, &p);
    rdl_prefix_order(&p, &g->threads, like.order);
    return bounded_attempt(g, 0, &p, &like);
}

/* One attempt with that many preemptions; `none`: there is no other. */
static bool bounded_one(struct grow *g, size_t level, bool *none)
{
    for (unsigned i = 0; i < DRAWS; i++) {
        const bool turn =
            level == 0 || (g->levels[level].n > 0 && bounded_below(g, 8) == 0);
        const struct level *l = &g->levels[turn ? level : level - 1];
        const size_t number = (size_t)bounded_below(g, l->n);
        const struct rdl_prefix *b = &l->all[number];
        struct rdl_prefix_next next;
        struct rdl_prefix like = *b;
        struct rdl_plan p;

        if (!bounded_draw(g, b, turn, &next, &like.passed) ||
            !bounded_is_new(g, level, number, &next))
            continue;
        rdl_prefix_plan(b, &next, g->threads.n, &p);
        rdl_prefix_order(&p, &g->threads, b->order);
        like.from = next.place.step;
        return bounded_attempt(g, level, &p, &like);
    }
    *none = true;
    return false;
}

/* --- All of it ------------------------------------------------------------ */

/* All attempts with that many; true if no more shall be tried. */
static bool bounded_level(struct grow *g, size_t level, bool last, bool *found)
{
    struct rdl_minimize *k = g->k;
    const bool only = level == 0 && last;
    bool none = false, hangs = false;

    rdl_minimize_allow(k, only ? PART_NONE : parts[level]);
    while (!*found && !none && !hangs && !k->spent) {
        *found = level == 0 && (g->levels[0].n == 0 || bounded_below(g, 2) > 0)
                     ? bounded_root(g)
                     : bounded_one(g, level, &none);
        hangs = rdl_prefix_hangs(k->worker->memory.shared);
    }
    rdl_minimize_allow(k, 0);
    return *found || hangs || last || level == MOST || k->spent ||
           g->levels[level].n == 0;
}

static void bounded_free(struct grow *g)
{
    for (size_t i = 0; i <= MOST; i++) {
        for (size_t k = 0; k < g->levels[i].n; k++)
            rdl_prefix_free(&g->levels[i].all[k]);
        free(g->levels[i].all);
    }
    free(g->tried);
    rdl_sites_free(&g->sites);
    free(g);
}

bool rdl_minimize_bounded(struct rdl_minimize *k)
{
    const size_t before = rdl_minimize_elements(k);
    struct grow *g;
    bool found = false;

    if (before == 0)
        return false;
    g = rdl_alloc(sizeof(*g));
    g->k = k;
    g->rng.state = k->from->event_hash + k->made.attempts;
    rdl_prefix_learn(&g->threads, &k->best);
    rdl_sites_find(&g->sites, k);
    for (size_t i = 0; g->sites.n_elements > 0; i++) {
        if (bounded_level(g, i, i + 1 == before, &found))
            break;
    }
    bounded_free(g);
    return found;
}
