/* budget.c - see budget.h. */
#include "campaign/budget.h"

#include "base/time.h"

uint64_t rdl_budget_now(const struct rdl_budget *b)
{
    return b->clock != NULL ? b->clock() : rdl_time_ns();
}

void rdl_budget_begin(struct rdl_budget *b)
{
    b->begin_ns = rdl_budget_now(b);
}

bool rdl_budget_late(const struct rdl_budget *b)
{
    return b->time_ns != 0 && rdl_budget_now(b) - b->begin_ns >= b->time_ns;
}

uint64_t rdl_budget_left(const struct rdl_budget *b)
{
    return b->executions != 0 ? b->executions - (b->handed - b->first)
                              : UINT64_MAX - b->handed;
}

void rdl_budget_pause(struct rdl_budget *b)
{
    b->aside_since_ns = rdl_budget_now(b);
}

void rdl_budget_resume(struct rdl_budget *b)
{
    b->aside_ns += rdl_budget_now(b) - b->aside_since_ns;
    b->aside_since_ns = 0;
}

double rdl_budget_seconds(const struct rdl_budget *b)
{
    const uint64_t end = b->aside_since_ns != 0 ? b->aside_since_ns
                         : b->end_ns != 0       ? b->end_ns
                                                : rdl_budget_now(b);

    return (double)(end - b->begin_ns - b->aside_ns) / 1e9;
}

double rdl_budget_aside(const struct rdl_budget *b)
{
    const uint64_t now =
        b->aside_since_ns != 0 ? rdl_budget_now(b) - b->aside_since_ns : 0;

    return (double)(b->aside_ns + now) / 1e9;
}
