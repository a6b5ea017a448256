/* requirement_print.c - a listing on a terminal. */
#include "report/coverage/requirement_internal.h"

#include "util/alloc.h"
#include "util/wrap.h"

#include <stdlib.h>
#include <string.h>

/* --- Totals --------------------------------------------------------------- */

static bool print_totals_line(FILE *out, const struct rdl_listing *l,
                              const char *name, uint32_t metrics,
                              bool impossible)
{
    size_t n[RDL_N_LISTED], all = 0;

    rdl_listing_count(l, metrics, n);
    for (unsigned i = 0; i < RDL_N_LISTED; i++)
        all += n[i];
    if (all == 0)
        return false;
    fprintf(out, "%-22s%10zu%10zu%11zu%12zu", name,
            all - n[RDL_LISTED_UNEXPECTED],
            n[RDL_LISTED_COVERED] + n[RDL_LISTED_UNEXPECTED],
            n[RDL_LISTED_UNCOVERED], n[RDL_LISTED_UNEXPECTED]);
    if (impossible)
        fprintf(out, "%12zu", n[RDL_LISTED_IMPOSSIBLE]);
    fputc('\n', out);
    return true;
}

void rdl_listing_totals(FILE *out, const struct rdl_listing *l,
                        uint32_t metrics, const char *name)
{
    const struct rdl_combined *c;
    const struct rdl_metric *m;
    size_t n[RDL_N_LISTED];
    bool any = false, impossible;

    rdl_listing_count(l, metrics, n);
    impossible = n[RDL_LISTED_IMPOSSIBLE] > 0;
    fprintf(out, "%-22s%10s%10s%11s%12s%s\n", "metric", "estimated", "covered",
            "uncovered", "unexpected", impossible ? "  impossible" : "");
    for (size_t i = 0; (m = rdl_metric_at(i)) != NULL; i++) {
        if ((metrics >> i & 1) != 0)
            any |= print_totals_line(out, l, m->name, UINT32_C(1) << i,
                                     impossible);
    }
    for (size_t i = 0; (c = rdl_combined_at(i)) != NULL; i++) {
        if (name != NULL && strcmp(name, c->name) == 0)
            print_totals_line(out, l, c->name, c->metrics, impossible);
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

/* Several instructions may have the same line and column: a line is about all
 * requirements of one state with equal text. */
struct line {
    enum rdl_listed_state state;
    char *text; /* owned */
    size_t times;
    /* Of those that are counted: the fewest and most hits, and the counts of
     * the one that failed most often. */
    bool counted;
    uint64_t least, most;
    uint64_t failed, of;
    size_t at; /* in the order of places */
};

/* Is a of n a larger share than b of m? */
static bool print_larger(uint64_t a, uint64_t n, uint64_t b, uint64_t m)
{
    return (unsigned __int128)a * m > (unsigned __int128)b * n;
}

static void print_count(struct line *line, const struct rdl_listed *r)
{
    line->times++;
    if (!r->counted)
        return;
    if (!line->counted || r->hits < line->least)
        line->least = r->hits;
    if (!line->counted || r->hits > line->most)
        line->most = r->hits;
    if (!line->counted || print_larger(r->failed, r->hits + (r->hits == 0),
                                       line->failed, line->of)) {
        line->failed = r->failed;
        line->of = r->hits + (r->hits == 0); /* not 0 */
    }
    line->counted = true;
}

/* The lines of requirements `from` to `to` - 1, by place; the caller frees
 * them. */
static struct line *print_lines(const struct rdl_listing *l, size_t from,
                                size_t to, const struct rdl_listing_view *view,
                                size_t *n)
{
    struct line *lines = rdl_alloc((to - from + RDL_N_LISTED) * sizeof(*lines));

    *n = 0;
    while (from < to) {
        char *text = rdl_listing_text(l, &l->all[from]), *next = NULL;
        struct line group[RDL_N_LISTED] = { { .times = 0 } };

        do {
            const struct rdl_listed *r = &l->all[from];

            if (rdl_listing_shown(view, r))
                print_count(&group[rdl_listed_state(r)], r);
            free(next);
            next = ++from < to ? rdl_listing_text(l, &l->all[from]) : NULL;
        } while (next != NULL && strcmp(next, text) == 0);
        free(next);
        for (enum rdl_listed_state s = 0; s < RDL_N_LISTED; s++) {
            if (group[s].times == 0)
                continue;
            group[s].state = s;
            group[s].text = rdl_strdup(text);
            group[s].at = *n;
            lines[(*n)++] = group[s];
        }
        free(text);
    }
    return lines;
}

/* --- Order ---------------------------------------------------------------- */

static int print_by_place(const struct line *a, const struct line *b)
{
    return (a->at > b->at) - (a->at < b->at);
}

/* Uncovered ones first. */
static int print_by_state(const void *a, const void *b)
{
    static const int rank[] = {
        [RDL_LISTED_UNCOVERED] = 0,
        [RDL_LISTED_UNEXPECTED] = 1,
        [RDL_LISTED_COVERED] = 2,
        [RDL_LISTED_IMPOSSIBLE] = 3,
    };
    const struct line *p = a, *q = b;
    const int c = rank[p->state] - rank[q->state];

    return c != 0 ? c : print_by_place(p, q);
}

/* What is not counted comes last. */
static int print_by_hits(const void *a, const void *b)
{
    const struct line *p = a, *q = b;

    if (p->counted != q->counted)
        return p->counted ? -1 : 1;
    if (p->least != q->least)
        return p->least < q->least ? -1 : 1;
    return print_by_place(p, q);
}

/* Of equal shares, that of more executions comes first. */
static int print_by_failing(const void *a, const void *b)
{
    const struct line *p = a, *q = b;

    if (p->counted != q->counted)
        return p->counted ? -1 : 1;
    if (p->counted && print_larger(p->failed, p->of, q->failed, q->of))
        return -1;
    if (p->counted && print_larger(q->failed, q->of, p->failed, p->of))
        return 1;
    if (p->failed != q->failed)
        return p->failed > q->failed ? -1 : 1;
    return print_by_place(p, q);
}

static void print_sort(struct line *lines, size_t n,
                       const struct rdl_listing_view *view)
{
    if (n == 0)
        return;
    switch (view->sort) {
    case RDL_SORT_PLACE:
        if (!view->all)
            qsort(lines, n, sizeof(*lines), print_by_state);
        break;
    case RDL_SORT_HITS:
        qsort(lines, n, sizeof(*lines), print_by_hits);
        break;
    case RDL_SORT_FAILING:
        qsort(lines, n, sizeof(*lines), print_by_failing);
        break;
    }
}

/* --- Printing ------------------------------------------------------------- */

/* Appends to the text, which it frees. */
static char *print_append(char *text, char *more)
{
    char *longer = rdl_format("%s%s", text, more);

    free(text);
    free(more);
    return longer;
}

static char *print_counts(const struct line *line, uint64_t executions)
{
    char *text =
        line->least == line->most
            ? rdl_format(", in %llu of %llu", (unsigned long long)line->least,
                         (unsigned long long)executions)
            : rdl_format(", in %llu to %llu of %llu",
                         (unsigned long long)line->least,
                         (unsigned long long)line->most,
                         (unsigned long long)executions);

    if (line->failed == 0)
        return text;
    return print_append(text, rdl_format(", fails in %llu of %llu",
                                         (unsigned long long)line->failed,
                                         (unsigned long long)line->of));
}

/* `executions`: that recorded the metric; 0: counts are not shown. */
static void print_line(FILE *out, const struct line *line,
                       const struct rdl_listing_view *view, uint64_t executions)
{
    char *text = rdl_strdup(line->text);

    if (line->times != 1)
        text = print_append(text,
                            rdl_format(", %zu in machine code", line->times));
    if (executions > 0 && line->counted &&
        line->state != RDL_LISTED_UNCOVERED &&
        line->state != RDL_LISTED_IMPOSSIBLE)
        text = print_append(text, print_counts(line, executions));
    fprintf(out, "%*s%-*s", INDENT, "", COLUMN - INDENT,
            rdl_listed_name(line->state));
    if (view->all)
        fprintf(out, "%s\n", text);
    else
        rdl_wrap(out, COLUMN, COLUMN + INDENT, text);
    free(text);
}

/* At most `few` lines unless the view wants all. */
static void print_metric(FILE *out, const struct rdl_listing *l, size_t from,
                         size_t to, const struct rdl_listing_view *view,
                         size_t few)
{
    const uint64_t executions =
        view->executions != NULL ? view->executions[l->all[from].metric] : 0;
    size_t n, left = 0;
    struct line *lines = print_lines(l, from, to, view, &n);

    print_sort(lines, n, view);
    for (size_t i = 0; i < n; i++) {
        if (view->all || i < few)
            print_line(out, &lines[i], view, executions);
        else
            left += lines[i].times;
        free(lines[i].text);
    }
    free(lines);
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
        print_metric(out, l, from, to, view, few);
    }
}
