/* status.c - findings of both builds, and counts of sets: see regress.h. */
#include "cli/regress/regress.h"

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
