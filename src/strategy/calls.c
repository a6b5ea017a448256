/* calls.c - one call after the other, in the order that the payload says
 * (base/payload.h): its executions are the linearisations of a generated test.
 *
 * That the sequential behaviour of the implementation itself is its
 * specification is from Line-Up (Burckhardt, Dern, Musuvathi and Tan, PLDI
 * 2010).  A thread switches only where a call begins, or where it has to wait:
 * then its call is split into a request and a follow-up, as in the
 * specifications of dual data structures (Scherer and Scott, DISC 2004).  Two
 * rules make that right:
 *   - who was woken goes on first, before another call begins; else a stolen
 *     wake-up would be sequential behaviour;
 *   - nothing unusual happens: no spurious wake-up, weak failure or failing
 *     allocation.
 * How much time passes between two calls is not known, so a wait with a
 * deadline may end whenever a call begins.  The payload says at which of these
 * moments it does; the driver tries the others (gen/run/oracle.c).  Where time
 * could do more than that, `untried` says so. */
#include "strategy/calls.h"

#include "strategy/strategy.h"

#include <string.h>

struct calls {
    const struct rdl_payload_head *order;
    struct rdl_calls *memory;
    uint64_t taken;   /* bit i: call i of the order has begun */
    uint32_t twist;   /* digits that are left */
    unsigned moments; /* at which time could have passed */
    rdl_tid begins;   /* its call begins, and has done nothing */
    bool between;     /* the last step was CALL or RETURN */
    bool early;       /* time has passed while `begins` waits */
    bool overtakes;   /* `begins` came before its place in the order */
    bool waited;      /* the last step was a wait */
    bool inside[RDL_MAX_THREADS];    /* its call has not returned */
    rdl_tid before[RDL_MAX_THREADS]; /* that could step at the last decision */
    size_t n_before;
};

_Static_assert(RDL_PAYLOAD_ORDER <= 64, "a bit for each call");

static void calls_begin(void *state, const struct rdl_run *run)
{
    struct calls *s = state;

    s->order = run->order;
    s->memory = run->memory;
    s->twist = run->order != NULL ? run->order->twist : 0;
    s->begins = RDL_MAX_THREADS;
}

static unsigned calls_group(const struct rdl_event *e)
{
    return e->addr >> 8 & 0xff;
}

/* Does it wait for its turn? */
static bool calls_waits(const struct rdl_event *e)
{
    return e->op == RDL_OP_CALL && calls_group(e) != RDL_PAYLOAD_NO_GROUP;
}

/* Which of n candidates. */
static unsigned calls_tie(struct calls *s, unsigned n)
{
    const unsigned digit = s->twist % 3;

    if (n < 2)
        return 0;
    s->memory->ties++;
    s->twist /= 3;
    return digit % n;
}

/* Another thread waits until a deadline: does it end now?  Only just before a
 * call begins: its thread has taken the step CALL, and nothing else.  If a wait
 * has ended there and time could pass once more, there are two such waits, and
 * which of them ends first is not tried. */
static bool calls_time(struct calls *s)
{
    const unsigned set = s->order != NULL ? s->order->early : 0;
    const unsigned moment = s->moments;

    if (s->begins == RDL_MAX_THREADS || !s->between)
        return false;
    s->moments++;
    if (s->moments > s->memory->moments)
        s->memory->moments = s->moments;
    /* Had the wait ended before this call began, the next call of that thread
     * would have come before this one. */
    s->memory->untried +=
        s->early || s->overtakes || moment >= RDL_CALLS_MOMENTS ||
        (__builtin_popcount(set) >= RDL_CALLS_EARLY && set >> moment == 0);
    if (moment >= RDL_CALLS_MOMENTS || (set >> moment & 1) == 0)
        return false;
    s->early = true;
    return true;
}

/* The k-th thread that has to go on before another call begins: those inside a
 * call, if there are any.  *n: their number. */
static rdl_tid calls_goes_on(const struct calls *s, const struct rdl_choice *c,
                             bool inside, unsigned k, unsigned *n)
{
    rdl_tid found = RDL_MAX_THREADS;

    *n = 0;
    for (size_t i = 0; i < c->n_enabled; i++) {
        const rdl_tid t = c->enabled[i];

        if (calls_waits(&c->pending[t]) || s->inside[t] != inside)
            continue;
        if ((*n)++ == k)
            found = t;
    }
    return found;
}

static rdl_tid calls_next(struct calls *s, const struct rdl_choice *c)
{
    s->overtakes = false;
    for (unsigned i = 0; s->order != NULL && i < s->order->n; i++) {
        if ((s->taken >> i & 1) != 0)
            continue;
        for (size_t k = 0; k < c->n_enabled; k++) {
            const struct rdl_event *e = &c->pending[c->enabled[k]];

            if (!calls_waits(e) || calls_group(e) != s->order->order[i])
                continue;
            s->taken |= UINT64_C(1) << i;
            return c->enabled[k];
        }
        s->overtakes = true;
    }
    return c->enabled[0];
}

/* Whose wait has ended goes on before the call that begins.  If two have ended
 * at once, only one order of them is tried. */
