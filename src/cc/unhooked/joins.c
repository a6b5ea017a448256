/* joins.c - what is known where paths meet: see state.h. */
#include "cc/unhooked/state.h"

#include "util/alloc.h"

#include <stdlib.h>

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

static bool state_add(struct rdl_state_joins *j, enum rdl_state_what what,
                      int address, int64_t size)
{
    if (state_differs(j, what, address, size) != NULL)
        return false;
    if (j->n == j->room) {
        j->room = j->room == 0 ? 8 : 2 * j->room;
        j->all = rdl_grow(j->all, j->room * sizeof(j->all[0]));
    }
    j->all[j->n++] = (struct rdl_state_join){
        .address = address, .what = what, .size = size, .of.leader = -1
    };
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

/* --- Pairs with a fixed distance --------------------------------------------
 *
 * Numbers: registers, then the entries of joins->all. */

#define MOST_PAIRED 64 /* bits of `apart` */

static struct rdl_state_differing *state_of(struct rdl_state_joins *j, size_t k)
{
    if (k < RDL_STATE_REGISTERS)
        return j->reg[k] ? &j->of_reg[k] : NULL;
    k -= RDL_STATE_REGISTERS;
    return k < j->n && j->all[k].what == RDL_JOIN_WORD ? &j->all[k].of : NULL;
}

/* The value of number k in a state; -1 if it is not known. */
static int state_value(const struct rdl_state *s,
                       const struct rdl_state_joins *j, size_t k)
{
    const struct rdl_state_slot *slot;

    if (k < RDL_STATE_REGISTERS)
        return s->reg[k];
    slot = state_slot(s, j->all[k - RDL_STATE_REGISTERS].address,
                      j->all[k - RDL_STATE_REGISTERS].size);
    return slot != NULL ? slot->value : -1;
}

/* Finds a leader for number k by the values in s. */
static void state_pair(const struct rdl_state *s, const struct rdl_values *v,
                       struct rdl_state_joins *j, size_t k)
{
    struct rdl_state_differing *of = state_of(j, k);
    const int value = state_value(s, j, k);

    of->leader = -1;
    for (size_t i = 0; i < k && i < MOST_PAIRED && value >= 0; i++) {
        const struct rdl_state_differing *other = state_of(j, i);
        const int leads = other != NULL ? state_value(s, j, i) : -1;

        if (leads < 0 || other->leader >= 0 || (of->apart >> i & 1) != 0 ||
            !rdl_values_distance(v, value, leads, &of->distance))
            continue;
        of->leader = (int)i;
        return;
    }
}

/* Another path: are all pairs as far apart there?  True if one is not. */
static bool state_parts(const struct rdl_state *s, const struct rdl_values *v,
                        struct rdl_state_joins *j)
{
    bool parted = false;

    for (size_t k = 0; k < RDL_STATE_REGISTERS + j->n; k++) {
        struct rdl_state_differing *of = state_of(j, k);
        int value, leads;
        int64_t d;

        if (of == NULL || of->leader < 0)
            continue;
        value = state_value(s, j, k);
        leads = state_value(s, j, (size_t)of->leader);
        if (value >= 0 && leads >= 0 &&
            rdl_values_distance(v, value, leads, &d) && d == of->distance)
            continue;
        of->apart |= (uint64_t)1 << of->leader;
        of->leader = -1;
        parted = true;
    }
    return parted;
}

/* --- The two operations --------------------------------------------------- */

bool rdl_state_apply(struct rdl_state *s, struct rdl_values *v,
                     struct rdl_state_joins *j, uint64_t place)
{
    const size_t n = RDL_STATE_REGISTERS + j->n;
    int *joined = rdl_alloc(n * sizeof(joined[0]));
    bool changed = false;
    size_t kept = 0;

    for (size_t k = 0; k < n; k++) {
        struct rdl_state_differing *of = state_of(j, k);
        const int value = of != NULL ? state_value(s, j, k) : -1;

        joined[k] = -1;
        if (value < 0)
            continue;
        state_pair(s, v, j, k);
        if (of->leader >= 0)
            joined[k] = rdl_values_add(v, joined[of->leader],
                                       rdl_values_number(v, of->distance), 1);
        else
            joined[k] = state_joined(
                v, value, place,
                k < RDL_STATE_REGISTERS
                    ? k
                    : RDL_STATE_REGISTERS +
                          (uint64_t)j->all[k - RDL_STATE_REGISTERS].address,
                &changed);
    }
    for (size_t i = 0; i < s->n_slots; i++) {
        struct rdl_state_slot slot = s->slot[i];
        const struct rdl_state_join *word;

        if (state_differs(j, RDL_JOIN_NOWORD, slot.address, slot.size))
            continue;
        word = state_differs(j, RDL_JOIN_WORD, slot.address, slot.size);
        if (word != NULL)
            slot.value = joined[RDL_STATE_REGISTERS + (word - j->all)];
        s->slot[kept++] = slot;
    }
    s->n_slots = kept;
    for (unsigned i = 0; i < RDL_STATE_REGISTERS; i++) {
        if (j->reg[i])
            s->reg[i] = joined[i];
    }
    kept = 0;
    for (size_t i = 0; i < s->n_hooks; i++) {
        if (!state_differs(j, RDL_JOIN_NOHOOK, s->hook[i].address,
                           s->hook[i].size))
            s->hook[kept++] = s->hook[i];
    }
    s->n_hooks = kept;
    free(joined);
    return changed;
}

bool rdl_state_differ(const struct rdl_state *s, struct rdl_values *v,
                      const struct rdl_state *other, struct rdl_state_joins *j)
{
    bool new = state_parts(other, v, j);

    for (unsigned i = 0; i < RDL_STATE_REGISTERS; i++) {
        if (s->reg[i] == other->reg[i])
            continue;
        if (!j->reg[i])
            j->of_reg[i].leader = -1;
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
