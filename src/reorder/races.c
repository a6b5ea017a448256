/* races.c - sync-preserving races: see found.h.  The accesses of two threads to
 * one memory, each at one place, are a pattern of two lists. */
#include "reorder/found.h"

#include "base/hash.h"

/* Memory at which a pair of places is looked at without finding a race: most
 * pairs that do not race at one element of an array do not race at another. */
enum { MOST_TRIES = 64, FOUND = MOST_TRIES + 1 };

struct races {
    struct rdl_reordered_list *out;
    const struct rdl_reading *r;
    struct rdl_closure *c;
    struct rdl_index places; /* pairs of them: how often tried, or FOUND */
};

static bool races_may(const struct rdl_reorder_access *a,
                      const struct rdl_reorder_access *b)
{
    return a->tid != b->tid && (a->bytes & b->bytes) != 0 &&
           rdl_ops_conflict((enum rdl_op)a->op, (enum rdl_op)b->op) &&
           !(a->op == RDL_OP_FREE && b->op == RDL_OP_FREE);
}

static struct rdl_reorder_list races_list(const struct rdl_reorder_access *a)
{
    return (struct rdl_reorder_list){
        .n = a->n,
        .events = a->events,
        .stand = a->op == RDL_OP_FREE ? RDL_REORDER_BEHIND : RDL_REORDER_BEFORE,
    };
}

static struct rdl_reordered_part races_part(const struct rdl_reorder_access *a,
                                            size_t at)
{
    return (struct rdl_reordered_part){
        .event = a->events[at],
        .section = RDL_REORDER_NONE,
        .pc = a->pc,
        .op = a->op,
    };
}

static void races_look(struct races *s, const struct rdl_reorder_memory *m,
                       const struct rdl_reorder_access *a,
                       const struct rdl_reorder_access *b)
{
    const struct rdl_reorder_list lists[2] = { races_list(a), races_list(b) };
    const uint64_t key =
        a->pc < b->pc ? rdl_mix(a->pc, b->pc) : rdl_mix(b->pc, a->pc);
    uint32_t *tries = rdl_index_at(&s->places, key, 0);
    struct rdl_reordered race = { .n = 2, .addr = m->at };
    size_t at[2];

    if (*tries == FOUND)
        return;
    if (*tries == MOST_TRIES || s->c->work > RDL_REORDER_WORK ||
        s->out->n_races == RDL_REORDER_RACES) {
        s->out->partial = true;
        return;
    }
    ++*tries;
    if (!rdl_closure_find(s->c, lists, 2, at))
        return;
    *tries = FOUND;
    race.parts[0] = races_part(a, at[0]);
    race.parts[1] = races_part(b, at[1]);
    rdl_reordered_add(s->out, s->c, &race);
}

void rdl_reordered_races(struct rdl_reordered_list *out,
                         const struct rdl_reading *r, struct rdl_closure *c)
{
    struct races s = { .out = out, .r = r, .c = c };

    for (size_t i = 0; i < r->memory.n; i++) {
        const struct rdl_reorder_access *all = r->memory.accesses;
        const struct rdl_reorder_memory *m = &r->memory.all[i];

        for (uint32_t a = m->accesses; a != RDL_REORDER_NONE; a = all[a].next) {
            for (uint32_t b = all[a].next; b != RDL_REORDER_NONE;
                 b = all[b].next) {
                if (races_may(&all[a], &all[b]))
                    races_look(&s, m, &all[a], &all[b]);
            }
        }
    }
    rdl_index_free(&s.places);
}
