/* findings.c - see findings.h. */
#include "campaign/findings/findings.h"

#include "util/alloc.h"

#include <stdlib.h>

bool rdl_findings_is(const struct rdl_found *f, uint64_t id)
{
    if (f->id == id)
        return true;
    for (size_t i = 0; i < RDL_FOUND_ALIKE && f->alike[i] != 0; i++) {
        if (f->alike[i] == id)
            return true;
    }
    return false;
}

static void findings_remember(struct rdl_found *f, uint64_t id)
{
    for (size_t i = 0; i < RDL_FOUND_ALIKE; i++) {
        if (f->alike[i] == 0) {
            f->alike[i] = id;
            return;
        }
    }
}

struct rdl_found *rdl_findings_find(struct rdl_findings *f, uint64_t id)
{
    for (size_t i = 0; i < f->n; i++) {
        if (rdl_findings_is(&f->all[i], id))
            return &f->all[i];
    }
    return NULL;
}

struct rdl_found *
rdl_findings_at_statement(struct rdl_findings *f,
                          const struct rdl_shared *shared,
                          const struct rdl_finding_summary *said)
{
    for (size_t i = 0; i < f->n; i++) {
        if (!rdl_found_alike(&f->all[i], shared, said))
            continue;
        findings_remember(&f->all[i], rdl_found_id(shared));
        return &f->all[i];
    }
    return NULL;
}

struct rdl_found *rdl_findings_new(struct rdl_findings *f, uint64_t id)
{
    f->all = rdl_grow(f->all, (f->n + 1) * sizeof(*f->all));
    f->all[f->n] = (struct rdl_found){ .id = id };
    return &f->all[f->n++];
}

void rdl_findings_free(struct rdl_findings *f)
{
    for (size_t i = 0; i < f->n; i++)
        free(f->all[i].schedule);
    free(f->all);
    *f = (struct rdl_findings){ .n = 0 };
}
