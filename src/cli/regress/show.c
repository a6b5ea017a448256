/* show.c - what raddle regress prints about the change: see regress.h. */
#include "cli/regress/regress.h"

#include "cli/regress/words.h"
#include "regress/gather.h"
#include "util/alloc.h"
#include "util/clean_print.h"

#include <stdlib.h>
#include <string.h>

/* Lines of each list; --json has all. */
#define MOST 20

static const char *show_s(size_t n)
{
    return n == 1 ? "" : "s";
}

static void show_change(FILE *out, const struct rdl_regress *r)
{
    const struct rdl_mapping *m = &r->comparison.mapping;

    rdl_clean_line(out,
                   "compared with %s: %zu line%s added, %zu removed, in %zu "
                   "file%s, %zu function%s",
                   r->with, m->n_lines, show_s(m->n_lines), m->n_gone,
                   m->n_files, show_s(m->n_files), m->n_functions,
                   show_s(m->n_functions));
    if (m->n_inside > 0)
        fprintf(out,
                "%zu function%s changed though %s lines did not: a macro, a "
                "header or the compiler's options did it\n",
                m->n_inside, show_s(m->n_inside),
                m->n_inside == 1 ? "its" : "their");
    if (m->by_line)
        fputs("those are most functions: raddle compares places by their "
              "lines, not by columns and inlining\n",
              out);
    for (size_t i = 0; i < m->n_renamed && i < MOST; i++)
        rdl_clean_line(out, "function %s is called %s now", m->renamed[i].was,
                       m->renamed[i].is);
}

/* "n is new"; the caller frees it. */
static char *show_member(const struct rdl_redeclared *r)
{
    switch (r->how) {
    case RDL_REDECLARED_TYPE:
        if (strcmp(r->is->type, r->was->type) == 0)
            return rdl_format("%s has %llu bits (had %llu)", r->is->name,
                              (unsigned long long)r->is->size,
                              (unsigned long long)r->was->size);
        return rdl_format("%s is of type %s (was %s)", r->is->name, r->is->type,
                          r->was->type);
    case RDL_REDECLARED_MOVED:
        if ((r->was->offset | r->is->offset) % 8 != 0)
            return rdl_format("%s moved from bit %llu to %llu", r->is->name,
                              (unsigned long long)r->was->offset,
                              (unsigned long long)r->is->offset);
        return rdl_format("%s moved from byte %llu to %llu", r->is->name,
                          (unsigned long long)r->was->offset / 8,
                          (unsigned long long)r->is->offset / 8);
    case RDL_REDECLARED_ADDED:
        return rdl_format("%s is new", r->is->name);
    case RDL_REDECLARED_REMOVED:
        return rdl_format("%s is gone", r->was->name);
    case RDL_REDECLARED_LINE:
        break;
    }
    return rdl_format("%s has another declaration", r->is->name);
}

static const char *show_owner(const struct rdl_redeclared *r)
{
    return r->is != NULL ? r->is->owner : r->was->owner;
}

/* "struct queue changed: n is new, tail moved from byte 8 to 16" */
static void show_declarations(FILE *out, const struct rdl_declarations *d)
{
    for (size_t i = 0, end; i < d->n && i < MOST; i = end) {
        const char *owner = show_owner(&d->all[i]);
        char *line =
            rdl_format("%s changed: ", owner[0] != '\0' ? owner : "variables");

        for (end = i;
             end < d->n && strcmp(show_owner(&d->all[end]), owner) == 0;
             end++) {
            if (end - i >= MOST)
                continue; /* --json has all */
            char *member = show_member(&d->all[end]);
            char *longer =
                rdl_format("%s%s%s", line, end > i ? ", " : "", member);

            free(member);
            free(line);
            line = longer;
        }
        if (end - i > MOST)
            rdl_clean_line(out, "%s, and %zu more (--json has all)", line,
                           end - i - MOST);
        else
            rdl_clean_line(out, "%s", line);
        free(line);
    }
}

static void show_counts(FILE *out, const struct rdl_regress *r,
                        const struct rdl_campaign *c,
                        const struct rdl_regress_counts *n)
{
    fprintf(out, "interactions: %zu new, %zu as before", n->of[0], n->of[1]);
    if (rdl_regress_observes_less(r, c))
        fprintf(out,
                "; raddle ended after %llu of the %llu executions that it "
                "observes, so it does not know what is no longer expected%s",
                (unsigned long long)c->observe.observed,
                (unsigned long long)r->old.places.observed,
                c->stop == RDL_STOP_FOUND ? " (--keep-going)" : "");
    else
        fprintf(out, ", %zu no longer expected", n->vanished);
    if (n->left_out > 0)
        fprintf(out, "; %zu left out that the old build expected and never met",
                n->left_out);
    fputc('\n', out);
}

/* ", in 12 of 212 executions, 7 of them failed" */
static void show_hits(FILE *out, const struct rdl_regress *r,
                      struct rdl_campaign *c, const struct rdl_changed *i)
{
    const struct rdl_hits hits = rdl_regress_hits(c, i);

