/* aside.c - see aside.h.
 *
 * When code of the target runs inside the runtime, t->aside is lowered below
 * the runtime's frames.  Code that leaves by longjmp does not raise it again.
 * The next time, the target's stack pointer shows that: it is above the place
 * where that code began.  Then the space above is free again. */
#include "runtime/core/aside.h"

#include "runtime/machine/page.h"

/* At the upper end of the stack, at t->aside. */
struct top {
    uintptr_t sp; /* of the target: the hook's switch stores it */
    /* Of a lowered end: */
    struct top *before; /* which one it had */
    struct top *higher; /* the next one that may be in use */
    uintptr_t began;    /* the target's code runs below this address */
};
_Static_assert(sizeof(struct top) <= RDL_ASIDE_ABOVE, "RDL_ASIDE_ABOVE");

#define RED_ZONE 128
#define CALL_FRAME 64 /* of rdl_sigframe_call_on */
/* No work between two of the target's calls needs more. */
#define ROOM 16384

static bool aside_on_stack(const struct rdl_thread *t, uintptr_t sp)
{
    return sp - t->stack_floor < t->stack_top - t->stack_floor &&
           t->stack_top - sp < RDL_DONOR_STACK;
}

static void aside_set(struct rdl_thread *t, struct top *top)
{
    t->aside = (char *)top;
    if (rdl_aside != NULL)
        rdl_aside = t->aside;
}

/* The lowest end whose code of the target may still run. */
static struct top *aside_in_use(const struct rdl_thread *t, uintptr_t sp)
{
    struct top *top = (struct top *)t->aside;

    while (top->higher != NULL && aside_on_stack(t, sp) &&
           aside_on_stack(t, top->began) && sp >= top->began)
        top = top->higher;
    return top;
}

void rdl_aside_lower(struct rdl_thread *t, uintptr_t sp)
{
    struct top *now = (struct top *)t->aside;
    struct top *higher = aside_in_use(t, now->sp);
    /* The runtime's frames are between sp and now: work below `higher` must not
     * reach them. */
    uintptr_t end = (uintptr_t)higher - (uintptr_t)now < ROOM
                        ? sp - RED_ZONE
                        : (uintptr_t)higher;
    struct top *lower =
        (struct top *)((end & ~(uintptr_t)(RDL_ASIDE_ABOVE - 1)) -
                       RDL_ASIDE_ABOVE);

    ASSERT((uintptr_t)t->donor->aside - (uintptr_t)lower <=
           RDL_ASIDE_SIZE - RDL_PAGE);
    lower->before = now;
    lower->higher = higher;
    lower->began = now->sp;
    aside_set(t, lower);
}

void rdl_aside_raise(struct rdl_thread *t)
{
    aside_set(t, ((struct top *)t->aside)->before);
}

void rdl_aside_leave(rdl_sigframe_function *function, int number,
                     siginfo_t *info, void *argument)
{
    struct rdl_thread *t = rdl_self;
    uintptr_t here, there;

    __asm__("mov %%rsp, %0" : "=r"(here));
    if (!rdl_aside_holds(here)) {
        function(number, info, argument);
        return;
    }
    there = rdl_aside_sp(t);
    rdl_aside_lower(t, here - CALL_FRAME);
    rdl_sigframe_call_on((char *)there, function, number, info, argument);
    rdl_aside_raise(t);
}

char *rdl_aside_for(struct rdl_thread *t, uintptr_t sp)
{
    if (rdl_aside_holds(sp))
        return (char *)sp;
    ((struct top *)t->aside)->sp = sp;
    return t->aside;
}
