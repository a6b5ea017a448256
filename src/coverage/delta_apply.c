/* delta_apply.c - applies a delta to a coverage memory: delta.h.
 *
 * Reads the delta twice: first to check that all it names exists, then to add
 * it.  A number of the source is mapped to the number of the same thing
 * here. */
#include "coverage/delta.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct apply {
    struct rdl_coverage *coverage;
    struct rdl_delta_source *source;
    struct rdl_delta_counts all; /* totals with the delta */
    int error;
    uint64_t *row; /* room for one row, in numbers of here */
};

void rdl_delta_source_free(struct rdl_delta_source *s)
{
    free(s->modules);
    free(s->locations);
    free(s->requirements);
    free(s->hits);
    for (size_t i = 0; i < RDL_N_COMBINATORIAL; i++)
        free(s->members[i]);
    *s = (struct rdl_delta_source){ .modules = NULL };
}

/* --- Does all of it exist? ------------------------------------------------ */

static bool apply_refuse(struct apply *a, int error)
{
    a->error = error;
    return false;
}

static bool apply_is_next(const struct rdl_delta_counts *since,
                          const struct rdl_delta_counts *known)
{
    bool next = since->modules <= known->modules &&
                since->locations <= known->locations &&
                since->requirements <= known->requirements;

    for (size_t i = 0; i < RDL_N_COMBINATORIAL; i++)
        next = next && since->members[i] <= known->members[i];
    return next;
}

static bool check_begin(void *data, const struct rdl_delta_counts *since,
                        const struct rdl_delta_counts *all)
{
    struct apply *a = data;

    a->all = *all;
    return apply_is_next(since, &a->source->known) || apply_refuse(a, -ESTALE);
}

static bool check_location(void *data, uint32_t number, uint64_t key)
{
    struct apply *a = data;
    const uint32_t module = rdl_location_key_module(key);

    (void)number;
    return module < a->all.modules || module == RDL_NO_MODULE ||
           apply_refuse(a, -EINVAL);
}

static bool check_requirement(void *data, const struct rdl_delta_requirement *r)
{
    struct apply *a = data;

    return (rdl_key_metric(r->key) < RDL_N_METRICS &&
            rdl_key_fits(r->key, rdl_locations_limit(a->all.locations))) ||
           apply_refuse(a, -EINVAL);
}

static bool check_member(void *data, unsigned kind, uint32_t member,
                         uint32_t requirement)
{
    struct apply *a = data;

    (void)kind;
    (void)member;
    return (requirement != 0 && requirement <= a->all.requirements) ||
           apply_refuse(a, -EINVAL);
}

static bool check_row(void *data, const struct rdl_delta_row *row)
{
    struct apply *a = data;
    const uint32_t n = a->all.members[row->kind];
    const size_t last = row->n_words - 1;

    if (row->n_words == 0 || (last + 1) * 64 <= n)
        return true;
    return (row->partners[last] >> (n - 64 * last)) == 0 ||
           apply_refuse(a, -EINVAL);
}

/* --- Adding --------------------------------------------------------------- */

static bool apply_grow(struct apply *a, uint32_t **list, uint32_t n)
{
    uint32_t *more = realloc(*list, ((size_t)n + 1) * sizeof(*more));

    if (more == NULL)
        return apply_refuse(a, -ENOMEM);
    *list = more;
    return true;
}

/* What a source has counted of a requirement that is new here is nothing. */
static bool apply_grow_hits(struct apply *a, uint32_t from, uint32_t n)
{
    struct rdl_hits **list = &a->source->hits;
    struct rdl_hits *more = realloc(*list, ((size_t)n + 1) * sizeof(*more));

    if (more == NULL)
        return apply_refuse(a, -ENOMEM);
    if (*list == NULL)
        more[0] = (struct rdl_hits){ .covered = 0 };
    for (uint32_t i = from; i < n; i++)
        more[i + 1] = (struct rdl_hits){ .covered = 0 };
    *list = more;
    return true;
}

