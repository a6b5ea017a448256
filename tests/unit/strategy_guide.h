/* strategy_guide.h - a slow, obviously right guide (base/guide.h) over
 * sync-pairs and def-uses: it searches a list of all that has happened, and
 * shares no code with src/coverage.
 *
 * Events are written as words: the thread's number, an operator, a letter for
 * the object, and the location behind an @:  1Wx@3, 2Lm@12.  Operators: R W X
 * (read-modify-write), L H T U (lock-acquire, lock-hold, try-lock, unlock), Y
 * (a yield: nothing).  xN:M is M bytes of x from offset N on; else all 8. */
#ifndef STRATEGY_GUIDE_H
#define STRATEGY_GUIDE_H

#include "strategy/lib/cuve_rules.h"
#include "strategy/lib/tsa_rules.h"
#include "strategy/strategy.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { SYNC_PAIR = 1, DEF_USE = 2 };
enum { MOST_EVENTS = 4096, MOST_NEEDS = 1024 };

#define PC(location) ((uintptr_t)0x400000 + (uintptr_t)(location))
#define OBJECT(letter) ((uintptr_t)0x10000 + 64 * (uintptr_t)(letter))

/* Whether a lock-acquire that has to wait competes in this execution, in the
 * memory of a guided strategy (guided.h). */
static inline bool *attempts_of(const char *strategy, void *memory)
{
    return strncmp(strategy, "tsa", 3) == 0
               ? &((struct rdl_tsa *)memory)->attempts
               : &((struct rdl_cuve *)memory)->attempts;
}

struct need {
    int metric;
    uintptr_t l1, l2;
    bool covered, estimated;
    bool curr;  /* by this execution */
    bool fresh; /* by this one first */
};

struct reference {
    struct rdl_guide guide; /* first: functions get its address */
    int metrics;
    size_t n_events;
    struct rdl_event events[MOST_EVENTS]; /* of this execution */
    size_t n_needs;
    struct need needs[MOST_NEEDS + 1]; /* from 1 */
    bool pairs[MOST_NEEDS + 1][MOST_NEEDS + 1];
    unsigned asked;
};

static inline struct reference *reference_of(const struct rdl_guide *g)
{
    struct reference *r = (struct reference *)(void *)(uintptr_t)g;

    r->asked++;
    return r;
}

static inline uint32_t need_find(const struct reference *r, int metric,
                                 uintptr_t l1, uintptr_t l2)
{
    for (uint32_t i = 1; i <= r->n_needs; i++) {
        if (r->needs[i].metric == metric && r->needs[i].l1 == l1 &&
            r->needs[i].l2 == l2)
            return i;
    }
    return 0;
}

static inline uint32_t need_of(struct reference *r, int metric, uintptr_t l1,
                               uintptr_t l2)
{
    uint32_t i = need_find(r, metric, l1, l2);

    if (i != 0)
        return i;
    assert_true(r->n_needs < MOST_NEEDS);
    r->needs[++r->n_needs] =
        (struct need){ .metric = metric, .l1 = l1, .l2 = l2 };
    return (uint32_t)r->n_needs;
}

static inline bool is_lock(const struct rdl_event *e)
{
    return e->op == RDL_OP_LOCK || e->op == RDL_OP_HOLD ||
           e->op == RDL_OP_TRYLOCK;
}
static inline bool is_write(const struct rdl_event *e)
{
    return e->op == RDL_OP_WRITE || e->op == RDL_OP_ATOMIC_WRITE ||
           e->op == RDL_OP_RMW;
}
static inline bool is_access(const struct rdl_event *e)
{
    return is_write(e) || e->op == RDL_OP_READ || e->op == RDL_OP_ATOMIC_READ;
}
static inline bool has_byte(const struct rdl_event *e, uintptr_t at)
{
    return at >= e->addr && at < e->addr + e->size;
}

/* Who holds the lock after the first n events: tid, or -1.  A lock-hold of a
 * thread that has it counts up, for recursive locks. */
static inline int holder(const struct reference *r, uintptr_t lock, size_t n)
{
    int tid = -1, depth = 0;

    for (size_t i = 0; i < n; i++) {
        const struct rdl_event *e = &r->events[i];

        if (e->addr != lock)
            continue;
        if (e->op == RDL_OP_HOLD) {
            tid = e->tid;
            depth++;
        } else if (e->op == RDL_OP_UNLOCK && --depth == 0) {
            tid = -1;
        }
    }
    return tid;
}

struct want {
    int metric;
    uintptr_t l1, l2;
};

/* What p covers after the first n events, as pairs; `before`, if not NULL, is
 * taken as executed behind them. */
