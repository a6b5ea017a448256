/* step.c - see step.h. */
#include "explore/step.h"

#define LIFE (UINT64_C(1) << 62)

static uint64_t step_bit(uint64_t object)
{
    return UINT64_C(1) << (object * UINT64_C(0x9e3779b97f4a7c15) >> 58);
}

uint64_t rdl_step_life(rdl_tid tid)
{
    return LIFE | tid;
}

void rdl_step_begin(struct rdl_step *s, rdl_tid tid)
{
    const struct rdl_step_object life = {
        .object = rdl_step_life(tid),
        .bytes = UINT8_MAX,
        .rule = RDL_TOUCH_READS,
        .orders = true,
    };
    const struct rdl_step_object process = {
        .object = RDL_STEP_PROCESS,
        .bytes = UINT8_MAX,
        .rule = RDL_TOUCH_READS,
    };

    s->own = 0;
    s->tid = tid;
    s->alternative = 0;
    s->n_alternatives = 1;
    s->n_touches = 0;
    s->idle = false;
    s->chosen = RDL_STEP_TOUCHES;
    s->chosen_first = 0;
    s->reads = s->writes = s->may = 0;
    rdl_step_touch(s, &life);
    rdl_step_touch(s, &process);
}

static bool step_writes(const struct rdl_step_object *t, uint64_t state)
{
    switch ((enum rdl_touch_rule)t->rule) {
    case RDL_TOUCH_READS:
        return false;
    case RDL_TOUCH_WRITES:
        return true;
    case RDL_TOUCH_WRITES_IF_EQUAL:
        return state == t->operand;
    case RDL_TOUCH_WRITES_IF_NONZERO:
        return state != 0;
    }
    return true;
}

static void step_sign(struct rdl_step *s, const struct rdl_step_object *t)
{
    const uint64_t bit = step_bit(t->object);

    *(t->writes ? &s->writes : &s->reads) |= bit;
    if (t->rule != RDL_TOUCH_READS)
        s->may |= bit;
}

bool rdl_step_touch(struct rdl_step *s, const struct rdl_step_object *touch)
{
    struct rdl_step_object *t;

    if (s->n_touches == RDL_STEP_TOUCHES)
        return false;
    t = &s->touch[s->n_touches++];
    *t = *touch;
    t->writes = step_writes(t, t->state);
    step_sign(s, t);
    return true;
}

void rdl_step_touch_chosen(struct rdl_step *s)
{
    s->chosen = (uint8_t)(s->n_touches - 1);
}

void rdl_step_sign(struct rdl_step *s)
{
    s->reads = s->writes = s->may = 0;
    for (unsigned i = 0; i < s->n_touches; i++)
        step_sign(s, &s->touch[i]);
}

static bool step_may_conflict(const struct rdl_step *a,
                              const struct rdl_step *b)
{
    return ((a->writes & (b->reads | b->writes)) | (a->reads & b->writes)) != 0;
}

static bool step_meet(const struct rdl_step_object *a,
                      const struct rdl_step_object *b)
{
    return a->object == b->object && (a->bytes & b->bytes) != 0;
}

static bool step_conflicts(const struct rdl_step *a, const struct rdl_step *b,
                           bool orders)
{
    if (!step_may_conflict(a, b))
        return false;
    for (unsigned i = 0; i < a->n_touches; i++) {
        const struct rdl_step_object *x = &a->touch[i];

        for (unsigned k = 0; k < b->n_touches; k++) {
            const struct rdl_step_object *y = &b->touch[k];

            if (step_meet(x, y) && (x->writes || y->writes) &&
                x->orders == orders)
                return true;
        }
    }
    return false;
}

bool rdl_step_ordered(const struct rdl_step *a, const struct rdl_step *b)
{
    return step_conflicts(a, b, true);
}

bool rdl_step_conflict(const struct rdl_step *a, const struct rdl_step *b)
{
    return step_conflicts(a, b, false);
}

bool rdl_step_dependent(const struct rdl_step *a, const struct rdl_step *b)
{
    return a->tid == b->tid || step_conflicts(a, b, false) ||
           step_conflicts(a, b, true);
}

struct rdl_step rdl_step_before(const struct rdl_step *s,
                                const struct rdl_step *e)
{
    struct rdl_step here = *s;

    for (unsigned i = 0; i < here.n_touches; i++) {
        struct rdl_step_object *t = &here.touch[i];

        for (unsigned k = 0; k < e->n_touches; k++) {
            if (t->object == e->touch[k].object &&
                t->bytes == e->touch[k].bytes && !t->orders) {
                t->state = e->touch[k].state;
                t->writes = step_writes(t, t->state);
            }
        }
    }
    rdl_step_sign(&here);
    return here;
}

static bool step_need_met(const struct rdl_step_object *t, uint64_t state)
{
    switch ((enum rdl_touch_need)t->need) {
    case RDL_NEEDS_NOTHING:
        return true;
    case RDL_NEEDS_NONZERO:
        return state != 0;
    case RDL_NEEDS_EQUAL:
        return state == t->operand;
    }
    return true;
}

bool rdl_touch_possible(const struct rdl_step_object *touch)
{
    return step_need_met(touch, touch->state);
}

bool rdl_step_possible_before(const struct rdl_step *s,
                              const struct rdl_step *e)
{
    if (s->idle || e->idle)
        return false;
    for (unsigned i = 0; i < s->n_touches; i++) {
        const struct rdl_step_object *t = &s->touch[i];
        bool both = false;

        for (unsigned k = 0; k < e->n_touches && !t->orders; k++) {
            if (t->object != e->touch[k].object)
                continue;
            both = true;
            if (!step_need_met(t, e->touch[k].state))
                return false;
        }
        if (!both && !rdl_touch_possible(t))
            return false;
    }
    return true;
}

static unsigned step_next_raced(const struct rdl_step *s, unsigned i)
{
    while (i < s->n_touches && s->touch[i].orders)
        i++;
    return i;
}

bool rdl_step_equal(const struct rdl_step *a, const struct rdl_step *b)
{
    unsigned i = step_next_raced(a, 0), k = step_next_raced(b, 0);

    if (a->tid != b->tid || a->own != b->own ||
        a->alternative != b->alternative)
        return false;
    for (; i < a->n_touches && k < b->n_touches;
         i = step_next_raced(a, i + 1), k = step_next_raced(b, k + 1)) {
        const struct rdl_step_object *x = &a->touch[i], *y = &b->touch[k];

        if (x->object != y->object || x->bytes != y->bytes ||
            x->writes != y->writes)
            return false;
    }
    return i == a->n_touches && k == b->n_touches;
}
