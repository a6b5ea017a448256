/* bounded.c - schedules with few preemptions first (Musuvathi, Qadeer: PLDI
 * 2007), or with few delays (Emmi, Qadeer, Rakamaric: POPL 2011), or all of
 * them, depth first; or as many as one likes, drawn at random.
 *
 * A bound and a reduction by wakeup trees do not go together: what a race
 * leads to may need more preemptions than the bound, although another schedule
 * of the same trace needs fewer (Coons, Musuvathi, McKinley: OOPSLA 2013).  So
 * this search goes through schedules.  For each bound 0, 1, 2, ... it goes
 * depth first, and leaves a schedule where another has come before to the same
 * trace and the same running thread with as many preemptions to spare.  A trace
 * counts where it is met first: with the least bound.
 *
 * Hashes of 64 bits distinguish traces. */
#include "explore/parts.h"
#include "explore/search.h"

#include "base/hash.h"

#include <string.h>

/* Of the memory: one part in this for the traces, the rest for places. */
#define TRACES_PART 4
#define NO_THREAD UINT16_MAX

static bool bounded_lay_out(struct rdl_explore *x, uint32_t steps, char *at,
                            char *end)
{
    size_t left;

    x->decision =
        rdl_explore_take(&at, end, (size_t)steps + 1, sizeof(*x->decision));
    x->tree.node =
        rdl_explore_take(&at, end, (size_t)steps + 1, sizeof(*x->tree.node));
    if (x->decision == NULL || x->tree.node == NULL)
        return false;
    left = (size_t)(end - at);
    x->n_traces = left / TRACES_PART / sizeof(*x->trace);
    x->trace = rdl_explore_take(&at, end, x->n_traces, sizeof(*x->trace));
    if (x->trace == NULL)
        return false;
    at = (char *)(x->trace + x->n_traces);
    x->n_places =
        at + 64 < end ? (size_t)(end - at - 64) / sizeof(*x->place) : 0;
    x->place = rdl_explore_take(&at, end, x->n_places, sizeof(*x->place));
    return x->place != NULL && x->n_places > 0 && x->n_traces > 0;
}

/* Entries of an exploration that has begun anew stay as long as they are few:
 * to clear the tables would touch all of their memory. */
static void bounded_open(struct rdl_explore *x)
{
    struct rdl_tables *t = &x->tables;

    if (t->traces > x->n_traces / 8 || t->places > x->n_places / 8) {
        memset(x->trace, 0, x->n_traces * sizeof(*x->trace));
        memset(x->place, 0, x->n_places * sizeof(*x->place));
        t->traces = t->places = 0;
    }
    t->number++;
    for (uint32_t i = 0; i <= x->size; i++)
        x->path[i] = i;
}

/* --- What a choice costs -------------------------------------------------- */

/* How many threads that can step come before tid, from `first` on. */
static unsigned bounded_passed(const rdl_tid *can, size_t n, rdl_tid first,
                               rdl_tid tid)
{
    unsigned passed = 0;
    size_t i = 0;

    while (i < n && can[i] < first)
        i++;
    for (; can[i % n] != tid; i++)
        passed++;
    return passed;
}

/* Main is not counted: it makes the others, and waits for them. */
static unsigned bounded_cost(const struct rdl_explore *x, const rdl_tid *can,
                             size_t n, rdl_tid current, rdl_tid tid)
{
    switch (x->bound) {
    case RDL_BOUND_NONE:
    case RDL_BOUND_SCHEDULES:
    case RDL_BOUND_WALKS:
        break;
    case RDL_BOUND_PREEMPTIONS:
        return tid != current && current != 0 &&
               rdl_explore_among(can, n, current);
    case RDL_BOUND_DELAYS:
        return bounded_passed(can, n, current, tid);
    }
    return 0;
}

/* --- Tables --------------------------------------------------------------- */

static uint64_t bounded_key(const struct rdl_explore *x, uint64_t hash)
{
    const uint64_t key = rdl_mix(hash, x->tables.number);

    return key != 0 ? key : 1;
}

