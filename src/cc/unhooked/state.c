/* state.c - see state.h. */
#include "cc/unhooked/state.h"

#include <string.h>

#define PART ((uint64_t)1 << 42) /* an operation: some bytes of a value */

/* --- The frame ------------------------------------------------------------ */

void rdl_state_forget(struct rdl_state *s, const struct rdl_values *v,
                      int address, int64_t size)
{
    size_t kept = 0;

    for (size_t i = 0; i < s->n_slots; i++) {
        int64_t d;

        if (rdl_values_distance(v, s->slot[i].address, address, &d) &&
            d < size && d > -s->slot[i].size)
            continue;
        s->slot[kept++] = s->slot[i];
    }
    s->n_slots = kept;
}

void rdl_state_store(struct rdl_state *s, const struct rdl_values *v,
                     int address, int64_t size, int value)
{
    rdl_state_forget(s, v, address, size);
    if (s->n_slots < RDL_STATE_SLOTS)
        s->slot[s->n_slots++] = (struct rdl_state_slot){ address, value, size };
}

int rdl_state_load(struct rdl_state *s, struct rdl_values *v, int address,
                   int64_t size, uint64_t at)
{
    int value;

    for (size_t i = 0; i < s->n_slots; i++) {
        const struct rdl_state_slot *slot = &s->slot[i];
        int64_t d;

        if (slot->address == address && slot->size == size)
            return slot->value;
        if (rdl_values_distance(v, address, slot->address, &d) && d >= 0 &&
            d + size <= slot->size)
            return rdl_values_atom(v, RDL_ATOM_RESULT,
                                   PART + ((uint64_t)size << 8) + (uint64_t)d,
                                   (uint64_t)slot->value, 0, 0);
    }
    value = rdl_values_atom(v, RDL_ATOM_MADE, at, RDL_STATE_REGISTERS,
                            (uint64_t)address, 0);
    rdl_state_store(s, v, address, size, value);
    return value;
}

/* --- Hooks ---------------------------------------------------------------- */

void rdl_state_announce(struct rdl_state *s, int address, int64_t size,
                        unsigned kinds)
{
    if (s->n_hooks == RDL_STATE_HOOKS) {
        memmove(&s->hook[0], &s->hook[1],
                (s->n_hooks - 1) * sizeof(s->hook[0]));
        s->n_hooks--;
    }
    s->hook[s->n_hooks++] = (struct rdl_state_hook){ address, kinds, size };
}

/* The bytes of an access of `size` bytes that the hook covers, `d` bytes from
 * its begin, as bits. */
static uint64_t state_covers(const struct rdl_state_hook *h, int64_t d,
                             int64_t size)
{
    uint64_t covered = 0;

    for (int64_t i = 0; i < size; i++) {
        if (d + i >= 0 && d + i < h->size)
            covered |= (uint64_t)1 << i;
    }
    return covered;
}

/* A compiler may join stores to neighbours behind their hooks. */
bool rdl_state_announced(const struct rdl_state *s, const struct rdl_values *v,
                         int address, int64_t size, unsigned kinds)
{
    const int64_t n = size < 64 ? size : 64;
    const uint64_t all =
        state_covers(&(struct rdl_state_hook){ .size = RDL_HOOK_OPEN }, 0, n);
    uint64_t read = 0, written = 0;

    for (size_t i = 0; i < s->n_hooks; i++) {
        const struct rdl_state_hook *h = &s->hook[i];
        int64_t d;

        if (!rdl_values_distance(v, address, h->address, &d))
            continue;
        if ((h->kinds & RDL_HOOK_READS) != 0)
            read |= state_covers(h, d, n);
        if ((h->kinds & RDL_HOOK_WRITES) != 0)
            written |= state_covers(h, d, n);
    }
    return ((kinds & RDL_HOOK_READS) == 0 || read == all) &&
           ((kinds & RDL_HOOK_WRITES) == 0 || written == all);
}
