/* script.c - follows a script that the driver wrote (script.h), as far as
 * possible.
 *
 * Where the script is silent the running thread continues while it can; after
 * that the thread that came next in the original execution runs.  So the script
 * of an execution repeats it, and a script without some of the switches gives
 * the same execution with fewer of them: shrinking tries that.  Without a
 * script the schedule has no preemptions. */
#include "strategy/script.h"

#include "strategy/strategy.h"

struct script {
    struct rdl_script *script;
    uint32_t taken[RDL_MAX_THREADS];   /* its own steps so far */
    uint32_t segment[RDL_MAX_THREADS]; /* segment of its next step */
    uint32_t choice[RDL_MAX_THREADS];  /* its first choice that is not past */
    uint32_t mark[RDL_MAX_THREADS];    /* its next mark */
    bool at_mark[RDL_MAX_THREADS];     /* it is there */
    rdl_tid last;                      /* thread that took the latest step */
    uint8_t asked;                     /* choices since that step */
    uint32_t done;                     /* bit of each finished hold */
    rdl_tid back;  /* + 1: just released from a hold, runs next */
    uint64_t seen; /* steps, including the one picked last */
};

static void script_begin(void *state, const struct rdl_run *run)
{
    struct script *s = state;
    struct rdl_script *m = run->memory;
    /* Zeroed memory is an empty script. */
    const bool empty = m->n_segments == 0;

    s->script = m;
    for (size_t t = 0; t < RDL_MAX_THREADS; t++) {
        s->segment[t] = empty ? RDL_SCRIPT_NONE : m->first_segment[t];
        s->choice[t] = empty ? RDL_SCRIPT_NONE : m->first_choice[t];
        s->mark[t] = empty ? RDL_SCRIPT_NONE : m->first_mark[t];
    }
    m->n_switches = 0;
    m->kept = 0;
}

static bool script_is_mark(const struct rdl_event *e)
{
    return e->op == RDL_OP_START || e->op == RDL_OP_CREATE;
}

/* If the next step of t is one with a mark, t is where it was in the original
 * execution, however many steps it took. */
static void script_sync(struct script *s, const struct rdl_event *next,
                        rdl_tid t)
{
    const struct rdl_script *m = s->script;

    if (s->mark[t] >= m->n_marks || s->at_mark[t] || !script_is_mark(next))
        return;
    s->at_mark[t] = true;
    if (s->taken[t] == m->marks[s->mark[t]].taken)
        return;
    s->taken[t] = m->marks[s->mark[t]].taken;
    s->segment[t] = m->first_segment[t];
    s->choice[t] = m->first_choice[t];
}

/* The segment that t is in, or at whose end t is. */
static const struct rdl_script_segment *script_at(struct script *s, rdl_tid t)
{
    uint32_t *i = &s->segment[t];

    while (*i < s->script->n_segments &&
           s->script->segments[*i].until < s->taken[t])
        *i = s->script->segments[*i].next;
    return *i < s->script->n_segments ? &s->script->segments[*i] : NULL;
}

/* When the next step of t happened; last, if it never did. */
static uint32_t script_when(struct script *s, rdl_tid t)
{
    const struct rdl_script_segment *at = script_at(s, t);

    if (at == NULL)
        return RDL_SCRIPT_NONE;
    return s->taken[t] < at->until ? s->segment[t] : at->next;
}

static bool script_enabled(const struct rdl_choice *c, rdl_tid t)
{
    size_t i = 0;

    while (i < c->n_enabled && c->enabled[i] != t)
        i++;
    return i < c->n_enabled;
}

/* Is t enabled, and does no hold stop it? */
static bool script_may(const struct script *s, const struct rdl_choice *c,
                       rdl_tid t)
{
    if (!script_enabled(c, t))
        return false;
    for (size_t i = 0; i < s->script->n_holds && i < RDL_SCRIPT_HOLDS; i++) {
        const struct rdl_script_hold *h = &s->script->holds[i];

        if ((s->done >> i & 1) == 0 && h->tid == t && s->taken[t] >= h->taken)
            return false;
    }
    return true;
}

/* A thread that a hold waits for runs before all others. */
static rdl_tid script_held_for(const struct script *s,
                               const struct rdl_choice *c)
{
    for (size_t i = 0; i < s->script->n_holds && i < RDL_SCRIPT_HOLDS; i++) {
        const struct rdl_script_hold *h = &s->script->holds[i];

        if ((s->done >> i & 1) == 0 && s->taken[h->tid] >= h->taken &&
            script_may(s, c, h->other))
            return h->other;
    }
    return RDL_NO_TID;
}

