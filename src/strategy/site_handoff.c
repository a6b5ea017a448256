/* site_handoff.c - a thread runs until it reaches one of some places of the
 * program, and another takes over there.
 *
 * Each place draws a number.  Threads hand over at the places with the lowest
 * numbers, every time they get there: half of the places, or down to a
 * sixteenth.  The thread at the place with the highest number takes over.  So a
 * bug that needs the same few switches again and again (one in each round of a
 * loop) needs only a few places drawn right, however many switches it makes.
 *
 * As in similarity.c (Katayama et al.) places decide, not steps.  Unlike there
 * any operation can be such a place, the places are drawn, and the thread that
 * takes over is not.
 *
 * Some executions look for novelty (strategy/lib/novelty.h): a thread stays for
 * an event that would cover something new, and leaves one that should wait.
 * One decision in 1,024 is uniform (guided.h). */
#include "strategy/lib/novelty.h"
#include "strategy/lib/site_random.h"

enum { RAREST = 4 };

struct memory {
    struct rdl_novelty curious;
    struct rdl_site_random places;
};

struct site_handoff {
    uint64_t below; /* threads hand over at places with lower numbers */
};

static void handoff_begin(void *state, const struct rdl_run *run)
{
    struct site_handoff *s = state;
    struct memory *m = run->memory;
    uint64_t halvings = 1;

    rdl_site_random_begin(&m->places, /*threads=*/false);
    rdl_novelty_begin(&m->curious, run);
    if (rdl_rng_below(run->rng, 2) == 0)
        halvings += rdl_rng_below(run->rng, RAREST);
    s->below = UINT64_MAX >> halvings;
}

static bool handoff_leaves(const struct site_handoff *s,
                           const struct rdl_choice *c)
{
    struct memory *m = c->memory;
    const enum rdl_interest interest =
        rdl_novelty_in(&m->curious, c, c->current);

    if (interest != RDL_ORDINARY)
        return interest == RDL_LAST;
    return rdl_site_random_number(&m->places, c->rng, &c->pending[c->current],
                                  c->current) <= s->below;
}

/* Excludes the current thread, if it is enabled. */
static rdl_tid handoff_successor(const struct rdl_choice *c)
{
    struct memory *m = c->memory;
    rdl_tid best = c->enabled[0];
    uint64_t top = 0;

    for (size_t i = 0; i < c->n_enabled; i++) {
        const rdl_tid t = c->enabled[i];
        uint64_t p;

        if (t == c->current)
            continue;
        p = rdl_site_random_number(&m->places, c->rng, &c->pending[t], t) >> 2;
        p |= (uint64_t)rdl_novelty_in(&m->curious, c, t) << 62;
        if (p > top) {
            top = p;
            best = t;
        }
    }
    return best;
}

static rdl_tid handoff_pick(void *state, const struct rdl_choice *c)
{
    struct memory *m = c->memory;
    rdl_tid t = c->current;
    size_t at = 0;

    rdl_novelty_decide(&m->curious, c);
    while (at < c->n_enabled && c->enabled[at] != c->current)
        at++;
    if (rdl_guided_fair(c))
        t = rdl_guided_tie(c->rng, c->enabled, c->n_enabled);
    else if (at == c->n_enabled || handoff_leaves(state, c))
        t = handoff_successor(c);
    rdl_novelty_step(&m->curious, c, t);
    return t;
}

static void handoff_end(void *state, const struct rdl_run *run,
                        const struct rdl_ended *ended)
{
    struct memory *m = run->memory;

    (void)state;
    (void)ended;
    rdl_novelty_end(&m->curious, run);
}

const struct rdl_strategy rdl_strategy_site_handoff = {
    .name = "site-handoff",
    .alias = "relay",
    .summary = "a thread runs up to a drawn place, then another",
    .metrics = RDL_NOVELTY_METRICS,
    .state_size = sizeof(struct site_handoff),
    .memory_size = sizeof(struct memory),
    .begin = handoff_begin,
    .pick = handoff_pick,
    .end = handoff_end,
};