/* True: the trace is new.  Memory that is used up is trouble. */
static bool bounded_new_trace(struct rdl_explore *x, uint64_t hash)
{
    const uint64_t key = bounded_key(x, hash);
    size_t i = key % x->n_traces;

    while (x->trace[i] != 0 && x->trace[i] != key)
        i = (i + 1) % x->n_traces;
    if (x->trace[i] == key)
        return false;
    x->trace[i] = key;
    x->counts.traces++;
    if (++x->tables.traces > x->n_traces - x->n_traces / 8)
        rdl_explore_fail(x, RDL_EXPLORE_MEMORY);
    return true;
}

/* The value of a key, 0 at first.  NULL: a full table takes nothing more; then
 * more schedules run. */
static uint64_t *bounded_value(struct rdl_explore *x, uint64_t key, bool make)
{
    size_t i = key % x->n_places;

    while (x->place[i].key != 0 && x->place[i].key != key)
        i = (i + 1) % x->n_places;
    if (x->place[i].key == key)
        return &x->place[i].value;
    if (!make || x->tables.places >= x->n_places - x->n_places / 8)
        return NULL;
    x->tables.places++;
    x->place[i] = (struct rdl_place){ .key = key };
    return &x->place[i].value;
}

/* Has a schedule been here with as much to spare?  If not, this one is now. */
static bool bounded_been(struct rdl_explore *x, uint64_t place, uint32_t spare)
{
    uint64_t *most = bounded_value(x, place, true);

    if (most == NULL || *most > spare)
        return most != NULL;
    *most = spare + 1;
    return false;
}

/* Where the end of an execution is: nothing is left to do there. */
#define THE_END 1

static uint64_t bounded_edge(const struct rdl_explore *x,
                             const struct rdl_decision *d, rdl_tid tid)
{
    return bounded_key(x, rdl_mix(d->sum, UINT64_C(0x10000) | tid));
}

/* The latest step has led to this place. */
static void bounded_led(struct rdl_explore *x, uint64_t place)
{
    const struct rdl_decision *d;
    uint64_t *to;

    if (x->n == 0)
        return;
    d = &x->decision[x->n - 1];
    if (d->n_alternatives != 1 ||
        (to = bounded_value(x, bounded_edge(x, d, d->tid), true)) == NULL)
        return;
    *to = place;
}

/* Would the thread's step lead where a schedule has been with as much to
 * spare? */
static bool bounded_leads_back(struct rdl_explore *x,
                               const struct rdl_decision *d, rdl_tid tid)
{
    const uint64_t *to = bounded_value(x, bounded_edge(x, d, tid), false);
    const uint64_t *most;

    if (to == NULL || x->bound == RDL_BOUND_SCHEDULES)
        return false;
    if (*to == THE_END)
        return true;
    most = bounded_value(x, *to, false);
    return most != NULL && *most > x->level - d->cost - d->price[tid];
}

/* The next thread that is to be picked there; false: none. */
static bool bounded_next(struct rdl_explore *x, struct rdl_decision *d)
{
    while (d->open != 0) {
        d->tid = (rdl_tid)__builtin_ctzll(d->open);
        d->open &= d->open - 1;
        d->alternative = 0;
        if (!bounded_leads_back(x, d, d->tid))
            return true;
    }
    return false;
}

/* --- An execution --------------------------------------------------------- */

static rdl_tid bounded_first(const rdl_tid *can, size_t n, rdl_tid current)
{
    for (size_t i = 0; i < n; i++) {
        if (can[i] >= current)
            return can[i];
    }
    return can[0];
}

/* What comes from here on has been. */
static rdl_tid bounded_leave(struct rdl_explore *x)
{
    x->left = true;
    x->counts.abandoned++;
    return RDL_EXPLORE_NOBODY;
}

/* A random walk: how many interleavings it meets is a test of the exploration
 * that runs each of them once. */
