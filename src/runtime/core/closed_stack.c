/* closed_stack.c - see closed_stack.h. */
#include "runtime/core/closed_stack.h"

#include "runtime/core/control.h"
#include "runtime/core/donor.h"
#include "runtime/core/persistent.h"
#include "runtime/core/stack.h"
#include "runtime/machine/page.h"
#include "runtime/machine/raw.h"

#include <sys/mman.h>
#include <sys/syscall.h>

/* A stack that was opened as a whole more often is not closed again. */
#define MOST_DEEP 4

struct rdl_closed_stack rdl_stack_of_main = { .grows = true };
static bool shown; /* all are open for good */

RDL_PERSISTENT_HERE(rdl_stack_of_main);
RDL_PERSISTENT(shown);

/* All below `open`; of main's stack as far as it has grown. */
static bool closed_stack_protect(const struct rdl_closed_stack *s, char *open,
                                 int protection)
{
    if (s->grows)
        return rdl_raw(SYS_mprotect, open - RDL_PAGE, RDL_PAGE,
                       protection | PROT_GROWSDOWN) == 0;
    return rdl_raw(SYS_mprotect, s->low, open - s->low, protection) == 0;
}

char *rdl_stack_tidy(struct rdl_closed_stack *s, char *low, char *top)
{
    size_t near = s->n_deep == 0 ? RDL_PAGE : RDL_STACK_OPEN;
    char *open;

    s->low = low;
    s->top = top;
    if (s->open != NULL)
        return s->open;
    if (!rdl_rewinds || shown || s->n_deep > MOST_DEEP)
        return rdl_stack_give_back(low, top, RDL_STACK_NEAR);
    open = rdl_stack_give_back(low, top, near);
    if (open > low && closed_stack_protect(s, open, PROT_NONE))
        s->open = open;
    return open;
}

void rdl_stack_open_whole(struct rdl_closed_stack *s)
{
    if (s->open == NULL)
        return;
    closed_stack_protect(s, s->open, PROT_READ | PROT_WRITE);
    s->open = NULL;
}

bool rdl_stack_is_closed_at(const struct rdl_closed_stack *s, uintptr_t start,
                            size_t size)
{
    return s->open != NULL && start < (uintptr_t)s->open &&
           (start >= (uintptr_t)s->low || (uintptr_t)s->low - start < size);
}

bool rdl_stack_open(struct rdl_closed_stack *s, uintptr_t addr)
{
    char *page = (char *)rdl_page_down(addr);

    if (!rdl_stack_is_closed_at(s, addr, 1))
        return false;
    if ((size_t)(s->top - page) > RDL_STACK_OPEN ||
        rdl_raw(SYS_mprotect, page, s->open - page, PROT_READ | PROT_WRITE) !=
            0) {
        s->n_deep++;
        rdl_stack_open_whole(s);
        return true;
    }
    s->open = page;
    return true;
}

static struct rdl_closed_stack *closed_stack_of(uintptr_t addr)
{
    struct rdl_closed_stack *s = rdl_donor_closed_stack(addr);

    return s != NULL ? s : &rdl_stack_of_main;
}

bool rdl_closed_stacks_fault(uintptr_t addr)
{
    return rdl_stack_open(closed_stack_of(addr), addr);
}

void rdl_closed_stacks_trapped(uintptr_t sp)
{
    rdl_stack_open(closed_stack_of(sp), sp);
}

void rdl_closed_stacks_named(uintptr_t start, size_t size)
{
    if (!shown && rdl_stack_is_closed_at(closed_stack_of(start), start, size))
        rdl_closed_stacks_open();
}

void rdl_closed_stacks_open(void)
{
    if (shown)
        return;
    shown = true;
    rdl_stack_open_whole(&rdl_stack_of_main);
    rdl_donor_open_stacks();
}
