/* cut.c - chooses the rows of a table that is too long: see internal.h. */
#include "report/table/internal.h"

#include "util/alloc.h"

#define MOST_PINNED 32 /* rows that are kept however long the table gets */
#define FIRST 4        /* rows at the beginning */
#define DEEDS 7        /* lines that a row takes at most, about */

struct row {
    size_t first, last; /* acts */
    size_t lines;
    bool pinned; /* the explanation names it, or its thread is preempted */
    bool named;
    bool switches; /* another thread goes on behind it */
    bool kept;
};

struct rows {
    size_t n;
    struct row *all;
    size_t room; /* lines that are left */
};

bool rdl_table_same_row(struct rdl_table *t, const struct table_act *a,
                        const struct table_act *b)
{
    return a->e.tid == b->e.tid &&
           rdl_table_same_line(rdl_table_act_place(t, a),
                               rdl_table_act_place(t, b));
}

static void cut_rows(struct rdl_table *t, struct rows *r)
{
    const struct table_act *before = NULL;
    size_t notes = 0; /* lines about what repeats or is folded */
    bool folded = false;

    r->all = rdl_alloc((t->n_acts + 1) * sizeof(*r->all));
    for (size_t i = 0; i < t->n_acts; i++) {
        const struct table_act *a = &t->acts[i];
        struct row *row;

        notes += a->times > 0 || (a->folded && !folded);
        folded = a->folded;
        if (!a->shown)
            continue;
        if (before == NULL || !rdl_table_same_row(t, before, a))
            r->all[r->n++] = (struct row){ .first = i, .lines = notes };
        row = &r->all[r->n - 1];
        notes = 0;
        row->last = i;
        row->lines += row->lines < DEEDS;
        row->pinned |= a->named || a->preempted;
        row->named |= a->named;
        row->switches = a->end != TABLE_GOES_ON;
        row->lines += row->switches;
        before = a;
    }
}

/* more: lines that it takes beside its own. */
static void cut_keep(struct rows *r, size_t at, size_t more)
{
    struct row *row = &r->all[at];

    if (row->kept || row->lines + more > r->room)
        return;
    row->kept = true;
    r->room -= row->lines + more;
}

static void cut_keep_pinned(struct rows *r)
{
    size_t n = 0;

    for (size_t i = r->n; i > 0 && n < MOST_PINNED; i--) {
        struct row *row = &r->all[i - 1];

        if (!row->pinned)
            continue;
        n++;
        row->kept = true;
        r->room -= row->lines < r->room ? row->lines : r->room;
    }
}

static void cut_choose(struct rows *r)
{
    size_t least; /* lines for what is not the beginning */

    cut_keep_pinned(r);
    least = r->room - r->room / 5;
    for (size_t i = 0; i < r->n && i < FIRST && r->room > least; i++)
        cut_keep(r, i, 0);
    for (size_t i = r->n, n = 0; i > 0 && n < TABLE_LATEST; i--, n++)
        cut_keep(r, i - 1, 0);
    for (size_t i = r->n; i > 0; i--) {
        if (!r->all[i - 1].named)
            continue;
        if (i < r->n)
            cut_keep(r, i, 0);
        if (i > 1)
            cut_keep(r, i - 2, 0);
    }
    /* One row alone takes a line about what is left out beside it. */
    for (size_t i = r->n; i > 0; i--) {
        if (r->all[i - 1].switches)
            cut_keep(r, i - 1, 1);
    }
    for (size_t i = r->n; i > 0; i--)
        cut_keep(r, i - 1, 0);
    /* A line about one left-out row takes as much room as the row. */
    for (size_t i = 1; i + 1 < r->n; i++)
        r->all[i].kept |=
            r->all[i].lines == 1 && r->all[i - 1].kept && r->all[i + 1].kept;
}

/* Does the act, the next row at or after which is `at`, go?  What repeats
 * belongs to the row before it, what is folded to those on either side. */
static bool cut_goes(const struct rows *r, size_t at, size_t act, bool folded)
{
    const bool kept = at == r->n || r->all[at].kept;

    if (at == 0 || (at < r->n && act >= r->all[at].first))
        return !kept;
    return !r->all[at - 1].kept || (folded && !kept);
}

static size_t cut_apply(struct rdl_table *t, const struct rows *r)
{
    size_t gone = 0, row = 0;

    for (size_t i = 0; i < t->n_acts; i++) {
        struct table_act *a = &t->acts[i];

        while (row < r->n && i > r->all[row].last)
            row++;
        if (!(a->shown || a->folded || a->again) ||
            !cut_goes(r, row, i, a->folded))
            continue;
        gone++;
        a->cut = true;
        a->shown = a->folded = a->again = false;
        a->times = 0;
    }
    return gone;
}

size_t rdl_table_cut(struct rdl_table *t, size_t lines)
{
    struct rows r = { .room = lines };
    size_t all = 0, gone = 0;

    cut_rows(t, &r);
    for (size_t i = 0; i < r.n; i++)
        all += r.all[i].lines;
    if (all > lines) {
        cut_choose(&r);
        gone = cut_apply(t, &r);
    }
    free(r.all);
    rdl_table_count(t);
    return gone;
}
