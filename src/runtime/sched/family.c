/* family.c - calls all families: see family.h. */
#include "runtime/sched/family.h"

bool rdl_families_outside(void)
{
    for (size_t i = 0; rdl_families[i] != NULL; i++) {
        if (rdl_families[i]->outside != NULL && rdl_families[i]->outside())
            return true;
    }
    return false;
}

bool rdl_families_poll(int ms)
{
    for (size_t i = 0; rdl_families[i] != NULL; i++) {
        if (rdl_families[i]->poll == NULL)
            continue;
        if (rdl_families[i]->poll(ms))
            return true;
        ms = 0;
    }
    return false;
}

/* The other functions return nothing: calls that of each family. */
#define ALL(member, ...)                                                       \
    for (size_t i = 0; rdl_families[i] != NULL; i++) {                         \
        if (rdl_families[i]->member != NULL)                                   \
            rdl_families[i]->member(__VA_ARGS__);                              \
    }

void rdl_families_thread_new(struct rdl_thread *t)
{
    ALL(thread_new, t)
}

void rdl_families_thread_leaves(struct rdl_thread *t)
{
    ALL(thread_leaves, t)
}

void rdl_families_thread_ends(struct rdl_thread *t)
{
    ALL(thread_ends, t)
}

void rdl_families_thread_ended(struct rdl_thread *t)
{
    ALL(thread_ended, t)
}

void rdl_families_kernel_thread(void)
{
    ALL(kernel_thread)
}

void rdl_families_kernel_turn(void)
{
    ALL(kernel_turn)
}

void rdl_families_forked(void)
{
    ALL(forked)
}

void rdl_families_exec_begins(void)
{
    ALL(exec_begins)
}

void rdl_families_exec_failed(void)
{
    ALL(exec_failed)
}

void rdl_families_execution_ends(void)
{
    ALL(execution_ends)
}
