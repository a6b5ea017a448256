/* lines.c - see lines.h.
 *
 * P(i,j) is the length of the longest common subsequence of the first i and j
 * lines, S(i,j) that of the lines behind them.  An equal pair (i,j) is on some
 * longest one iff P + 1 + S is the whole length, and is then number P + 1 on
 * it.  Every longest one has exactly one pair with each number: a pair that is
 * the only one of its number is on all of them.
 *
 * That takes n times m steps.  So texts that are too long are cut at lines that
 * occur once in each (as in patience diff, B. Cohen).
 *
 * A longest subsequence is the shortest explanation of a change, not always the
 * true one: copies.c drops the pairs that another explanation could refute. */
#include "regress/lines.h"

#include "base/hash.h"
#include "regress/copies.h"
#include "util/alloc.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define MOST_CELLS (4u << 20)

struct rdl_line *rdl_lines_of(const char *text, size_t size, size_t *n)
{
    struct rdl_line *lines = NULL;
    size_t at = 0;

    *n = 0;
    while (at < size) {
        const char *end = memchr(text + at, '\n', size - at);
        const size_t length =
            end != NULL ? (size_t)(end - text) - at : size - at;
        struct rdl_line *l;

        if ((*n & (*n - 1)) == 0)
            lines = rdl_grow(lines, (*n > 0 ? 2 * *n : 1) * sizeof(*lines));
        l = &lines[(*n)++];
        *l = (struct rdl_line){ .text = text + at, .size = length };
        for (size_t i = 0; i < length; i++) {
            if (!isspace((unsigned char)l->text[i]))
                l->hash = rdl_mix(l->hash, (unsigned char)l->text[i]);
        }
        at += length + 1;
    }
    return lines;
}

unsigned rdl_line_column(const struct rdl_line *line, unsigned column)
{
    unsigned n = 0;

    for (size_t i = 0; i < line->size && i + 1 < column; i++)
        n += !isspace((unsigned char)line->text[i]);
    return n;
}

/* --- A table of lengths ---------------------------------------------------
 */

struct lengths {
    size_t n_a, n_b;
    uint16_t *all; /* (n_a + 1) rows of n_b + 1 */
};

static uint16_t *lengths_at(const struct lengths *l, size_t i, size_t j)
{
    return &l->all[i * (l->n_b + 1) + j];
}

static uint16_t lengths_step(uint16_t diagonal, uint16_t x, uint16_t y,
                             bool equal)
{
    const uint16_t most = x > y ? x : y;

    return equal && diagonal + 1 > most ? (uint16_t)(diagonal + 1) : most;
}

static struct lengths lengths_before(const struct rdl_line *a, size_t n_a,
                                     const struct rdl_line *b, size_t n_b)
{
    struct lengths l = { n_a, n_b,
                         rdl_alloc((n_a + 1) * (n_b + 1) * sizeof(uint16_t)) };

    for (size_t i = 1; i <= n_a; i++) {
        for (size_t j = 1; j <= n_b; j++)
            *lengths_at(&l, i, j) = lengths_step(
                *lengths_at(&l, i - 1, j - 1), *lengths_at(&l, i - 1, j),
                *lengths_at(&l, i, j - 1), a[i - 1].hash == b[j - 1].hash);
    }
    return l;
}

static struct lengths lengths_behind(const struct rdl_line *a, size_t n_a,
                                     const struct rdl_line *b, size_t n_b)
{
    struct lengths l = { n_a, n_b,
                         rdl_alloc((n_a + 1) * (n_b + 1) * sizeof(uint16_t)) };

    for (size_t i = n_a; i-- > 0;) {
        for (size_t j = n_b; j-- > 0;)
            *lengths_at(&l, i, j) = lengths_step(
                *lengths_at(&l, i + 1, j + 1), *lengths_at(&l, i + 1, j),
                *lengths_at(&l, i, j + 1), a[i].hash == b[j].hash);
    }
    return l;
}

struct ranked { /* the pairs with one number */
    uint32_t i, j, n;
};

