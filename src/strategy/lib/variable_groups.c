/* variable_groups.c - see variable_groups.h. */
#include "strategy/lib/variable_groups.h"

#include "base/hash.h"
#include "strategy/lib/race.h"

#define NEAR 8 /* slots in which a word is searched */

void rdl_variable_groups_begin(struct rdl_variable_groups *g)
{
    g->execution++;
    if (g->n_places > RDL_GROUP_PLACES / 2) /* a wild write of the target */
        g->n_places = RDL_GROUP_PLACES / 2;
}

/* The slot of a place, or the free one where it would be. */
static unsigned groups_slot_of(const struct rdl_variable_groups *g,
                               uintptr_t pc)
{
    unsigned i = (unsigned)rdl_fold(0, pc) % RDL_GROUP_PLACES;

    for (unsigned n = 0; n < RDL_GROUP_PLACES; n++) {
        if (g->places[i].pc == pc || g->places[i].pc == 0)
            break;
        i = (i + 1) % RDL_GROUP_PLACES;
    }
    return i;
}

static unsigned groups_group_at(const struct rdl_variable_groups *g,
                                unsigned slot)
{
    return g->places[slot].group % RDL_GROUPS;
}

/* Does it access memory or a synchronisation object?  Operations on threads and
 * those without an operand do not. */
static bool groups_touches(const struct rdl_event *e)
{
    return rdl_op_class((enum rdl_op)e->op) != RDL_CLASS_THREAD && e->size > 0;
}

unsigned rdl_variable_groups_of(const struct rdl_variable_groups *g,
                                const struct rdl_event *e)
{
    unsigned slot;

    if (!groups_touches(e))
        return 0;
    slot = groups_slot_of(g, e->pc);
    return g->places[slot].pc == e->pc ? groups_group_at(g, slot) : 0;
}

static unsigned groups_new_group(struct rdl_variable_groups *g)
{
    uint64_t vacant = ~(g->used | 1);

    if (vacant == 0)
        return 0;
    g->used |= vacant & -vacant;
    return (unsigned)__builtin_ctzll(vacant);
}

/* Places a and b access the same variable. */
static void groups_join(struct rdl_variable_groups *g, unsigned a, unsigned b,
                        unsigned *gone, unsigned *into)
{
    unsigned one = groups_group_at(g, a), other = groups_group_at(g, b);

    if (one == other && one != 0)
        return;
    if (one == 0)
        one = other != 0 ? other : groups_new_group(g);
    if (other == 0 || other == one) {
        g->places[a].group = g->places[b].group = (uint8_t)one;
        return;
    }
    for (unsigned i = 0; i < RDL_GROUP_PLACES; i++) {
        if (g->places[i].group == other)
            g->places[i].group = (uint8_t)one;
    }
    g->used &= ~(UINT64_C(1) << other);
    *gone = other;
    *into = one;
}

unsigned rdl_variable_groups_step(struct rdl_variable_groups *g,
                                  const struct rdl_event *e, uint8_t thread,
                                  unsigned *gone, unsigned *into)
{
    const uintptr_t word = e->addr / 8;
    const bool writes = !rdl_race_reads_only(e);
    unsigned slot, w, n;

    *gone = 0;
    if (!groups_touches(e))
        return 0;
    slot = groups_slot_of(g, e->pc);
    if (g->places[slot].pc != e->pc) {
        if (g->n_places >= RDL_GROUP_PLACES / 2)
            return 0;
        g->n_places++;
        g->places[slot].pc = e->pc;
        g->places[slot].group = 0;
    }
    w = (unsigned)rdl_fold(1, word) % RDL_GROUP_WORDS;
    for (n = 0; n < NEAR; n++, w = (w + 1) % RDL_GROUP_WORDS) {
        if (g->words[w].execution != g->execution || g->words[w].word == word)
            break;
    }
    if (g->words[w].execution == g->execution && g->words[w].word == word &&
        g->words[w].thread != thread && (writes || g->words[w].writes))
        groups_join(g, slot, g->words[w].place % RDL_GROUP_PLACES, gone, into);
    g->words[w].word = word;
    g->words[w].execution = g->execution;
    g->words[w].place = (uint16_t)slot;
    g->words[w].thread = thread;
    g->words[w].writes = writes;
    return groups_group_at(g, slot);
}
