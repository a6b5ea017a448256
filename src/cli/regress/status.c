/* status.c - findings of both builds, and counts of sets: see regress.h. */
#include "cli/regress/regress.h"

#include <string.h>

bool rdl_regress_had(const struct rdl_regress *r, const struct rdl_found *f)
{
    for (size_t i = 0; i < r->old.n_findings; i++) {
        if (rdl_comparison_same(&r->comparison, &r->old.findings[i], f))
            return true;
    }
    return false;
}

bool rdl_regress_is_fixed(const struct rdl_regress *r,
                          const struct rdl_campaign *c,
                          const struct rdl_found *old)
{
    for (size_t i = 0; i < c->findings.n; i++) {
        if (rdl_comparison_same(&r->comparison, old, &c->findings.all[i]))
            return false;
    }
    for (size_t i = 0; i < c->warnings.n; i++) {
        if (rdl_comparison_same(&r->comparison, old, &c->warnings.all[i]))
            return false;
    }
    return true;
}

bool rdl_regress_observes_less(const struct rdl_regress *r,
                               const struct rdl_campaign *c)
{
    return c->before.executions == 0 &&
           c->observe.observed < r->old.places.observed &&
           rdl_coverage_session_wanted(&c->observe);
}

/* The function of the comparison that a place is in; SIZE_MAX: none. */
static size_t status_function(const struct rdl_places *p,
                              const struct rdl_places_place *place)
{
    size_t best = SIZE_MAX;

    for (size_t i = 0; i < p->n_functions; i++) {
        if (p->functions[i].line <= place->line &&
            strcmp(p->functions[i].name, place->function) == 0 &&
            strcmp(p->functions[i].file, place->file) == 0)
            best = i;
    }
    return best;
}

static bool status_changed_file(const struct rdl_mapping *m, const char *file)
{
    for (size_t i = 0; i < m->is->n_sources; i++) {
        const struct rdl_mapping_file *f = &m->new_files[i];

        if (strcmp(m->is->sources[i].file, file) == 0)
            return f->gone || memchr(f->changed, true, f->n) != NULL;
    }
    return false;
}

bool rdl_regress_changed(const struct rdl_regress *r,
                         const struct rdl_places_place *p)
{
    const struct rdl_mapping *m = &r->comparison.mapping;
    const size_t f = status_function(m->is, p);
    /* A macro or a header: nobody knows which of its lines. */
    const bool inside = f != SIZE_MAX && m->functions[f].inside;

    switch (r->capp) {
    case RDL_CAPP_LINE:
        return inside || rdl_mapping_is_new(m, p->file, p->line);
    case RDL_CAPP_FUNCTION:
        return inside || f == SIZE_MAX || !m->functions[f].known ||
               m->functions[f].changed;
    case RDL_CAPP_FIELD:
        return rdl_declarations_used(&r->comparison.declarations, m->is,
                                     p->file, p->line);
    case RDL_CAPP_FILE:
        break;
    }
    return inside || status_changed_file(m, p->file);
}

void rdl_regress_mark(const struct rdl_regress *r, struct rdl_campaign *c)
{
    const struct rdl_places *p = &r->comparison.places;

    for (size_t i = 0; i < p->n; i++) {
        if (rdl_regress_changed(r, &p->all[i]))
            rdl_class_changed(&c->observe.coverage, p->all[i].location);
    }
}

struct rdl_regress_counts rdl_regress_count(const struct rdl_sets *s,
                                            unsigned metric)
{
    struct rdl_regress_counts n = { .vanished = 0 };

    for (size_t i = 0; i < s->n; i++) {
        const struct rdl_changed *r = &s->all[i];
        const char class = rdl_changed_class(r);

        if (r->metric != metric)
            continue;
        if (class != 0) {
            n.of[class - 'A']++;
            n.covered[class - 'A'] += r->covered;
        }
        n.vanished += rdl_changed_vanished(r);
        n.left_out += rdl_changed_left_out(r);
    }
    return n;
}