static inline size_t wants(const struct reference *r, size_t n,
                           const struct rdl_event *before,
                           const struct rdl_event *p, struct want *out)
{
    size_t found = 0;

    if (is_lock(p) && (r->metrics & SYNC_PAIR) != 0) {
        int has = holder(r, p->addr, n);

        if (has == p->tid || (before == NULL && has >= 0))
            return 0;
        if (before != NULL) {
            out[0] = (struct want){ SYNC_PAIR, before->pc, p->pc };
            return 1;
        }
        for (size_t i = n; i > 0; i--) {
            const struct rdl_event *e = &r->events[i - 1];

            if (e->op == RDL_OP_HOLD && e->addr == p->addr &&
                holder(r, p->addr, i - 1) != e->tid) {
                out[0] = (struct want){ SYNC_PAIR, e->pc, p->pc };
                return 1;
            }
        }
        return 0;
    }
    if (!is_access(p) || (r->metrics & DEF_USE) == 0)
        return 0;
    for (uintptr_t at = p->addr; at < p->addr + p->size; at++) {
        struct want w = { DEF_USE, 0, p->pc };
        bool known = false;

        for (size_t i = n; i > 0 && w.l1 == 0; i--) {
            if (is_write(&r->events[i - 1]) && has_byte(&r->events[i - 1], at))
                w.l1 = r->events[i - 1].pc;
        }
        if (before != NULL && has_byte(before, at))
            w.l1 = before->pc;
        for (size_t k = 0; k < found; k++)
            known |= out[k].l1 == w.l1;
        if (w.l1 != 0 && !known)
            out[found++] = w;
    }
    return found;
}

static inline void number(const struct reference *r, const struct want *w,
                          size_t n, struct rdl_guide_set *out)
{
    out->n = (uint32_t)n;
    for (size_t i = 0; i < n; i++)
        out->id[i] = need_find(r, w[i].metric, w[i].l1, w[i].l2);
}

static inline void ref_would(const struct rdl_guide *g,
                             const struct rdl_event *p,
                             struct rdl_guide_set *out)
{
    struct reference *r = reference_of(g);
    struct want w[RDL_GUIDE_MOST];

    number(r, w, wants(r, r->n_events, NULL, p, w), out);
}

/* As base/guide.h: do p and q meet at all? */
static inline bool ref_meet(const struct rdl_event *p,
                            const struct rdl_event *q)
{
    if (is_lock(p) && is_lock(q))
        return p->addr == q->addr;
    return is_access(p) && is_access(q) && p->addr < q->addr + q->size &&
           q->addr < p->addr + p->size;
}

static inline void ref_would_after(const struct rdl_guide *g,
                                   const struct rdl_event *p,
                                   const struct rdl_event *q,
                                   struct rdl_guide_set *out)
{
    struct reference *r = reference_of(g);
    bool matters = ref_meet(p, q) && (is_lock(p) || is_write(p));
    struct want w[RDL_GUIDE_MOST];

    number(r, w, wants(r, r->n_events, matters ? p : NULL, q, w), out);
}

static inline bool ref_waits(const struct rdl_guide *g,
                             const struct rdl_event *p)
{
    struct reference *r = reference_of(g);
    int has = holder(r, p->addr, r->n_events);

    return (p->op == RDL_OP_LOCK || p->op == RDL_OP_HOLD) && has >= 0 &&
           has != p->tid;
}

static inline bool ref_holds(const struct rdl_guide *g,
                             const struct rdl_event *p)
{
    struct reference *r = reference_of(g);

    return is_lock(p) && holder(r, p->addr, r->n_events) == p->tid;
}

static inline bool ref_covered(const struct rdl_guide *g, uint32_t id)
{
    return id != 0 && reference_of(g)->needs[id].covered;
}

static inline bool ref_estimated(const struct rdl_guide *g, uint32_t id)
{
    return id != 0 && reference_of(g)->needs[id].estimated;
}

static inline uint32_t ref_open(const struct rdl_guide *g,
                                const struct rdl_event *p)
{
    const struct reference *r = reference_of(g);
    uint32_t n = 0;

    for (size_t i = 1; i <= r->n_needs; i++) {
        const struct need *x = &r->needs[i];

        n += x->estimated && !x->covered && (x->l1 == p->pc || x->l2 == p->pc);
    }
    return n;
}

static inline uint32_t ref_pairs_new(const struct rdl_guide *g, uint32_t id)
{
    const struct reference *r = reference_of(g);
    uint32_t n = 0;

    if (id != 0 && r->needs[id].curr)
        return 0;
    for (size_t i = 1; i <= r->n_needs; i++)
        n += r->needs[i].curr && (id == 0 || !r->pairs[i][id]);
    return n;
}

static inline uint32_t ref_partners(const struct rdl_guide *g,
                                    const struct rdl_event *p)
{
    const struct reference *r = reference_of(g);
    uint32_t n = 0;

    for (uint32_t i = 1; i <= r->n_needs; i++) {
        const struct need *x = &r->needs[i];

        n += x->covered && (x->l1 == p->pc || x->l2 == p->pc) &&
             ref_pairs_new(g, i) > 0;
    }
    return n;
}

