/* requirement_print.c - a listing on a terminal. */
#include "report/coverage/requirement_internal.h"

#include "util/alloc.h"
#include "util/wrap.h"

#include <stdlib.h>
#include <string.h>

/* --- Totals --------------------------------------------------------------- */

static bool print_totals_line(FILE *out, const struct rdl_listing *l,
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
            any |= print_totals_line(out, l, m->name, UINT32_C(1) << i);
    }
    for (size_t i = 0; (c = rdl_combined_at(i)) != NULL; i++) {
        if (name != NULL && strcmp(name, c->name) == 0)
            print_totals_line(out, l, c->name, c->metrics);
    }
    if (!any)
        fputs("(no interaction)\n", out);
}

/* --- Requirements --------------------------------------------------------- */

#define INDENT 2
#define COLUMN 13 /* of the requirement, behind its state */
/* Lines for the first few requirements of all metrics, and at least for each.
 */
#define SCREEN 20
#define FEW 2

static void print_line(FILE *out, enum rdl_listed_state state, const char *text,
                       size_t times, bool wide)
{
    char *line = times == 1
                     ? rdl_strdup(text)
                     : rdl_format("%s, %zu in machine code", text, times);

    fprintf(out, "%*s%-*s", INDENT, "", COLUMN - INDENT,
            rdl_listed_name(state));
    if (wide)
        fprintf(out, "%s\n", line);
    else
        rdl_wrap(out, COLUMN, COLUMN + INDENT, line);
    free(line);
}

/* Several instructions may have the same line and column: equal lines are
 * adjacent and counted, separately for each state.  Returns the index after the
 * group. */
static size_t print_group(const struct rdl_listing *l, size_t from, size_t to,
                          const struct rdl_listing_view *view, const char *text,
                          size_t times[RDL_N_LISTED])
{
    size_t at = from;
    bool same;

    memset(times, 0, RDL_N_LISTED * sizeof(times[0]));
    do {
        char *next;

        if (rdl_listing_shown(view, &l->all[at]))
            times[rdl_listed_state(&l->all[at])]++;
        if (++at == to)
            break;
        next = rdl_listing_text(l, &l->all[at]);
        same = strcmp(next, text) == 0;
        free(next);
    } while (same);
    return at;
}

static void print_all(FILE *out, const struct rdl_listing *l, size_t from,
                      size_t to, const struct rdl_listing_view *view)
{
    while (from < to) {
        char *text = rdl_listing_text(l, &l->all[from]);
        size_t times[RDL_N_LISTED];

        from = print_group(l, from, to, view, text, times);
        for (enum rdl_listed_state s = 0; s < RDL_N_LISTED; s++) {
            if (times[s] > 0)
                print_line(out, s, text, times[s], /*wide=*/true);
        }
        free(text);
    }
}

/* Prints those in one state, at most `lines`, which it counts down; returns how
 * many. */
static size_t print_state(FILE *out, const struct rdl_listing *l, size_t from,
                          size_t to, const struct rdl_listing_view *view,
                          enum rdl_listed_state state, size_t *lines)
{
    size_t n = 0;

    while (*lines > 0 && from < to) {
        size_t times[RDL_N_LISTED];
        char *text;

        if (rdl_listed_state(&l->all[from]) != state ||
            !rdl_listing_shown(view, &l->all[from])) {
            from++;
            continue;
        }
        text = rdl_listing_text(l, &l->all[from]);
        from = print_group(l, from, to, view, text, times);
        print_line(out, state, text, times[state], /*wide=*/false);
        free(text);
        n += times[state];
        --*lines;
    }
    return n;
}

static void print_few(FILE *out, const struct rdl_listing *l, size_t from,
                      size_t to, const struct rdl_listing_view *view,
                      size_t lines)
{
    static const enum rdl_listed_state order[] = {
        RDL_LISTED_UNCOVERED,
        RDL_LISTED_UNEXPECTED,
        RDL_LISTED_COVERED,
    };
    size_t left = 0;

    for (size_t i = from; i < to; i++)
        left += rdl_listing_shown(view, &l->all[i]);
    for (size_t i = 0; i < RDL_N_LISTED; i++)
        left -= print_state(out, l, from, to, view, order[i], &lines);
    if (left > 0)
        fprintf(out, "%*s... %zu more (%s)\n", INDENT, "", left,
                view->rest != NULL ? view->rest : "--all");
}

/* The index after the last requirement of the metric of `from`; *shown: does it
 * have any? */
static size_t print_metric_end(const struct rdl_listing *l, size_t from,
                               const struct rdl_listing_view *view, bool *shown)
{
    size_t to = from;

    *shown = false;
    for (; to < l->n && l->all[to].metric == l->all[from].metric; to++)
        *shown |= rdl_listing_shown(view, &l->all[to]);
    return to;
}

static size_t print_few_of_each(const struct rdl_listing *l,
                                const struct rdl_listing_view *view)
{
    size_t metrics = 0;
    bool shown;

    for (size_t i = 0; i < l->n; metrics += shown)
        i = print_metric_end(l, i, view, &shown);
    return metrics * FEW > SCREEN || metrics == 0 ? FEW : SCREEN / metrics;
}

void rdl_listing_print(FILE *out, struct rdl_listing *l,
                       const struct rdl_listing_view *view)
{
    size_t few, to;

    rdl_listing_settle(l); /* sorts by metric */
    few = print_few_of_each(l, view);
    for (size_t from = 0; from < l->n; from = to) {
        bool shown;

        to = print_metric_end(l, from, view, &shown);
        if (!shown)
            continue;
        fprintf(out, "\n%s\n", rdl_metric_at(l->all[from].metric)->name);
        if (view->all)
            print_all(out, l, from, to, view);
        else
            print_few(out, l, from, to, view, few);
    }
}