static rdl_tid script_first(struct script *s, const struct rdl_choice *c)
{
    rdl_tid best = RDL_NO_TID;
    uint32_t when = 0;

    for (size_t i = 0; i < c->n_enabled; i++) {
        const rdl_tid t = c->enabled[i];

        if (script_may(s, c, t) &&
            (best == RDL_NO_TID || script_when(s, t) < when)) {
            best = t;
            when = script_when(s, t);
        }
    }
    return best;
}

/* Has t already done what it should do in the turn that `from` gives it?  Then
 * t is at the end of a later segment than `from`. */
static bool script_over(struct script *s, rdl_tid t, rdl_tid from)
{
    const struct rdl_script_segment *at = script_at(s, t);

    return s->script->n_holds > 0 && at != NULL && at->until == s->taken[t] &&
           at->end == RDL_SCRIPT_SWITCH && s->taken[t] > 0 &&
           s->segment[t] > s->segment[from];
}

static rdl_tid script_next(struct script *s, const struct rdl_choice *c)
{
    const rdl_tid current = c->current;
    const bool may = script_may(s, c, current);
    const struct rdl_script_segment *at = script_at(s, current);
    rdl_tid first = s->back > 0 ? s->back - 1 : RDL_NO_TID;

    s->back = 0;
    if (first == RDL_NO_TID || !script_may(s, c, first))
        first = script_held_for(s, c);
    if (first != RDL_NO_TID)
        return first;
    if (at != NULL && at->until == s->taken[current] &&
        at->end >= (may ? RDL_SCRIPT_SWITCH : RDL_SCRIPT_IF_MUST) &&
        script_may(s, c, at->to) && !(may && script_over(s, at->to, current)))
        return at->to;
    if (may)
        return current;
    first = script_first(s, c);
    if (first != RDL_NO_TID)
        return first;
    /* Holds stop all threads: that order is impossible. */
    s->done = UINT32_MAX;
    return script_first(s, c);
}

static void script_log(struct script *s, const struct rdl_choice *c)
{
    struct rdl_script *m = s->script;
    const uint32_t i = m->n_switches;

    if (i >= RDL_SCRIPT_SEGMENTS)
        return;
    m->n_switches++;
    m->preempts[i / 8] &= (uint8_t) ~(1u << i % 8);
    if (script_enabled(c, c->current))
        m->preempts[i / 8] |= (uint8_t)(1u << i % 8);
}

static void script_release(struct script *s, const struct rdl_event *e)
{
    for (size_t i = 0; i < s->script->n_holds && i < RDL_SCRIPT_HOLDS; i++) {
        const struct rdl_script_hold *h = &s->script->holds[i];
        const bool held = s->taken[h->tid] >= h->taken;

        if ((s->done >> i & 1) == 0 && e->tid == h->other && e->pc == h->pc &&
            (h->addr == 0 || e->addr == h->addr) && (held || h->early)) {
            s->done |= 1u << i;
            s->script->kept |= 1u << i;
            s->back = held ? (rdl_tid)(h->tid + 1) : s->back;
        }
    }
}

static rdl_tid script_pick(void *state, const struct rdl_choice *c)
{
    struct script *s = state;
    rdl_tid next;

    s->taken[c->current] += (uint32_t)(c->all_steps - s->seen);
    s->seen = c->all_steps + 1;
    if (script_enabled(c, c->current))
        script_sync(s, &c->pending[c->current], c->current);
    next = script_next(s, c);
    script_sync(s, &c->pending[next], next);
    if (next != c->current && c->all_steps > 0)
        script_log(s, c);
    if (s->script->n_holds > 0)
        script_release(s, &c->pending[next]);
    if (s->at_mark[next])
        s->mark[next] = s->script->marks[s->mark[next]].next;
    s->at_mark[next] = false;
    s->taken[next]++;
    s->last = next;
    s->asked = 0;
    return next;
}

static unsigned script_choose(void *state, struct rdl_rng *rng,
                              enum rdl_choice_kind kind, unsigned n)
{
    struct script *s = state;
    const struct rdl_script *m = s->script;
    uint32_t *i = &s->choice[s->last];
    const uint8_t nth = s->asked++;

    (void)rng;
    for (; *i < m->n_choices && m->choices[*i].tid == s->last; (*i)++) {
        const struct rdl_script_choice *c = &m->choices[*i];

        if (c->taken > s->taken[s->last] ||
            (c->taken == s->taken[s->last] && c->nth > nth))
            return 0;
        if (c->taken == s->taken[s->last] && c->nth == nth && c->kind == kind &&
            c->value < n)
            return c->value;
    }
    return 0;
}

const struct rdl_strategy rdl_strategy_script = {
    .name = "script",
    .summary = "switches where raddle shrink chose to",
    .state_size = sizeof(struct script),
    .memory_size = sizeof(struct rdl_script),
    .forced = true,
    .narrow = true,
    .begin = script_begin,
    .pick = script_pick,
    .choose = script_choose,
};