static inline uint32_t ref_progress(const struct rdl_guide *g)
{
    const struct reference *r = reference_of(g);
    uint32_t n = 0;

    for (size_t i = 1; i <= r->n_needs; i++)
        n += r->needs[i].curr;
    return n;
}

static inline uint32_t ref_fresh(const struct rdl_guide *g)
{
    const struct reference *r = reference_of(g);
    uint32_t n = 0;

    for (size_t i = 1; i <= r->n_needs; i++)
        n += r->needs[i].fresh;
    return n;
}

static inline struct reference *reference_new(int metrics)
{
    struct reference *r = calloc(1, sizeof(*r));

    r->metrics = metrics;
    r->guide = (struct rdl_guide){
        .accesses = (metrics & DEF_USE) != 0,
        .pairs = true,
        .query = ref_would,
        .query_after = ref_would_after,
        .meet = ref_meet,
        .waits = ref_waits,
        .holds = ref_holds,
        .covered = ref_covered,
        .estimated = ref_estimated,
        .open = ref_open,
        .pairs_new = ref_pairs_new,
        .partners = ref_partners,
        .fresh = ref_fresh,
        .progress = ref_progress,
    };
    return r;
}

static inline void reference_begin(struct reference *r)
{
    r->n_events = 0;
    for (size_t i = 1; i <= r->n_needs; i++)
        r->needs[i].curr = r->needs[i].fresh = false;
}

/* It has happened.  A lock-acquire covers nothing: its lock-hold does. */
static inline void reference_event(struct reference *r,
                                   const struct rdl_event *e)
{
    struct want w[RDL_GUIDE_MOST];
    size_t n = e->op == RDL_OP_LOCK ? 0 : wants(r, r->n_events, NULL, e, w);

    for (size_t i = 0; i < n; i++) {
        struct need *x = &r->needs[need_of(r, w[i].metric, w[i].l1, w[i].l2)];

        x->fresh |= !x->covered;
        x->covered = x->curr = true;
    }
    assert_true(r->n_events < MOST_EVENTS);
    r->events[r->n_events++] = *e;
}

static inline void reference_end(struct reference *r)
{
    for (size_t i = 1; i <= r->n_needs; i++) {
        for (size_t k = 1; k <= r->n_needs; k++)
            r->pairs[i][k] |= i != k && r->needs[i].curr && r->needs[k].curr;
    }
}

static inline const char *parse_event(const char *text, struct rdl_event *e)
{
    static const struct {
        char letter;
        uint8_t op;
    } ops[] = { { 'R', RDL_OP_READ },    { 'W', RDL_OP_WRITE },
                { 'X', RDL_OP_RMW },     { 'L', RDL_OP_LOCK },
                { 'H', RDL_OP_HOLD },    { 'U', RDL_OP_UNLOCK },
                { 'T', RDL_OP_TRYLOCK }, { 'Y', RDL_OP_YIELD } };
    char *end;

    *e = (struct rdl_event){ .size = 8 };
    e->tid = (rdl_tid)strtoul(text, &end, 10);
    for (size_t i = 0; i < sizeof(ops) / sizeof(ops[0]); i++) {
        if (ops[i].letter == *end)
            e->op = ops[i].op;
    }
    assert_true(e->op != RDL_OP_START);
    end++;
    e->addr = OBJECT(*end++);
    if (*end >= '0' && *end <= '9') {
        e->addr += strtoul(end, &end, 10);
        assert_true(*end == ':');
        e->size = (uint32_t)strtoul(end + 1, &end, 10);
    }
    assert_true(*end == '@');
    e->pc = PC(strtoul(end + 1, &end, 10));
    return end + strspn(end, " ");
}

/* Executes the events of `text`. */
static inline void reference_run(struct reference *r, const char *text)
{
    while (*text != '\0') {
        struct rdl_event e;

        text = parse_event(text, &e);
        reference_event(r, &e);
    }
}

/* One whole execution. */
static inline void reference_execution(struct reference *r, const char *text)
{
    reference_begin(r);
    reference_run(r, text);
    reference_end(r);
}

/* "1,2 3,4": these are estimated. */
static inline void reference_estimate(struct reference *r, int metric,
                                      const char *text)
{
    while (*text != '\0') {
        char *end;
        unsigned long l1 = strtoul(text, &end, 10);
        unsigned long l2 = strtoul(end + 1, &end, 10);

        r->needs[need_of(r, metric, PC(l1), PC(l2))].estimated = true;
        text = end + strspn(end, " ");
    }
}

/* Covered by an earlier execution, without saying which. */
static inline void reference_cover(struct reference *r, int metric,
                                   const char *text)
{
    while (*text != '\0') {
        char *end;
        unsigned long l1 = strtoul(text, &end, 10);
        unsigned long l2 = strtoul(end + 1, &end, 10);

        r->needs[need_of(r, metric, PC(l1), PC(l2))].covered = true;
        text = end + strspn(end, " ");
    }
}

#endif
