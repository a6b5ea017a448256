/* json.c - the comparison for machines (docs/json.md): see regress.h. */
#include "cli/regress/regress.h"

#include "cli/regress/words.h"
#include "detect/detector.h"
#include "regress/operators.h"
#include "report/formats/json.h"
#include "util/alloc.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* The line of the source, without the white space around it. */
static json_t *json_of_line(const struct rdl_places *all, const char *file,
                            unsigned number)
{
    const char *at, *end;
    size_t i = 0, size;
    json_t *text;
    char *line;

    while (i < all->n_sources && strcmp(all->sources[i].file, file) != 0)
        i++;
    at = i < all->n_sources ? rdl_places_line(&all->sources[i], number, &size)
                            : NULL;
    if (at == NULL)
        return json_null();
    end = at + size;
    while (at < end && isspace((unsigned char)*at))
        at++;
    while (end > at && isspace((unsigned char)end[-1]))
        end--;
    line = rdl_format("%.*s", (int)(end - at), at);
    text = rdl_json_text(line);
    free(line);
    return text;
}

static json_t *json_of_place(const struct rdl_comparison *c, uint32_t location)
{
    bool gone;
    const struct rdl_places_place *p = rdl_comparison_place(c, location, &gone);

    if (p == NULL)
        return json_null();
    return json_pack(
        "{so si so si so so so si sb}", "file",
        rdl_json_text(rdl_regress_file(p->file)), "line", (int)p->line, "text",
        json_of_line(gone ? &c->old->places : &c->places, p->file, p->line),
        "column", (int)p->column, "function", rdl_json_text(p->function),
        "operator", rdl_json_text(rdl_operator_word(p->op)), "outer",
        rdl_json_text(p->outer), "ordinal", (int)p->ordinal, "old", gone);
}

static json_t *json_of_interactions(const struct rdl_regress *r,
                                    struct rdl_campaign *c)
{
    json_t *all = json_array();

    for (size_t i = 0; i < r->comparison.sets.n; i++) {
        const struct rdl_changed *each = &r->comparison.sets.all[i];
        const char class[2] = { rdl_changed_class(each), '\0' };
        const struct rdl_hits hits = rdl_regress_hits(c, each);

        if (!rdl_regress_shows(each))
            continue;
        json_array_append_new(
            all,
            json_pack("{so sb sb so so sb sb sb sb sI sI}", "class",
                      class[0] != '\0' ? json_string(class) : json_null(),
                      "vanished", rdl_changed_vanished(each), "left_out",
                      rdl_changed_left_out(each), "first",
                      json_of_place(&r->comparison, each->l1), "second",
                      json_of_place(&r->comparison, each->l2), "was_estimated",
                      each->was_estimated, "was_covered", each->was_covered,
                      "estimated", each->estimated, "covered", each->covered,
                      "hits", (json_int_t)hits.covered, "failed",
                      (json_int_t)hits.failed));
    }
    return all;
}

static json_t *json_of_counts(const struct rdl_regress *r,
                              const struct rdl_campaign *c)
{
    const uint32_t both = r->old.summary.recorded & c->options.config.metrics;
    json_t *object = json_object();

    for (unsigned i = 0; i < RDL_N_METRICS; i++) {
        const struct rdl_regress_counts n =
            rdl_regress_count(&r->comparison.sets, i);

        /* Only one build recorded it: there is nothing to compare. */
        if ((both >> i & 1) == 0 ||
            n.of[0] + n.of[1] + n.vanished + n.left_out == 0)
            continue;
        json_object_set_new(
            object, rdl_metric_at(i)->name,
            json_pack("{sI sI sI sI sI sI sI sI}", "A", (json_int_t)n.of[0],
                      "B", (json_int_t)n.of[1], "C", (json_int_t)n.of[2], "V",
                      (json_int_t)n.vanished, "left_out",
                      (json_int_t)n.left_out, "A_covered",
                      (json_int_t)n.covered[0], "B_covered",
                      (json_int_t)n.covered[1], "C_covered",
                      (json_int_t)n.covered[2]));
    }
    return object;
}

static json_t *json_of_finding(const struct rdl_found *f, const char *status)
{
    const bool warns = rdl_detector_severity(f->kind) == RDL_WARNING;
    char id[20];

    snprintf(id, sizeof(id), "%016llx", (unsigned long long)f->id);
    return json_pack("{ss ss ss so ss}", "id", id, "kind", f->kind, "severity",
                     warns ? "warning" : "error", "location",
                     rdl_json_text(f->said.location), "status", status);
}