static rdl_tid calls_ended(const struct calls *s, const struct rdl_choice *c)
{
    rdl_tid found = RDL_MAX_THREADS;
    unsigned n = 0;

    for (size_t i = 0; i < c->n_enabled; i++) {
        const rdl_tid t = c->enabled[i];

        if (t == s->begins || !s->inside[t] || calls_waits(&c->pending[t]))
            continue;
        if (t == c->current)
            return t;
        if (n++ == 0)
            found = t;
    }
    s->memory->untried += n > 1;
    return found;
}

static rdl_tid calls_decide(struct calls *s, const struct rdl_choice *c)
{
    unsigned n;

    if (s->early) {
        const rdl_tid t = calls_ended(s, c);

        if (t != RDL_MAX_THREADS)
            return t;
    }
    for (size_t i = 0; i < c->n_enabled; i++) {
        if (c->enabled[i] == c->current &&
            !calls_waits(&c->pending[c->current]))
            return c->current;
    }
    calls_goes_on(s, c, true, 0, &n);
    if (n > 0)
        return calls_goes_on(s, c, true, calls_tie(s, n), &n);
    const rdl_tid other = calls_goes_on(s, c, false, 0, &n);

    return n > 0 ? other : calls_next(s, c);
}

/* A call has begun because no thread inside another could go on, and has done
 * nothing yet.  If one of those can go on now, it did not wait: the engine left
 * it out because it seemed to spin, until another had stepped.  The order in
 * which its call ends first is not tried. */
static void calls_look_for_spinning(struct calls *s, const struct rdl_choice *c)
{
    if (s->begins == RDL_MAX_THREADS || !s->between || s->early)
        return;
    for (size_t i = 0; i < c->n_enabled; i++) {
        const rdl_tid t = c->enabled[i];

        s->memory->untried +=
            t != s->begins && s->inside[t] && !calls_waits(&c->pending[t]);
    }
}

static bool calls_is_among(const rdl_tid *threads, size_t n, rdl_tid t)
{
    for (size_t i = 0; i < n; i++) {
        if (threads[i] == t)
            return true;
    }
    return false;
}

/* A wait whose deadline is past ends at once, although it has given its lock up
 * in between, and another call could have come there.  (Where no other thread
 * can step, time has passed.) */
static void calls_look_for_past(struct calls *s, const struct rdl_choice *c)
{
    if (s->waited && c->n_enabled > 1 &&
        calls_is_among(c->enabled, c->n_enabled, c->current))
        s->memory->untried++;
}

/* Thread t goes on in its call because no other could: then time has passed,
 * and if one more call waits until a deadline, that wait could have ended
 * first.  (A lock that the other one has given up looks the same.) */
static void calls_look_for_deadlines(struct calls *s,
                                     const struct rdl_choice *c, rdl_tid t)
{
    unsigned inside = 0;

    if (s->moments == 0 || t == c->current || !s->inside[t] ||
        calls_is_among(s->before, s->n_before, t) ||
        calls_is_among(c->enabled, c->n_enabled, c->current))
        return;
    for (size_t i = 0; i < RDL_MAX_THREADS; i++)
        inside += s->inside[i];
    s->memory->untried += inside > 1;
}

static rdl_tid calls_pick(void *state, const struct rdl_choice *c)
{
    struct calls *s = state;
    const struct rdl_event *e;
    rdl_tid t;

    calls_look_for_past(s, c);
    calls_look_for_spinning(s, c);
    t = calls_decide(s, c);
    e = &c->pending[t];
    if (!s->early)
        calls_look_for_deadlines(s, c, t);
    memcpy(s->before, c->enabled, c->n_enabled * sizeof(*c->enabled));
    s->n_before = c->n_enabled;
    s->waited =
        s->inside[t] && (e->op == RDL_OP_WAIT || e->op == RDL_OP_FUTEX_WAIT);

    if (t == s->begins || calls_waits(e)) {
        s->begins = calls_waits(e) ? t : RDL_MAX_THREADS;
        s->early = false;
    }
    s->between = e->op == RDL_OP_CALL || e->op == RDL_OP_RETURN;
    if (e->op == RDL_OP_CALL)
        s->inside[t] = calls_group(e) != RDL_PAYLOAD_NO_GROUP;
    else if (e->op == RDL_OP_RETURN || e->op == RDL_OP_START)
        s->inside[t] = false;
    return t;
}

static unsigned calls_choose(void *state, struct rdl_rng *rng,
                             enum rdl_choice_kind kind, unsigned n)
{
    (void)rng;
    if (kind == RDL_CHOOSE_TIME)
        return calls_time(state);
    return kind == RDL_CHOOSE_WAITER ? calls_tie(state, n) : 0;
}

const struct rdl_strategy rdl_strategy_calls = {
    .name = "calls",
    .summary = "one call of a generated test after the other",
    .state_size = sizeof(struct calls),
    .memory_size = sizeof(struct rdl_calls),
    .forced = true,
    .narrow = true,
    .begin = calls_begin,
    .pick = calls_pick,
    .choose = calls_choose,
};
