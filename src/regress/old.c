/* old.c - see old.h. */
#include "regress/old.h"

#include "util/alloc.h"

#include <stdlib.h>

static void old_requirement(void *data, const struct rdl_store_requirement *r)
{
    struct rdl_old *o = data;

    if ((o->n & (o->n - 1)) == 0)
        o->all = rdl_grow(o->all, (o->n > 0 ? 2 * o->n : 1) * sizeof(*o->all));
    o->all[o->n++] = *r;
}

static void old_finding(void *data, const struct rdl_found *found)
{
    struct rdl_old *o = data;
    struct rdl_found *to;

    o->findings =
        rdl_grow(o->findings, (o->n_findings + 1) * sizeof(*o->findings));
    to = &o->findings[o->n_findings++];
    *to = *found;
    if (found->schedule != NULL)
        to->schedule = rdl_strdup(found->schedule);
}

enum rdl_store_reading rdl_old_read(struct rdl_old *o, const char *dir,
                                    bool aside, char **why)
{
    const struct rdl_store_reader reader = {
        .data = o,
        .requirement = old_requirement,
        .finding = old_finding,
        .places = &o->places,
    };

    *o = (struct rdl_old){ .n = 0 };
    return (aside ? rdl_store_read_aside : rdl_store_read)(dir, &reader,
                                                           &o->summary, why);
}

const char *rdl_places_without_text(const struct rdl_places *p)
{
    for (size_t i = 0; i < p->n_sources; i++) {
        if (p->sources[i].text == NULL)
            return p->sources[i].file;
    }
    return NULL;
}

void rdl_old_free(struct rdl_old *o)
{
    for (size_t i = 0; i < o->n_findings; i++)
        free(o->findings[i].schedule);
    free(o->findings);
    free(o->all);
    rdl_places_free(&o->places);
    rdl_store_summary_free(&o->summary);
}
