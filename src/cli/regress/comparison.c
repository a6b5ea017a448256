/* comparison.c - see comparison.h. */
#include "cli/regress/comparison.h"

#include "base/text.h"
#include "regress/gather.h"
#include "util/alloc.h"

#include <stdlib.h>
#include <string.h>

/* --- The sets --------------------------------------------------------------
 */

static struct rdl_sets_requirement *comparison_old(const struct rdl_old *old)
{
    struct rdl_sets_requirement *all = rdl_alloc((old->n + 1) * sizeof(*all));

    for (size_t i = 0; i < old->n; i++)
        all[i] = (struct rdl_sets_requirement){
            .metric = old->all[i].metric,
            .l1 = old->all[i].l1,
            .l2 = old->all[i].l2,
            .estimated = old->all[i].estimated,
            .covered = old->all[i].covered,
        };
    return all;
}

static struct rdl_sets_requirement *
comparison_new(const struct rdl_covering *covering, size_t *n)
{
    struct rdl_sets_requirement *all =
        rdl_alloc(((size_t)rdl_requirements_n(covering) + 1) * sizeof(*all));

    *n = 0;
    for (uint32_t id = 1; id <= rdl_requirements_n(covering); id++) {
        const uint64_t key = rdl_requirement_key(covering, id);
        const struct rdl_sets_requirement r = {
            .metric = rdl_key_metric(key),
            .l1 = rdl_key_l1(key),
            .l2 = rdl_key_l2(key),
            .estimated = rdl_requirement_estimated(covering, id),
            .covered = rdl_requirement_covered(covering, id),
        };

        if (r.metric < RDL_N_METRICS && (r.estimated || r.covered))
            all[(*n)++] = r;
    }
    return all;
}

static void comparison_sets(struct rdl_comparison *c,
                            struct rdl_campaign *campaign)
{
    struct rdl_sets_requirement *was = comparison_old(c->old), *is;
    size_t n;

    is = comparison_new(&campaign->observe.coverage.covering, &n);
    rdl_sets_free(&c->sets);
    rdl_sets_make(&c->sets, &c->mapping, was, c->old->n, is, n);
    free(was);
    free(is);
}

void rdl_comparison_update(struct rdl_comparison *c,
                           struct rdl_campaign *campaign)
{
    struct rdl_coverage *coverage = &campaign->observe.coverage;
    uint32_t locations;

    rdl_coverage_sync(coverage);
    locations = rdl_locations_end(&coverage->locations);
    if (!c->made || locations != c->locations) {
        if (c->made)
            rdl_mapping_free(&c->mapping);
        rdl_declarations_free(&c->declarations);
        rdl_places_free(&c->places);
        rdl_gather(&c->places, coverage);
        rdl_mapping_make(&c->mapping, &c->old->places, &c->places);
        rdl_declarations_make(&c->declarations, &c->mapping);
        c->made = true;
        c->locations = locations;
    }
    comparison_sets(c, campaign);
}

void rdl_comparison_free(struct rdl_comparison *c)
{
    if (c->made)
        rdl_mapping_free(&c->mapping);
    rdl_places_free(&c->places);
    rdl_declarations_free(&c->declarations);
    rdl_sets_free(&c->sets);
}

void rdl_comparison_aim(struct rdl_comparison *c, struct rdl_campaign *campaign)
{
    struct rdl_coverage *coverage = &campaign->observe.coverage;
    const uint32_t metrics = rdl_metrics_named(RDL_REGRESS_METRIC);

    for (size_t i = 0; i < c->sets.n; i++) {
        const struct rdl_changed *r = &c->sets.all[i];
        const char class = rdl_changed_class(r);
        const uint64_t key = rdl_key(r->metric, r->l1, r->l2);
        uint32_t id;

        /* An operation that is gone has no number. */
        if (class == 0 || (metrics >> r->metric & 1) == 0 ||
            ((r->l1 | r->l2) & RDL_SETS_OLD) != 0)
            continue;
        id = rdl_requirements_find(&coverage->covering, key);
        if (id == 0)
            id = rdl_requirements_insert(&coverage->covering, key);
        if (id != 0)
            rdl_class_add(coverage, (enum rdl_class)(class - 'A'), id);
    }
    rdl_classes_filled(coverage);
}

/* --- Places ---------------------------------------------------------------
 */

static const struct rdl_places_place *
comparison_find(const struct rdl_places *p, uint32_t location)
{
    for (size_t i = 0; i < p->n; i++) {
        if (p->all[i].location == location)
            return &p->all[i];
    }
    return NULL;
}

const struct rdl_places_place *
rdl_comparison_place(const struct rdl_comparison *c, uint32_t location,
                     bool *gone)
{
    *gone = (location & RDL_SETS_OLD) != 0;
    return comparison_find(*gone ? &c->old->places : &c->places,
                           location & ~RDL_SETS_OLD);
}

/* The source whose path ends with the file of a finding; SIZE_MAX: none. */
static size_t comparison_source(const struct rdl_places *p,
                                const struct rdl_found_place *place)
{
    for (size_t i = 0; i < p->n_sources; i++) {
        const size_t n = strlen(p->sources[i].file);
        const char *end;

        if (n < place->n_file)
            continue;
        end = p->sources[i].file + n - place->n_file;
        if (memcmp(end, place->file, place->n_file) == 0 &&
            (n == place->n_file || end[-1] == '/'))
            return i;
    }
    return SIZE_MAX;
}

bool rdl_comparison_same(const struct rdl_comparison *c,
                         const struct rdl_found *old,
                         const struct rdl_found *new)
{
    const struct rdl_mapping_file *f;
    struct rdl_found_place was, is;
    size_t from, to;

    if (strcmp(old->kind, new->kind) != 0)
        return false;
    if (!rdl_found_place(old->said.location, &was) ||
        !rdl_found_place(new->said.location, &is))
        return strcmp(old->said.location, new->said.location) == 0;
    from = comparison_source(&c->old->places, &was);
    to = comparison_source(&c->places, &is);
    if (from == SIZE_MAX || to == SIZE_MAX)
        return rdl_found_same_line(old->said.location, new->said.location);
    f = &c->mapping.old_files[from];
    return was.line > 0 && was.line <= f->n && f->to[was.line - 1] == is.line &&
           f->to_file[was.line - 1] == to;
}
