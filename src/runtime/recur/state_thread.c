/* state_thread.c - the state of the calling thread: see states.h. */
#include "runtime/recur/states.h"

#include "base/hash.h"
#include "runtime/core/guard.h"
#include "runtime/observe/unwind.h"
#include "runtime/recur/needs.h"

/* No frame is that large: the thread runs on another stack. */
#define STACK_MOST (UINT64_C(64) << 20)

struct taken {
    const struct rdl_thread *t;
    struct rdl_unwind_frame frame;
    uint64_t state;
};

static uint64_t state_words(uint64_t h, uintptr_t from, uintptr_t to)
{
    const uint64_t *p = (const uint64_t *)(from & ~(uintptr_t)7);
    const uint64_t *end = (const uint64_t *)(to & ~(uintptr_t)7);

    for (; p < end; p++)
        h = rdl_fold(h, *p);
    return h;
}

/* What the program can ask for, and the runtime keeps in its own memory: a loop
 * may count there. */
static uint64_t state_kept(const struct rdl_thread *t, uint64_t h)
{
    h = state_words(h, (uintptr_t)t->cancel,
                    (uintptr_t)t->cancel + sizeof(t->cancel));
    h = state_words(h, (uintptr_t)t->signals,
                    (uintptr_t)t->signals + sizeof(t->signals));
    for (size_t i = 0; i < sizeof(t->name) && t->name[i] != '\0'; i++)
        h = rdl_fold(h, (unsigned char)t->name[i]);
    return rdl_random_state(t, rdl_keys_state(t, h));
}

static void state_take(void *into)
{
    struct taken *s = into;
    const struct rdl_thread *t = s->t;
    uint64_t h = rdl_mix(s->frame.pc, s->frame.sp);

    for (size_t i = 0; i < RDL_UNWIND_SAVED; i++)
        h = rdl_mix(h, s->frame.saved[i]);
    h = state_words(h, s->frame.sp, t->stack_top);
    h = state_words(h, (uintptr_t)t->donor->tls, t->donor->fs);
    h = rdl_mix(h, t->n_held);
    for (size_t i = 0; i < rdl_thread_named(t); i++)
        h = rdl_mix(h, (uintptr_t)t->held[i].lock);
    s->state = state_kept(t, h);
}

bool rdl_state_thread(const struct rdl_thread *t, uint64_t *state,
                      size_t *bytes)
{
    struct taken s = { .t = t };

    if (!rdl_unwind_caller(&s.frame) || s.frame.sp >= t->stack_top ||
        t->stack_top - s.frame.sp > STACK_MOST)
        return false;
    if (!rdl_guard_run(state_take, &s))
        return false;
    *state = s.state;
    *bytes = t->stack_top - s.frame.sp + t->donor->tls_size;
    return true;
}
