/* associated.c - candidates about two variables that seem to belong together.
 *
 * Two things make memory that a thread accesses soon after each other
 * associated: it lies within 64 bytes and the thread accesses both in at least
 * 3/4 of the cases (MUVI: Lu et al., SOSP 2007, counts accesses in a function,
 * and looks at the source); or debug information says that it is two members of
 * one structure.  If a thread accesses one and then the other, and another
 * thread may access the first in between and also accesses the second, in
 * conflict both times, the two threads may see or leave values that do not fit
 * together: a multi-data block race of the thesis (2.3.6). The thread is held
 * between its two accesses until the other one has come.
 *
 * This is a guess.  It is worth a few executions, not a report: raddle reports
 * what the program annotates (runtime/observe/tables/association_table.h). */
#include "campaign/predict/candidate_parts.h"

#include <string.h>

#define NEAR 64 /* bytes apart: judged by how threads access it */
#define FAR 512 /* by debug information */

static bool associated_within(const struct granule *a, const struct granule *b,
                              uintptr_t bytes)
{
    return a->addr - b->addr <= bytes || b->addr - a->addr <= bytes;
}

static void associated_together(struct granule *a, struct granule *b)
{
    for (uint32_t i = 0; i < a->n_near; i++) {
        if (a->near[i].granule == b) {
            a->near[i].together++;
            return;
        }
    }
    if (a->n_near == MOST_NEAR)
        return;
    a->near = candidates_room(a->near, a->n_near, sizeof(*a->near));
    a->near[a->n_near++] = (struct near){ b, 1 };
}

static void associated_across(struct thread *t, const struct recent *r,
                              struct granule *g, uint32_t access)
{
    struct granule *first = r->granule;
    const struct across one = {
        .granule = g,
        .first = r->access,
        .second = (uint8_t)access,
        .hold = candidates_hold_place(t, r->index, g->accesses[access].pc),
    };

    for (uint32_t i = 0; i < first->n_across; i++) {
        const struct across *a = &first->across[i];

        if (a->granule == g && a->first == one.first && a->second == one.second)
            return;
    }
    if (first->n_across == MOST_ACROSS)
        return;
    first->across =
        candidates_room(first->across, first->n_across, sizeof(one));
    first->across[first->n_across++] = one;
}

/* Removes the granule from the recent ones; false: it was not there. */
static bool associated_drop(struct thread *t, const struct granule *g)
{
    for (uint32_t i = 0; i < t->n_recent; i++) {
        if (t->recent[i].granule != g)
            continue;
        memmove(&t->recent[i], &t->recent[i + 1],
                (t->n_recent - i - 1) * sizeof(t->recent[0]));
        t->n_recent--;
        return true;
    }
    return false;
}

void rdl_associated_visit(struct thread *t, struct granule *g, uint32_t access,
                          uint32_t index)
{
    const bool anew = !associated_drop(t, g);

    g->visits += anew;
    for (uint32_t i = 0; i < t->n_recent; i++) {
        struct recent *r = &t->recent[i];

        if (!associated_within(r->granule, g, FAR))
            continue;
        if (anew && associated_within(r->granule, g, NEAR)) {
            associated_together(r->granule, g);
            associated_together(g, r->granule);
        }
        associated_across(t, r, g, access);
    }
    if (t->n_recent == MOST_RECENT)
        memmove(&t->recent[0], &t->recent[1],
                --t->n_recent * sizeof(t->recent[0]));
    t->recent[t->n_recent++] = (struct recent){ .granule = g,
                                                .access = (uint8_t)access,
                                                .index = index };
}

/* Are they accessed together in 3/4 of the cases? */
static bool associated(const struct granule *a, const struct granule *b)
{
    const uint32_t visits = a->visits < b->visits ? a->visits : b->visits;

    for (uint32_t i = 0; i < a->n_near; i++) {
        if (a->near[i].granule == b)
            return 4 * (uint64_t)a->near[i].together >= 3 * (uint64_t)visits;
    }
    return false;
}

/* The structure that the granule is a part of; 0: not known, or none. */
static uintptr_t associated_structure(const struct search *s, struct granule *g)
{
    if (!g->asked && s->calls->structure != NULL)
        g->structure = s->calls->structure(s->calls->data, g->addr);
    g->asked = true;
    return g->structure;
}

static bool associated_members(const struct search *s, struct granule *a,
                               struct granule *b)
{
    const uintptr_t structure = associated_structure(s, a);

    return structure != 0 && structure == associated_structure(s, b);
}

/* Does q's thread also access what `second` accesses, in conflict with it? */
static bool associated_both(const struct granule *g, const struct access *q,
                            const struct access *second)
{
    for (uint32_t i = 0; i < g->n_accesses; i++) {
        const struct access *a = &g->accesses[i];

        if (a->thread == q->thread && candidates_overlap(a, second) &&
            (a->writes || second->writes))
            return true;
    }
    return false;
}

static void associated_found(const struct search *s, const struct across *x,
                             const struct access *p, const struct access *q)
{
    s->calls->each(s->calls->data, &(struct rdl_candidate){
                                       .atomicity = true,
                                       .pc = { p->pc, x->hold, q->pc },
                                       .addr = p->addr,
                                   });
}

void rdl_associated_look(const struct search *s, struct granule *g)
{
    for (uint32_t i = 0; i < g->n_across; i++) {
        const struct across *x = &g->across[i];
        const struct access *p = &g->accesses[x->first];
        const struct access *r = &x->granule->accesses[x->second];

        const bool near = associated(g, x->granule);

        for (uint32_t k = 0; k < g->n_accesses; k++) {
            const struct access *q = &g->accesses[k];

            if (q->thread == p->thread || !candidates_overlap(p, q) ||
                !(p->writes || q->writes) || candidates_ordered(p, q) ||
                candidates_ordered(q, r) ||
                candidates_guarded(r, q, p->index) ||
                !associated_both(x->granule, q, r) ||
                !(near || associated_members(s, g, x->granule)))
                continue;
            associated_found(s, x, p, q);
        }
    }
}