static rdl_tid bounded_walk(struct rdl_explore *x, const rdl_tid *can, size_t n)
{
    if (x->n == 0)
        x->walk.state = rdl_rng_part(x->most, x->counts.executions);
    x->alternative = 0;
    return can[rdl_rng_below(&x->walk, n)];
}

static rdl_tid bounded_pick(struct rdl_explore *x, const rdl_tid *can, size_t n,
                            rdl_tid current)
{
    struct rdl_decision *d = &x->decision[x->n];
    const bool goes_on = rdl_explore_among(can, n, current);
    const rdl_tid runs = x->bound == RDL_BOUND_DELAYS ? current
                         : goes_on && current != 0    ? current
                                                      : NO_THREAD;

    if (x->bound == RDL_BOUND_WALKS)
        return bounded_walk(x, can, n);
    if (x->n == x->kept && x->turns) {
        x->turns = false;
        x->alternative = d->alternative;
        if (rdl_explore_among(can, n, d->tid))
            return d->tid;
        rdl_explore_wrong(x);
        return RDL_EXPLORE_NOBODY;
    }
    *d = (struct rdl_decision){ .sum = 0 };
    if (x->n > 0)
        *d = (struct rdl_decision){
            .sum = d[-1].sum + rdl_explore_step_hash(x, x->n - 1),
            .cost = d[-1].cost + d[-1].price[d[-1].tid],
        };
    if (x->bound != RDL_BOUND_SCHEDULES) {
        const uint64_t place = bounded_key(x, rdl_mix(d->sum, runs));

        bounded_led(x, place);
        if (bounded_been(x, place, x->level - d->cost))
            return bounded_leave(x);
    }
    for (size_t i = 0; i < n; i++) {
        const unsigned price = bounded_cost(x, can, n, current, can[i]);

        d->price[can[i]] = (uint8_t)price;
        if (d->cost + price <= x->level)
            d->open |= UINT64_C(1) << can[i];
        else
            x->cut = true;
    }
    x->alternative = 0;
    d->tid = bounded_first(can, n, current);
    d->open &= ~(UINT64_C(1) << d->tid);
    if (bounded_leads_back(x, d, d->tid) && !bounded_next(x, d))
        return bounded_leave(x);
    return d->tid;
}

static bool bounded_extend(struct rdl_explore *x, const struct rdl_step *s)
{
    rdl_step_copy(&x->tree.node[x->n + 1].step, s);
    x->decision[x->n].alternative = s->alternative;
    x->decision[x->n].n_alternatives = s->n_alternatives;
    return true;
}

/* The next schedule; false: there is none within this bound. */
static bool bounded_back(struct rdl_explore *x)
{
    while (x->n > 0) {
        struct rdl_decision *d = &x->decision[--x->n];

        x->kept = x->n;
        x->turns = true;
        if (d->alternative + 1u < d->n_alternatives) {
            d->alternative++;
            return true;
        }
        if (bounded_next(x, d))
            return true;
    }
    x->kept = 0;
    x->turns = false;
    return false;
}

static bool bounded_end(struct rdl_explore *x, const struct rdl_step *waiting,
                        size_t n)
{
    (void)waiting, (void)n;
    x->counts.used = (size_t)((char *)x->trace - (char *)x) +
                     x->tables.traces * sizeof(*x->trace) +
                     x->tables.places * sizeof(*x->place);
    if (!x->left) {
        x->counts.schedules++;
        if (x->bound != RDL_BOUND_WALKS)
            bounded_led(x, THE_END);
        x->fresh = bounded_new_trace(x, rdl_explore_fingerprint(x));
        if (x->trouble != RDL_EXPLORE_FINE)
            return false;
    }
    if (x->bound == RDL_BOUND_WALKS)
        return true; /* x->kept stays 0 */
    if (bounded_back(x))
        return true;
    if (!x->cut || x->level == x->most)
        return false;
    x->cut = false;
    x->level++;
    return true;
}

const struct rdl_search rdl_search_bounded = {
    .lay_out = bounded_lay_out,
    .open = bounded_open,
    .pick = bounded_pick,
    .extend = bounded_extend,
    .end = bounded_end,
};
