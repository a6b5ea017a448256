/* copies.c - see copies.h. */
#include "regress/copies.h"

#include "util/alloc.h"

#include <stdbool.h>
#include <stdlib.h>

struct counted {
    uint64_t hash;
    uint32_t at;
    bool in_b;
};

struct texts {
    const struct rdl_line *a, *b;
    size_t n_a, n_b;
    const uint32_t *map, *unique;
};

static int copies_compare(const void *x, const void *y)
{
    const struct counted *p = x, *q = y;

    if (p->hash != q->hash)
        return p->hash < q->hash ? -1 : 1;
    if (p->in_b != q->in_b)
        return p->in_b ? 1 : -1;
    return (p->at > q->at) - (p->at < q->at);
}

/* The lines of both texts, equal ones side by side, those of a first. */
static struct counted *copies_sorted(const struct rdl_line *a, size_t n_a,
                                     const struct rdl_line *b, size_t n_b)
{
    struct counted *all = rdl_alloc((n_a + n_b + 1) * sizeof(*all));

    for (size_t i = 0; i < n_a; i++)
        all[i] = (struct counted){ a[i].hash, (uint32_t)i, false };
    for (size_t i = 0; i < n_b; i++)
        all[n_a + i] = (struct counted){ b[i].hash, (uint32_t)i, true };
    qsort(all, n_a + n_b, sizeof(*all), copies_compare);
    return all;
}

uint32_t *rdl_copies_unique(const struct rdl_line *a, size_t n_a,
                            const struct rdl_line *b, size_t n_b)
{
    struct counted *all = copies_sorted(a, n_a, b, n_b);
    uint32_t *to = rdl_alloc((n_a + 1) * sizeof(*to));
    const size_t n = n_a + n_b;

    for (size_t i = 0, end; i < n; i = end) {
        for (end = i; end < n && all[end].hash == all[i].hash;)
            end++;
        if (end - i == 2 && !all[i].in_b && all[i + 1].in_b && all[i].hash != 0)
            to[all[i].at] = all[i + 1].at + 1;
    }
    free(all);
    return to;
}

/* By line of a: is one of its copies, in either text, without a pair?  The
 * caller frees it. */
static bool *copies_left(const struct texts *t)
{
    struct counted *all = copies_sorted(t->a, t->n_a, t->b, t->n_b);
    bool *paired = rdl_alloc(t->n_b + 1), *left = rdl_alloc(t->n_a + 1);
    const size_t n = t->n_a + t->n_b;

    for (size_t i = 0; i < t->n_a; i++) {
        if (t->map[i] != 0)
            paired[t->map[i] - 1] = true;
    }
    for (size_t i = 0, end; i < n; i = end) {
        bool any = false;

        for (end = i; end < n && all[end].hash == all[i].hash; end++)
            any |=
                all[end].in_b ? !paired[all[end].at] : t->map[all[end].at] == 0;
        for (size_t k = i; k < end && !all[k].in_b; k++)
            left[all[k].at] = any;
    }
    free(all);
    free(paired);
    return left;
}

/* Are the lines before (or behind) the pair of line i the same in both texts,
 * as far as to one with a text of its own, or to the ends of both texts? */
static bool copies_same(const struct texts *t, size_t i, bool behind)
{
    for (;;) {
        const size_t j = t->map[i] - 1;
        const bool end_a = behind ? i + 1 == t->n_a : i == 0;
        const bool end_b = behind ? j + 1 == t->n_b : j == 0;

        if (end_a || end_b)
            return end_a && end_b;
        i = behind ? i + 1 : i - 1;
        if (t->map[i] != (behind ? j + 2 : j))
            return false;
        if (t->unique[i] != 0)
            return true;
    }
}

static bool copies_anchor(const struct texts *t, size_t i)
{
    return t->unique[i] != 0 && t->map[i] != 0;
}

/* Is line i the only one with its text between the nearest lines that have a
 * text of their own, in both texts? */
static bool copies_single(const struct texts *t, size_t i)
{
    const uint64_t hash = t->a[i].hash;
    size_t from = i, to = i + 1, n = 0, end;

    while (from > 0 && !copies_anchor(t, from - 1))
        from--;
    while (to < t->n_a && !copies_anchor(t, to))
        to++;
    for (size_t k = from; k < to; k++)
        n += t->a[k].hash == hash;
    end = to < t->n_a ? t->map[to] - 1 : t->n_b;
    for (size_t k = from > 0 ? t->map[from - 1] : 0; k < end; k++)
        n += t->b[k].hash == hash;
    return n == 2;
}

static bool copies_certain(const struct texts *t, size_t i)
{
    const bool before = copies_same(t, i, /*behind=*/false);
    const bool behind = copies_same(t, i, /*behind=*/true);

    return (before && behind) || ((before || behind) && copies_single(t, i));
}

void rdl_copies_drop(const struct rdl_line *a, size_t n_a,
                     const struct rdl_line *b, size_t n_b, uint32_t *map)
{
    uint32_t *unique = rdl_copies_unique(a, n_a, b, n_b);
    const struct texts t = { a, b, n_a, n_b, map, unique };
    bool *drop = copies_left(&t);

    for (size_t i = 0; i < n_a; i++) {
        if (map[i] != 0 && unique[i] == 0 && !drop[i])
            drop[i] = !copies_certain(&t, i);
    }
    for (size_t i = 0; i < n_a; i++) {
        if (drop[i])
            map[i] = 0;
    }
    free(unique);
    free(drop);
}
