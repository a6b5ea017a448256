/* sets.c - see sets.h. */
#include "regress/sets.h"

#include "regress/operators.h"
#include "util/alloc.h"

#include <stdlib.h>

/* A location without a place. */
#define UNPLACED UINT32_MAX

/* By location: index into places + 1; 0: it has none. */
struct by_location {
    uint32_t n;
    uint32_t *at;
};

static struct by_location by_location_make(const struct rdl_places *p)
{
    struct by_location b = { .n = RDL_LOC_FIRST };

    for (size_t i = 0; i < p->n; i++) {
        if (p->all[i].location >= b.n && p->all[i].location < RDL_SETS_OLD)
            b.n = p->all[i].location + 1;
    }
    b.at = rdl_alloc(b.n * sizeof(*b.at));
    for (size_t i = 0; i < p->n; i++) {
        if (p->all[i].location < b.n)
            b.at[p->all[i].location] = (uint32_t)i + 1;
    }
    return b;
}

/* The location in the new build, or the old one with RDL_SETS_OLD; UNPLACED if
 * it has none.  *removed: a lock is taken there, and the line is gone. */
static uint32_t sets_old(const struct rdl_mapping *m,
                         const struct by_location *b, uint32_t location,
                         bool *removed)
{
    size_t i;

    if (location < RDL_LOC_FIRST)
        return location;
    if (location >= b->n || b->at[location] == 0)
        return UNPLACED;
    i = b->at[location] - 1;
    switch (m->how[i]) {
    case RDL_MAPPED_PLACE:
        return m->is->all[m->to[i]].location;
    case RDL_MAPPED_LINE:
        return RDL_SETS_OLD | location;
    case RDL_MAPPED_GONE:
        if (rdl_operator_of(m->was->all[i].op) != RDL_OPERATOR_LOCK)
            break;
        *removed = true;
        return RDL_SETS_OLD | location;
    }
    return UNPLACED;
}

static uint32_t sets_new(const struct by_location *b, uint32_t location)
{
    return location < RDL_LOC_FIRST || (location < b->n && b->at[location] != 0)
               ? location
               : UNPLACED;
}

static int sets_compare(const void *x, const void *y)
{
    const struct rdl_changed *a = x, *b = y;

    if (a->metric != b->metric)
        return a->metric < b->metric ? -1 : 1;
    if (a->l1 != b->l1)
        return a->l1 < b->l1 ? -1 : 1;
    return (a->l2 > b->l2) - (a->l2 < b->l2);
}

/* Makes equal ones one. */
static void sets_merge(struct rdl_sets *s)
{
    size_t n = 0;

    if (s->n > 0)
        qsort(s->all, s->n, sizeof(*s->all), sets_compare);
    for (size_t i = 0; i < s->n; i++) {
        struct rdl_changed *to = &s->all[n > 0 ? n - 1 : 0];
        const struct rdl_changed *r = &s->all[i];

        if (n == 0 || sets_compare(to, r) != 0) {
            s->all[n++] = *r;
            continue;
        }
        to->was_estimated |= r->was_estimated;
        to->was_covered |= r->was_covered;
        to->estimated |= r->estimated;
        to->covered |= r->covered;
    }
    s->n = n;
}

void rdl_sets_make(struct rdl_sets *s, const struct rdl_mapping *m,
                   const struct rdl_sets_requirement *was, size_t n_was,
                   const struct rdl_sets_requirement *is, size_t n_is)
{
    struct by_location old = by_location_make(m->was);
    struct by_location new = by_location_make(m->is);

    *s = (struct rdl_sets){
        .all = rdl_alloc((n_was + n_is + 1) * sizeof(*s->all)),
    };
    for (size_t i = 0; i < n_was; i++) {
        bool removed = false;
        const uint32_t l1 = sets_old(m, &old, was[i].l1, &removed);
        const uint32_t l2 = sets_old(m, &old, was[i].l2, &removed);
        const struct rdl_changed r = {
            .metric = was[i].metric,
            .l1 = l1,
            .l2 = l2,
            .was_estimated = was[i].estimated,
            .was_covered = was[i].covered,
            .removed = removed,
        };

        if (r.l1 != UNPLACED && r.l2 != UNPLACED)
            s->all[s->n++] = r;
    }
    for (size_t i = 0; i < n_is; i++) {
        const struct rdl_changed r = {
            .metric = is[i].metric,
            .l1 = sets_new(&new, is[i].l1),
            .l2 = sets_new(&new, is[i].l2),
            .estimated = is[i].estimated,
            .covered = is[i].covered,
        };

        if (r.l1 != UNPLACED && r.l2 != UNPLACED)
            s->all[s->n++] = r;
        else
            s->unplaced++;
    }
    sets_merge(s);
    free(old.at);
    free(new.at);
}

void rdl_sets_free(struct rdl_sets *s)
{
    free(s->all);
    *s = (struct rdl_sets){ .n = 0 };
}

char rdl_changed_class(const struct rdl_changed *r)
{
    if (r->removed)
        return 0;
    if (r->estimated)
        return r->was_covered ? 'B' : r->was_estimated ? 0 : 'A';
    return r->was_covered ? 'C' : 0;
}

bool rdl_changed_left_out(const struct rdl_changed *r)
{
    return r->was_estimated && !r->was_covered && !r->removed;
}

bool rdl_changed_vanished(const struct rdl_changed *r)
{
    return (r->was_estimated || r->was_covered) && !r->estimated;
}
