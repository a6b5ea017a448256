/* patience.c - see patience.h.  Each time that it is used up it halves, because
 * a thread that works until a time is over may let many short waits pass. */
#include "runtime/sched/patience.h"

#include "runtime/sched/wait.h"

#define MOST 10000 /* decisions */
#define LEAST 64

static uint64_t asked;  /* decisions so far */
static uint64_t passed; /* `asked` when time passed last */
static uint64_t most;   /* decisions that a wait lasts */
static uint64_t look;   /* `asked` at which it looks at the waits again */

void rdl_patience_begin(void)
{
    asked = passed = 0;
    most = look = MOST;
}

uint64_t rdl_patience_asked(void)
{
    return asked;
}

bool rdl_patience_over(void)
{
    const struct rdl_wait *wait;
    uint64_t since;

    if (++asked < look)
        return false;
    if (rdl_wait_next(&wait) == RDL_NEVER)
        return false; /* all have expired */
    since = wait != NULL ? wait->asked : passed;
    look = since + most;
    return asked >= look;
}

void rdl_patience_passed(bool idle)
{
    passed = asked;
    most = idle ? MOST : most / 2 < LEAST ? LEAST : most / 2;
    look = asked + most;
}