static uint32_t apply_max(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

static bool apply_begin(void *data, const struct rdl_delta_counts *since,
                        const struct rdl_delta_counts *all)
{
    struct apply *a = data;
    struct rdl_delta_source *s = a->source;
    struct rdl_delta_counts *k = &s->known;
    const uint32_t before = k->requirements;
    bool good;

    (void)since;
    k->modules = apply_max(k->modules, all->modules);
    k->locations = apply_max(k->locations, all->locations);
    k->requirements = apply_max(k->requirements, all->requirements);
    good = apply_grow(a, &s->modules, k->modules) &&
           apply_grow(a, &s->locations, k->locations) &&
           apply_grow(a, &s->requirements, k->requirements) &&
           apply_grow_hits(a, before, k->requirements);
    for (size_t i = 0; good && i < RDL_N_COMBINATORIAL; i++) {
        k->members[i] = apply_max(k->members[i], all->members[i]);
        good = apply_grow(a, &s->members[i], k->members[i]);
    }
    return good;
}

static void apply_number(struct apply *a, uint32_t *list, uint32_t at,
                         uint32_t there, uint32_t here)
{
    list[at] = here;
    a->source->renumbered = a->source->renumbered || here != there;
}

static bool apply_module(void *data, uint32_t number,
                         const struct rdl_coverage_module *module)
{
    struct apply *a = data;
    struct rdl_coverage *c = a->coverage;

    apply_number(a, a->source->modules, number, number,
                 rdl_coverage_module(c->memory, &c->participant, module->path,
                                     module->build_id, module->build_id_size));
    return true;
}

static bool apply_location(void *data, uint32_t number, uint64_t key)
{
    struct apply *a = data;
    const uint32_t there = rdl_location_key_module(key);
    const uint32_t here =
        there == RDL_NO_MODULE ? there : a->source->modules[there];

    key = rdl_location_key_of(here, rdl_location_key_offset(key));
    apply_number(a, a->source->locations, number - RDL_LOC_FIRST, number,
                 rdl_location_named(&a->coverage->locations, key));
    return true;
}

static uint32_t apply_place(const struct apply *a, uint32_t location)
{
    return location < RDL_LOC_FIRST
               ? location
               : a->source->locations[location - RDL_LOC_FIRST];
}

/* Adds what the totals of the source have grown by since it sent them last. */
static void apply_hits(struct apply *a, const struct rdl_delta_requirement *r,
                       uint32_t id)
{
    struct rdl_hits *old = &a->source->hits[r->number];
    struct rdl_hits more = { .covered = 0 };

    if (r->hits.covered > old->covered)
        more.covered = r->hits.covered - old->covered;
    if (r->hits.failed > old->failed)
        more.failed = r->hits.failed - old->failed;
    old->covered += more.covered;
    old->failed += more.failed;
    rdl_hits_add(&a->coverage->covering.shared.hits, id, &more);
}

static bool apply_requirement(void *data, const struct rdl_delta_requirement *r)
{
    struct apply *a = data;
    struct rdl_covering *c = &a->coverage->covering;
    const uint64_t key =
        rdl_key(rdl_key_metric(r->key), apply_place(a, rdl_key_l1(r->key)),
                apply_place(a, rdl_key_l2(r->key)));
    uint32_t id = rdl_requirements_find(c, key);

    if (id == 0)
        id = rdl_requirements_insert(c, key);
    apply_number(a, a->source->requirements, r->number, r->number, id);
    if (id != 0 && r->estimated)
        rdl_requirements_estimate(c, key);
    if (id != 0 && r->first != RDL_NOT_COVERED)
        rdl_requirements_restore(c, key, r->first);
    if (id != 0)
        apply_hits(a, r, id);
    return true;
}

static bool apply_member(void *data, unsigned kind, uint32_t member,
                         uint32_t requirement)
{
    struct apply *a = data;
    struct rdl_pairing *p = &a->coverage->pairs[kind];
    const uint32_t id = a->source->requirements[requirement];

    apply_number(a, a->source->members[kind], member,
                 p->table != NULL ? member : 0,
                 p->table != NULL && id != 0 ? rdl_pairs_admit(p, id) : 0);
    return true;
}

static bool apply_row(void *data, const struct rdl_delta_row *row)
{
    struct apply *a = data;
    struct rdl_pairing *p = &a->coverage->pairs[row->kind];
    const uint32_t *members = a->source->members[row->kind];

    if (p->table == NULL || members[row->member] == 0)
        return true;
    memset(a->row, 0, p->row_words * sizeof(*a->row));
    for (size_t i = 0; i < row->n_words; i++) {
        for (uint64_t bits = row->partners[i]; bits != 0; bits &= bits - 1) {
            const uint32_t m =
                members[64 * i + (unsigned)__builtin_ctzll(bits) + 1];

            if (m != 0)
                rdl_bits_add(a->row, m - 1);
        }
    }
    rdl_pairs_restore(p, members[row->member], a->row, p->row_words);
    return true;
}

/* --- Both ----------------------------------------------------------------- */

static bool apply_room(struct apply *a)
{
    size_t words = 1;

    for (size_t i = 0; i < RDL_N_COMBINATORIAL; i++) {
        if (a->coverage->pairs[i].table != NULL &&
            a->coverage->pairs[i].row_words > words)
            words = a->coverage->pairs[i].row_words;
    }
    a->row = malloc(words * sizeof(*a->row));
    return a->row != NULL;
}

int rdl_coverage_delta_apply(struct rdl_coverage *c,
                             struct rdl_delta_source *source,
                             const struct rdl_delta *d)
{
    struct apply a = { .coverage = c, .source = source };
    const struct rdl_delta_reader check = {
        .data = &a,
        .begin = check_begin,
        .location = check_location,
        .requirement = check_requirement,
        .member = check_member,
        .row = check_row,
    };
    const struct rdl_delta_reader add = {
        .data = &a,
        .begin = apply_begin,
        .module = apply_module,
        .location = apply_location,
        .requirement = apply_requirement,
        .member = apply_member,
        .row = apply_row,
    };
    int error = rdl_delta_read(d, &check);

    if (error == 0) {
        rdl_coverage_sync(c);
        error = apply_room(&a) ? rdl_delta_read(d, &add) : -ENOMEM;
        free(a.row);
    }
    return error == -ECANCELED ? a.error : error;
}
