/* step.c - see step.h. */
#include "explore/step.h"

#include <string.h>

void rdl_step_begin(struct rdl_step *s, rdl_tid tid)
{
    memset(s, 0, RDL_STEP_HEAD);
    s->tid = tid;
    s->n_alternatives = 1;
}

void rdl_step_copy(struct rdl_step *to, const struct rdl_step *from)
{
    memcpy(to, from, rdl_step_bytes(from));
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

static uint64_t step_bits(const struct rdl_step_object *t)
{
    const uint64_t first = t->object >> 3;
    const uint64_t n = ((t->object + t->size - 1) >> 3) - first + 1;
    uint64_t bits = 0;

    if (n >= 64)
        return UINT64_MAX;
    for (uint64_t i = 0; i < n; i++) {
        const struct rdl_step_object at = { .object = (first + i) << 3 };

        bits |= UINT64_C(1) << (rdl_step_bucket(&at) >> 2);
    }
    return bits;
}

static void step_sign(struct rdl_step *s, const struct rdl_step_object *t)
{
    const uint64_t bits = step_bits(t);

    *(t->writes ? &s->writes : &s->reads) |= bits;
    s->varies |= t->rule > RDL_TOUCH_WRITES;
    s->wide |= rdl_touch_is_wide(t);
}

void rdl_step_touch(struct rdl_step *s, const struct rdl_step_object *touch)
{
    struct rdl_step_object *t;

    if (s->n_touches == RDL_STEP_TOUCHES) {
        s->world = true;
        return;
    }
    t = &s->touch[s->n_touches++];
    *t = *touch;
    t->writes = step_writes(t, t->state);
    step_sign(s, t);
}

void rdl_step_sign(struct rdl_step *s)
{
    s->reads = s->writes = 0;
    s->varies = s->wide = false;
    for (unsigned i = 0; i < s->n_touches; i++)
        step_sign(s, &s->touch[i]);
}

void rdl_step_in_time(struct rdl_step *s)
{
    s->late = s->slept = false;
    s->touch[0].rule = RDL_TOUCH_WRITES;
    s->touch[0].writes = true;
    rdl_step_sign(s);
}

/* Does a order b, because of b's life or of how b became possible? */
static bool step_orders(const struct rdl_step *a, const struct rdl_step *b)
{
    return ((a->lives | (b->woken ? a->wakes : 0)) >> b->tid & 1) != 0 ||
           (a->idle && b->slept);
}

bool rdl_step_ordered(const struct rdl_step *a, const struct rdl_step *b)
{
    return step_orders(a, b) || step_orders(b, a) || (a->lives & b->lives) != 0;
}

bool rdl_step_conflict(const struct rdl_step *a, const struct rdl_step *b)
{
    if (a->world || b->world)
        return true;
    if (((a->writes & (b->reads | b->writes)) | (a->reads & b->writes)) == 0)
        return false;
    for (unsigned i = 0; i < a->n_touches; i++) {
        const struct rdl_step_object *x = &a->touch[i];

        for (unsigned k = 0; k < b->n_touches; k++) {
            const struct rdl_step_object *y = &b->touch[k];

            if ((x->writes || y->writes) && rdl_touch_meets(x, y))
                return true;
        }
    }
    return false;
}

bool rdl_step_dependent(const struct rdl_step *a, const struct rdl_step *b)
{
    return a->tid == b->tid || rdl_step_conflict(a, b) ||
           rdl_step_ordered(a, b);
}

void rdl_step_found(struct rdl_step *s, unsigned touch, uint64_t state)
{
    s->touch[touch].state = state;
    s->touch[touch].writes = step_writes(&s->touch[touch], state) &&
                             !(s->weak && touch == 0 && s->alternative != 0);
}

void rdl_step_outcome(struct rdl_step *s, uint16_t alternative, uint64_t wakes)
{
    s->alternative = alternative;
    if (s->chosen)
        s->wakes = wakes;
    if (s->weak) {
        rdl_step_found(s, 0, s->touch[0].state);
        rdl_step_sign(s);
    }
}

bool rdl_touch_possible(const struct rdl_step_object *touch, uint64_t state)
{
    switch ((enum rdl_touch_need)touch->need) {
    case RDL_NEEDS_NOTHING:
    case RDL_NEEDS_SAME:
        return true;
    case RDL_NEEDS_NONZERO:
        return state != 0;
    case RDL_NEEDS_EQUAL:
        return state == touch->operand;
    case RDL_NEEDS_ANY:
        return (state & touch->operand) != 0;
    }
    return true;
}

bool rdl_touch_state(const struct rdl_step_object *in,
                     const struct rdl_step_object *of, uint64_t *state)
{
    if (in->holds != of->holds || !rdl_touch_covers(in, of))
        return false;
    *state = in->state;
    if (in->holds == RDL_STATE_BYTES) {
        *state >>= (of->object - in->object) * 8;
        if (of->size < 8)
            *state &= (UINT64_C(1) << of->size * 8) - 1;
    }
    return in->holds != RDL_STATE_UNKNOWN;
}

bool rdl_step_equal(const struct rdl_step *a, const struct rdl_step *b)
{
    if (a->tid != b->tid || a->own != b->own ||
        a->alternative != b->alternative || a->world != b->world ||
        a->n_touches != b->n_touches)
        return false;
    for (unsigned i = 0; i < a->n_touches; i++) {
        const struct rdl_step_object *x = &a->touch[i], *y = &b->touch[i];

        /* In two tests: of one, gcc makes a load without a hook, and
         * tests/prove/random.c is proven. */
        if (x->object != y->object || x->size != y->size)
            return false;
        if (x->writes != y->writes)
            return false;
    }
    return true;
}
