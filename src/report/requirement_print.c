/* requirement_print.c - a listing on a terminal. */
#include "report/requirement_internal.h"

#include "report/wrap.h"

#include <stdlib.h>
#include <string.h>

/* --- Totals --------------------------------------------------------------- */

static bool totals_line(FILE *out, const struct rdl_listing *l,
                        const char *name, uint32_t metrics)
{
    size_t n[RDL_N_LISTED];

    rdl_listing_count(l, metrics, n);
    if (n[RDL_LISTED_COVERED] + n[RDL_LISTED_UNCOVERED] +
            n[RDL_LISTED_UNEXPECTED] ==
        0)
        return false;
    fprintf(out, "%-22s%10zu%10zu%11zu%12zu\n", name,
            n[RDL_LISTED_COVERED] + n[RDL_LISTED_UNCOVERED],
            n[RDL_LISTED_COVERED] + n[RDL_LISTED_UNEXPECTED],
            n[RDL_LISTED_UNCOVERED], n[RDL_LISTED_UNEXPECTED]);
    return true;
}

void rdl_listing_totals(FILE *out, const struct rdl_listing *l,
                        uint32_t metrics, const char *name)
{
    const struct rdl_combined *c;
    const struct rdl_metric *m;
    bool any = false;

    fprintf(out, "%-22s%10s%10s%11s%12s\n", "metric", "estimated", "covered",
            "uncovered", "unexpected");
    for (size_t i = 0; (m = rdl_metric_at(i)) != NULL; i++) {
        if ((metrics >> i & 1) != 0)
            any |= totals_line(out, l, m->name, UINT32_C(1) << i);
    }
    for (size_t i = 0; (c = rdl_combined_at(i)) != NULL; i++) {
        if (name != NULL && strcmp(name, c->name) == 0)
            totals_line(out, l, c->name, c->metrics);
    }
    if (!any)
        fputs("(no requirement)\n", out);
}

/* --- Requirements --------------------------------------------------------- */

#define INDENT 2
#define COLUMN 13 /* of the requirement, behind its state */

static void print_line(FILE *out, enum rdl_listed_state state, const char *text,
                       size_t times)
{
    char *line;

    if (times == 1)
        line = strdup(text);
    else if (asprintf(&line, "%s, %zu times", text, times) < 0)
        line = NULL;
    fprintf(out, "%*s%-*s", INDENT, "", COLUMN - INDENT,
            rdl_listed_name(state));
    rdl_wrap(out, COLUMN, COLUMN + INDENT, line != NULL ? line : text);
    free(line);
}

/* Several instructions may lie on one line and column: equal lines are printed
 * once, with their number.  Equal lines follow each other, but for the states
 * that are mixed: so each state is counted by itself. */
static size_t print_group(FILE *out, const struct rdl_listing *l, size_t from,
                          const struct rdl_listing_view *view)
{
    char *text = rdl_listing_text(l, &l->all[from]), *next = NULL;
    size_t times[RDL_N_LISTED] = { 0 };
    size_t at = from;

    do {
        if (rdl_listing_shown(view, &l->all[at]))
            times[rdl_listed_state(&l->all[at])]++;
        free(next);
        next = NULL;
        at++;
        if (at < l->n && l->all[at].metric == l->all[from].metric)
            next = rdl_listing_text(l, &l->all[at]);
    } while (next != NULL && strcmp(next, text) == 0);
    for (enum rdl_listed_state s = 0; s < RDL_N_LISTED; s++) {
        if (times[s] > 0)
            print_line(out, s, text, times[s]);
    }
    free(next);
    free(text);
    return at;
}

void rdl_listing_print(FILE *out, struct rdl_listing *l,
                       const struct rdl_listing_view *view)
{
    int metric = -1;

    rdl_listing_settle(l);
    for (size_t i = 0; i < l->n;) {
        if (!rdl_listing_shown(view, &l->all[i])) {
            i++;
            continue;
        }
        if (metric != (int)l->all[i].metric) {
            metric = (int)l->all[i].metric;
            fprintf(out, "\n%s\n", rdl_metric_at((size_t)metric)->name);
        }
        i = print_group(out, l, i, view);
    }
}