static void lines_by_table(const struct rdl_line *a, size_t n_a,
                           const struct rdl_line *b, size_t n_b, size_t first,
                           uint32_t *map)
{
    const struct lengths before = lengths_before(a, n_a, b, n_b);
    const struct lengths behind = lengths_behind(a, n_a, b, n_b);
    const uint16_t whole = *lengths_at(&behind, 0, 0);
    struct ranked *ranks = rdl_alloc(((size_t)whole + 1) * sizeof(*ranks));

    for (size_t i = 0; i < n_a; i++) {
        for (size_t j = 0; j < n_b; j++) {
            const uint16_t rank = *lengths_at(&before, i, j);

            if (a[i].hash != b[j].hash ||
                rank + 1 + *lengths_at(&behind, i + 1, j + 1) != whole)
                continue;
            ranks[rank].i = (uint32_t)i;
            ranks[rank].j = (uint32_t)j;
            ranks[rank].n++;
        }
    }
    for (size_t r = 0; r < whole; r++) {
        if (ranks[r].n == 1)
            map[ranks[r].i] = (uint32_t)(first + ranks[r].j + 1);
    }
    free(ranks);
    free(before.all);
    free(behind.all);
}

/* --- Texts that are too long -----------------------------------------------
 */

/* Of the unique lines, a longest series that ascends in both texts; returns the
 * line of a that is nearest to its middle, n_a if there is none. */
static size_t lines_anchor(const uint32_t *to, size_t n_a)
{
    uint32_t *best = rdl_alloc((n_a + 1) * sizeof(*best)); /* ends of series */
    uint32_t *before = rdl_alloc((n_a + 1) * sizeof(*before));
    size_t n = 0, at = n_a;

    for (size_t i = 0; i < n_a; i++) {
        size_t low = 0, high = n;

        if (to[i] == 0)
            continue;
        while (low < high) {
            const size_t middle = (low + high) / 2;

            if (to[best[middle]] < to[i])
                low = middle + 1;
            else
                high = middle;
        }
        before[i] = low > 0 ? best[low - 1] : (uint32_t)n_a;
        best[low] = (uint32_t)i;
        n = low == n ? n + 1 : n;
    }
    if (n > 0) {
        at = best[n - 1];
        for (size_t k = 0; k < n / 2; k++)
            at = before[at];
    }
    free(best);
    free(before);
    return at;
}

static bool lines_equal(const struct rdl_line *a, const struct rdl_line *b,
                        size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (a[i].hash != b[i].hash)
            return false;
    }
    return true;
}

static void lines_match(const struct rdl_line *a, size_t n_a,
                        const struct rdl_line *b, size_t n_b, size_t first,
                        uint32_t *map)
{
    uint32_t *unique;
    size_t cut;

    if ((n_a + 1) * (n_b + 1) <= MOST_CELLS && n_a < UINT16_MAX &&
        n_b < UINT16_MAX) {
        lines_by_table(a, n_a, b, n_b, first, map);
        return;
    }
    unique = rdl_copies_unique(a, n_a, b, n_b);
    cut = lines_anchor(unique, n_a);
    if (cut < n_a) {
        const size_t there = unique[cut] - 1;

        map[cut] = (uint32_t)(first + there + 1);
        lines_match(a, cut, b, there, first, map);
        lines_match(a + cut + 1, n_a - cut - 1, b + there + 1, n_b - there - 1,
                    first + there + 1, map + cut + 1);
    }
    free(unique);
}

void rdl_lines_match(const struct rdl_line *a, size_t n_a,
                     const struct rdl_line *b, size_t n_b, size_t first,
                     uint32_t *map)
{
    if (n_a == n_b && lines_equal(a, b, n_a)) {
        for (size_t i = 0; i < n_a; i++)
            map[i] = (uint32_t)(first + i + 1);
        return;
    }
    lines_match(a, n_a, b, n_b, 0, map);
    rdl_copies_drop(a, n_a, b, n_b, map);
    for (size_t i = 0; i < n_a; i++)
        map[i] += map[i] != 0 ? (uint32_t)first : 0;
}