    if (!i->covered || hits.covered == 0)
        return;
    fprintf(out, ", in %llu of %llu", (unsigned long long)hits.covered,
            (unsigned long long)r->executions);
    if (hits.failed > 0)
        fprintf(out, ", %llu of these failed", (unsigned long long)hits.failed);
}

static void show_one(FILE *out, const struct rdl_regress *r,
                     struct rdl_campaign *c, const struct rdl_changed *i,
                     bool state)
{
    char *first = rdl_regress_place(&r->comparison, i->l1);
    char *second = rdl_regress_place(&r->comparison, i->l2);

    fputs("  ", out);
    if (state)
        fprintf(out, "%-10s", i->covered ? "covered" : "uncovered");
    fprintf(out, "%s -> %s", first, second);
    if (state)
        show_hits(out, r, c, i);
    fputc('\n', out);
    free(first);
    free(second);
}

static void show_class(FILE *out, const struct rdl_regress *r,
                       struct rdl_campaign *c, char class)
{
    size_t n = 0, more = 0;

    /* Those that are not covered matter most. */
    for (int covered = 0; covered < 2; covered++) {
        for (size_t i = 0; i < r->comparison.sets.n; i++) {
            const struct rdl_changed *each = &r->comparison.sets.all[i];

            if (!rdl_regress_shows(each) || rdl_changed_class(each) != class ||
                each->covered != covered)
                continue;
            if (n++ < MOST)
                show_one(out, r, c, each, /*state=*/true);
            else
                more++;
        }
    }
    if (more > 0)
        fprintf(out, "  and %zu more (--json has all)\n", more);
}

static void show_vanished(FILE *out, const struct rdl_regress *r,
                          struct rdl_campaign *c)
{
    size_t n = 0;

    for (size_t i = 0; i < r->comparison.sets.n; i++) {
        const struct rdl_changed *each = &r->comparison.sets.all[i];

        if (!rdl_regress_shows(each) || !rdl_changed_vanished(each))
            continue;
        if (n == 0)
            fputs("no longer expected:\n", out);
        if (n++ < MOST)
            show_one(out, r, c, each, /*state=*/false);
    }
    if (n > MOST)
        fprintf(out, "  and %zu more (--json has all)\n", n - MOST);
}

static void show_unreached(FILE *out, const struct rdl_regress *r)
{
    if (r->n_unreached == 0)
        return;
    fprintf(out, "%zu changed line%s %s not executed: no schedule tests %s\n",
            r->n_unreached, show_s(r->n_unreached),
            r->n_unreached == 1 ? "was" : "were",
            r->n_unreached == 1 ? "it" : "them");
    for (size_t i = 0; i < r->n_unreached && i < MOST; i++)
        rdl_clean_line(out, "  %s:%u", rdl_regress_file(r->unreached[i].file),
                       r->unreached[i].line);
}

static void show_findings(FILE *out, const struct rdl_regress *r,
                          const struct rdl_campaign *c)
{
    for (size_t i = 0; i < c->findings.n; i++) {
        const struct rdl_found *f = &c->findings.all[i];

        rdl_clean_line(out, "%s: %s at %s",
                       rdl_regress_had(r, f) ? "still fails" : "new failure",
                       f->kind, f->said.location);
    }
    for (size_t i = 0; i < c->warnings.n; i++) {
        const struct rdl_found *f = &c->warnings.all[i];

        rdl_clean_line(out, "%s: %s at %s",
                       rdl_regress_had(r, f) ? "warning as before"
                                             : "new warning",
                       f->kind, f->said.location);
    }
    for (size_t i = 0; i < r->old.n_findings; i++) {
        const struct rdl_found *f = &r->old.findings[i];

        if (rdl_regress_is_fixed(r, c, f))
            rdl_clean_line(out, "not found again: %s at %s (of the old build)",
                           f->kind, f->said.location);
    }
}

void rdl_regress_show(FILE *out, const struct rdl_regress *r,
                      struct rdl_campaign *c)
{
    const unsigned metric =
        (unsigned)__builtin_ctz(rdl_metrics_named(RDL_REGRESS_METRIC));
    const struct rdl_regress_counts n =
        rdl_regress_count(&r->comparison.sets, metric);

    show_change(out, r);
    show_declarations(out, &r->comparison.declarations);
    show_counts(out, r, c, &n);
    if (n.of[0] == 0)
        fputs("new: none\n", out);
    else
        fprintf(out, "new: %zu of %zu covered in %llu execution%s\n",
                n.covered[0], n.of[0], (unsigned long long)r->executions,
                show_s((size_t)r->executions));
    show_class(out, r, c, 'A');
    fprintf(out, "as before: %zu of %zu covered\n", n.covered[1], n.of[1]);
    if (!rdl_regress_observes_less(r, c))
        show_vanished(out, r, c);
    show_unreached(out, r);
    show_findings(out, r, c);
}
