/* timers.c - see timers.h. */
#include "runtime/sched/timers.h"

#include "runtime/core/interceptor.h"

#define LATEST (UINT64_C(1) << 62) /* 146 years: later is never */

struct rdl_timer *rdl_timers_first;

static void timers_unlink(struct rdl_timer *timer)
{
    struct rdl_timer **p = &rdl_timers_first;

    if (!timer->linked)
        return;
    while (*p != timer)
        p = &(*p)->next;
    *p = timer->next;
    timer->linked = false;
}

void rdl_timer_set(struct rdl_timer *timer, uint64_t deadline)
{
    struct rdl_timer **p = &rdl_timers_first;

    timers_unlink(timer);
    timer->deadline = deadline;
    if (deadline == RDL_NEVER)
        return;
    while (*p != NULL && (*p)->deadline <= deadline)
        p = &(*p)->next;
    timer->next = *p;
    *p = timer;
    timer->linked = true;
}

static bool timers_is_deadly(const struct rdl_timer *t)
{
    return t->deadly != NULL && t->deadly(t);
}

uint64_t rdl_timers_next(void)
{
    for (const struct rdl_timer *t = rdl_timers_first; t != NULL; t = t->next) {
        if ((t->quiet == NULL || !t->quiet(t)) && !timers_is_deadly(t))
            return t->deadline;
    }
    return RDL_NEVER;
}

uint64_t rdl_timers_watchdog(void)
{
    for (const struct rdl_timer *t = rdl_timers_first; t != NULL; t = t->next) {
        if (timers_is_deadly(t))
            return t->deadline;
    }
    return RDL_NEVER;
}

void rdl_timers_hold(uint64_t ns)
{
    struct rdl_timer *held = NULL, **end = &held;

    for (struct rdl_timer **p = &rdl_timers_first; *p != NULL;) {
        struct rdl_timer *t = *p;

        if (!timers_is_deadly(t)) {
            p = &t->next;
            continue;
        }
        *p = t->next;
        *end = t;
        end = &t->next;
    }
    *end = NULL;
    while (held != NULL) {
        struct rdl_timer *t = held;

        held = t->next;
        t->linked = false;
        rdl_timer_set(t, t->deadline < LATEST ? t->deadline + ns : t->deadline);
    }
}

void rdl_timers_fire(uint64_t now)
{
    while (rdl_timers_first != NULL && rdl_timers_first->deadline <= now) {
        struct rdl_timer *timer = rdl_timers_first;

        timers_unlink(timer);
        timer->fire(timer);
    }
}