static json_t *json_of_findings(const struct rdl_regress *r,
                                const struct rdl_campaign *c)
{
    const struct rdl_findings *const both[] = { &c->findings, &c->warnings };
    json_t *all = json_array();

    for (size_t k = 0; k < 2; k++) {
        for (size_t i = 0; i < both[k]->n; i++) {
            const struct rdl_found *f = &both[k]->all[i];

            json_array_append_new(all, json_of_finding(f, rdl_regress_had(r, f)
                                                              ? "still-fails"
                                                              : "new"));
        }
    }
    for (size_t i = 0; i < r->old.n_findings; i++) {
        const struct rdl_found *f = &r->old.findings[i];

        if (rdl_regress_is_fixed(r, c, f))
            json_array_append_new(all, json_of_finding(f, "fixed"));
    }
    return all;
}

static json_t *json_of_unreached(const struct rdl_regress *r)
{
    json_t *all = json_array();

    for (size_t i = 0; i < r->n_unreached; i++)
        json_array_append_new(
            all,
            json_pack("{so si so}", "file",
                      rdl_json_text(rdl_regress_file(r->unreached[i].file)),
                      "line", (int)r->unreached[i].line, "text",
                      json_of_line(&r->comparison.places, r->unreached[i].file,
                                   r->unreached[i].line)));
    return all;
}

static json_t *json_of_renamed(const struct rdl_mapping *m)
{
    json_t *all = json_array();

    for (size_t i = 0; i < m->n_renamed; i++)
        json_array_append_new(
            all, json_pack("{so so}", "from", rdl_json_text(m->renamed[i].was),
                           "to", rdl_json_text(m->renamed[i].is)));
    return all;
}

static json_t *json_of_declaration(const struct rdl_places_declaration *d)
{
    if (d == NULL)
        return json_null();
    return json_pack("{so so si sI sI}", "type", rdl_json_text(d->type), "file",
                     rdl_json_text(rdl_regress_file(d->file)), "line",
                     (int)d->line, "offset", (json_int_t)d->offset, "size",
                     (json_int_t)d->size);
}

static json_t *json_of_declarations(const struct rdl_declarations *d)
{
    json_t *all = json_array();

    for (size_t i = 0; i < d->n; i++) {
        const struct rdl_redeclared *r = &d->all[i];
        const struct rdl_places_declaration *it = r->is ? r->is : r->was;

        json_array_append_new(all, json_pack("{so so ss so so}", "owner",
                                             it->owner[0] != '\0'
                                                 ? rdl_json_text(it->owner)
                                                 : json_null(),
                                             "name", rdl_json_text(it->name),
                                             "how", rdl_regress_how(r->how),
                                             "was", json_of_declaration(r->was),
                                             "is", json_of_declaration(r->is)));
    }
    return all;
}

json_t *rdl_regress_json(const struct rdl_regress *r, struct rdl_campaign *c)
{
    const struct rdl_mapping *m = &r->comparison.mapping;

    return json_pack(
        "{so so sI so sb s{sI sI sb} so so so so so sI}", "compared_with",
        rdl_json_text(r->with), "build",
        r->new_build != NULL ? rdl_json_text(r->new_build) : json_null(),
        "executions", (json_int_t)r->executions, "old_build",
        rdl_json_text(r->old.summary.build), "same_build", false, "observed",
        "old", (json_int_t)r->old.places.observed, "new",
        (json_int_t)c->observe.observed, "ended_early",
        rdl_regress_observes_less(r, c), "changed",
        json_pack("{sI sI sI sI sI sb so so}", "lines", (json_int_t)m->n_lines,
                  "gone", (json_int_t)m->n_gone, "files",
                  (json_int_t)m->n_files, "functions",
                  (json_int_t)m->n_functions, "inside", (json_int_t)m->n_inside,
                  "by_line", m->by_line, "renamed", json_of_renamed(m),
                  "declarations",
                  json_of_declarations(&r->comparison.declarations)),
        "counts", json_of_counts(r, c), "interactions",
        json_of_interactions(r, c), "unreached", json_of_unreached(r),
        "findings", json_of_findings(r, c), "unplaced",
        (json_int_t)r->comparison.sets.unplaced);
}
