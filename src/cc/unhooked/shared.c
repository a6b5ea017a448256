/* shared.c - local variables that other threads may reach: see leaks.h. */
#include "cc/unhooked/effects.h"

void rdl_effects_escape(const struct rdl_effects *e,
                        struct rdl_effects_escapes *to, int address)
{
    if ((rdl_values_flags(&e->values, address) & RDL_ATOM_FRAME) == 0)
        return;
    for (size_t i = 0; i < to->n; i++) {
        if (to->address[i] == address)
            return;
    }
    if (to->n == sizeof(to->address) / sizeof(to->address[0]))
        to->full = true;
    else
        to->address[to->n++] = address;
}

void rdl_effects_leak(struct rdl_effects *e, int value)
{
    rdl_effects_escape(e, &e->reachable, value);
    e->leaks.parameters |= rdl_leaks_parameters(&e->values, value);
}

/* Does somebody else get the address of the variable there? */
static bool shared_reachable(const struct rdl_effects *e, int address)
{
    for (size_t i = 0; i < e->reachable.n; i++) {
        if (rdl_leaks_behind(&e->values, e->reachable.address[i], address, 1))
            return true;
    }
    for (size_t i = 0; i < e->leaks.n_given; i++) {
        if (rdl_leaks_behind(&e->values, e->leaks.given[i].value, address, 1))
            return true;
    }
    return false;
}

void rdl_effects_leak_kept(struct rdl_effects *e)
{
    size_t before;

    do {
        before = e->reachable.n;
        for (size_t i = 0; i < e->leaks.n_kept; i++) {
            const struct rdl_leaks_kept *k = &e->leaks.kept[i];

            if ((k->hooked && shared_reachable(e, k->address)) ||
                rdl_leaks_copied(&e->leaks, &e->values, k->address))
                rdl_effects_leak(e, k->value);
        }
    } while (e->reachable.n > before);
}

/* Is `address` in a structure that a function has returned, which lies behind
 * `from`? */
static bool shared_result_between(const struct rdl_effects *e, int from,
                                  int address, int64_t size)
{
    for (size_t k = 0; k < e->leaks.n_given; k++) {
        const struct rdl_leaks_given *g = &e->leaks.given[k];

        if (g->argument == 0 && g->goal != 0 && g->value != from &&
            rdl_leaks_behind(&e->values, from, g->value, 1) &&
            rdl_leaks_behind(&e->values, g->value, address, size) &&
            e->reports->returns_structure(e->reports->data, g->goal))
            return true;
    }
    return false;
}

/* Compilers give no hook to the reads that copy a structure for a function that
 * gets it by value.  A read of what the function itself has stored there
 * without a hook, such as a register, is none of them; any other may be of any
 * variable below. */
void rdl_effects_reads(struct rdl_effects *e, uint64_t at, int address,
                       int64_t size)
{
    if (rdl_leaks_own(&e->leaks, &e->values, address, size))
        return;
    for (size_t k = 0; k < e->reachable.n; k++) {
        if (rdl_leaks_behind(&e->values, e->reachable.address[k], address,
                             size) &&
            !shared_result_between(e, e->reachable.address[k], address, size)) {
            e->found(e->data, at, address);
            return;
        }
    }
    for (size_t k = 0; k < e->leaks.n_given; k++) {
        const struct rdl_leaks_given *g = &e->leaks.given[k];

        if (g->goal != 0 &&
            rdl_leaks_behind(&e->values, g->value, address, size) &&
            !shared_result_between(e, g->value, address, size))
            e->reports->reads(e->reports->data, at, g->goal, g->argument);
    }
}
