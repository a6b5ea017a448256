/* state.c - see state.h. */
#include "cc/unhooked/state.h"

#include "util/alloc.h"

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

/* --- Paths that meet ------------------------------------------------------ */

#define POINTS (RDL_ATOM_FRAME | RDL_ATOM_OWN | RDL_ATOM_CONSTANT)

/* The atom for `what` (a register or an address in the frame) at a place where
 * its values differ.  It points to the frame if all of them do. */
static int state_joined(struct rdl_values *v, int value, uint64_t place,
                        uint64_t what, bool *changed)
{
    const unsigned flags = rdl_values_flags(v, value) & POINTS;
    const int joined =
        rdl_values_atom(v, RDL_ATOM_JOINED, place, what, 0, flags);
    struct rdl_atom *atom = rdl_values_single(v, joined);

    if ((atom->flags & ~flags) != 0) {
        atom->flags &= flags;
        *changed = true;
    }
    return joined;
}

static const struct rdl_state_join *
state_differs(const struct rdl_state_joins *j, enum rdl_state_what what,
              int address, int64_t size)
{
    for (size_t i = 0; i < j->n; i++) {
        if (j->all[i].what == what && j->all[i].address == address &&
            j->all[i].size == size)
            return &j->all[i];
    }
    return NULL;
}

bool rdl_state_apply(struct rdl_state *s, struct rdl_values *v,
                     const struct rdl_state_joins *j, uint64_t place)
{
    bool changed = false;
    size_t kept = 0;

    for (unsigned i = 0; i < RDL_STATE_REGISTERS; i++) {
        if (j->reg[i])
            s->reg[i] = state_joined(v, s->reg[i], place, i, &changed);
    }
    for (size_t i = 0; i < s->n_slots; i++) {
        struct rdl_state_slot slot = s->slot[i];

        if (state_differs(j, RDL_JOIN_NOWORD, slot.address, slot.size))
            continue;
        if (state_differs(j, RDL_JOIN_WORD, slot.address, slot.size))
            slot.value = state_joined(
                v, slot.value, place,
                RDL_STATE_REGISTERS + (uint64_t)slot.address, &changed);
        s->slot[kept++] = slot;
    }
    s->n_slots = kept;
    kept = 0;
    for (size_t i = 0; i < s->n_hooks; i++) {
        if (!state_differs(j, RDL_JOIN_NOHOOK, s->hook[i].address,
                           s->hook[i].size))
            s->hook[kept++] = s->hook[i];
    }
    s->n_hooks = kept;
    return changed;
}

static bool state_add(struct rdl_state_joins *j, enum rdl_state_what what,
                      int address, int64_t size)
{
    if (state_differs(j, what, address, size) != NULL)
        return false;
    if (j->n == j->room) {
        j->room = j->room == 0 ? 8 : 2 * j->room;
        j->all = rdl_grow(j->all, j->room * sizeof(j->all[0]));
    }
    j->all[j->n++] = (struct rdl_state_join){ address, what, size };
    return true;
}

static const struct rdl_state_slot *state_slot(const struct rdl_state *s,
                                               int address, int64_t size)
{
    for (size_t i = 0; i < s->n_slots; i++) {
        if (s->slot[i].address == address && s->slot[i].size == size)
            return &s->slot[i];
    }
    return NULL;
}

static bool state_has_hook(const struct rdl_state *s,
                           const struct rdl_state_hook *h)
{
    for (size_t i = 0; i < s->n_hooks; i++) {
        if (s->hook[i].address == h->address && s->hook[i].size == h->size &&
            s->hook[i].kinds == h->kinds)
            return true;
    }
    return false;
}

/* One more value that is known to differ.  True if the atom that stands for
 * them loses a flag by it; there is no atom before the next round. */
static bool state_lowers(struct rdl_values *v, int joined, int value)
{
    struct rdl_atom *atom = rdl_values_single(v, joined);
    const unsigned lost = POINTS & ~rdl_values_flags(v, value);

    if (atom == NULL || atom->kind != RDL_ATOM_JOINED ||
        (atom->flags & lost) == 0)
        return false;
    atom->flags &= ~lost;
    return true;
}

bool rdl_state_differ(const struct rdl_state *s, struct rdl_values *v,
                      const struct rdl_state *other, struct rdl_state_joins *j)
{
    bool new = false;

    for (unsigned i = 0; i < RDL_STATE_REGISTERS; i++) {
        if (s->reg[i] == other->reg[i])
            continue;
        if (!j->reg[i] || state_lowers(v, s->reg[i], other->reg[i]))
            j->reg[i] = new = true;
    }
    for (size_t i = 0; i < s->n_slots; i++) {
        const struct rdl_state_slot *slot = &s->slot[i];
        const struct rdl_state_slot *o =
            state_slot(other, slot->address, slot->size);

        if (o == NULL)
            new =
                state_add(j, RDL_JOIN_NOWORD, slot->address, slot->size) || new;
        else if (o->value != slot->value &&
                 (state_add(j, RDL_JOIN_WORD, slot->address, slot->size) ||
                  state_lowers(v, slot->value, o->value)))
            new = true;
    }
    for (size_t i = 0; i < s->n_hooks; i++) {
        if (!state_has_hook(other, &s->hook[i]))
            new = state_add(j, RDL_JOIN_NOHOOK, s->hook[i].address,
                            s->hook[i].size) ||
                  new;
    }
    return new;
}
