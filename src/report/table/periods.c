/* periods.c - see periods.h.
 *
 * One pass goes through the sequence with a guess: the distance to the latest
 * place that ended with the same few elements.  As long as the guess holds, the
 * run grows; if it fails, the run ends and there is a new guess.  A pass then
 * replaces each run by one element whose key is that of its period, so that the
 * next pass finds loops around loops.  Several numbers of elements are tried:
 * one is enough if an element occurs once in a period, more are needed if every
 * element occurs twice. */
#include "report/table/periods.h"

#include "base/hash.h"
#include "util/alloc.h"

#include <stdbool.h>
#include <stdlib.h>

#define TIMES 3        /* fewer instances are no run */
#define SAVED 3        /* elements after the first instance; fewer are no run */
#define ROUNDS 4       /* of passes: loops in loops in loops */
#define REPEATS 0x5eed /* distinguishes a run from its elements */

/* Elements that a guess compares. */
static const size_t grams[] = { 1, 4, 16 };
#define N_GRAMS (sizeof(grams) / sizeof(grams[0]))

struct item { /* an element of the sequence, or a run of them */
    uint64_t key;
    size_t from; /* its first element; the next item has its end */
};

struct run { /* of items */
    size_t from, length, times;
};

struct pass {
    size_t n; /* items, without the one at the end */
    struct item *items;
    size_t n_runs, room_runs;
    struct run *runs;
    size_t *latest; /* where a hash was met: item + 1 */
    size_t mask;    /* of `latest` */
    uint64_t work;
};

static bool periods_equal(struct pass *p, size_t a, size_t b)
{
    p->work++;
    return p->items[a].key == p->items[b].key;
}

static void periods_add(struct pass *p, const struct run *run)
{
    if (p->n_runs == p->room_runs) {
        p->room_runs = p->room_runs * 2 + 16;
        p->runs = rdl_grow(p->runs, p->room_runs * sizeof(*p->runs));
    }
    p->runs[p->n_runs++] = *run;
}

/* The items before `end` equal those `length` before them, `same` of them.
 * Returns where the next run may begin. */
static size_t periods_close(struct pass *p, size_t floor, size_t end,
                            size_t length, size_t same)
{
    size_t from = end - same - length, times;

    if (length == 0 || same < (TIMES - 1) * length || same < SAVED)
        return floor;
    while (from > floor && periods_equal(p, from - 1, from - 1 + length))
        from--;
    times = (end - from) / length;
    periods_add(p, &(struct run){ from, length, times });
    return from + times * length;
}

/* How many of the items up to `at` equal those up to `before`. */
static size_t periods_same(struct pass *p, size_t floor, size_t at,
                           size_t before, size_t most)
{
    size_t n = 0;

    while (n < most && before >= floor + n &&
           periods_equal(p, at - n, before - n))
        n++;
    return n;
}

/* Finds runs; gram: how many items a guess compares. */
static void periods_scan(struct pass *p, size_t gram)
{
    size_t floor = 0, length = 0, same = 0;
    uint64_t hash = 0, oldest = 1; /* factor of the item that leaves the hash */
    const uint64_t factor = UINT64_C(0x9e3779b97f4a7c15) | 1;

    p->n_runs = 0;
    for (size_t i = 0; i <= p->mask; i++)
        p->latest[i] = 0;
    for (size_t i = 0; i < gram; i++)
        oldest *= factor;
    for (size_t i = 0; i < p->n; i++) {
        size_t *seen;

        hash = hash * factor + p->items[i].key;
        if (i >= gram)
            hash -= p->items[i - gram].key * oldest;
        seen = &p->latest[rdl_mix(0, hash) & p->mask];
        if (length > 0 && periods_equal(p, i, i - length)) {
            same++;
        } else {
            floor = periods_close(p, floor, i, length, same);
            length = same = 0;
            if (*seen > floor)
                same = periods_same(p, floor, i, *seen - 1, gram);
            if (same > 0)
                length = i + 1 - *seen;
        }
        *seen = i + 1;
    }
    periods_close(p, floor, p->n, length, same);
}

/* Adds the runs to those that were found and makes an item of each. */
static void periods_replace(struct pass *p, struct rdl_periods *out)
{
    size_t to = 0, at = 0;

    for (size_t r = 0; r < p->n_runs; r++) {
        const struct run *run = &p->runs[r];
        const struct item *item = &p->items[run->from];
        uint64_t key = REPEATS;

        if (out->n == out->room) {
            out->room = out->room * 2 + 16;
            out->all = rdl_grow(out->all, out->room * sizeof(*out->all));
        }
        out->all[out->n++] = (struct rdl_period_run){
            .from = item->from,
            .second = item[run->length].from,
            .last = item[(run->times - 1) * run->length].from,
            .to = item[run->times * run->length].from,
            .times = run->times,
        };
        for (size_t i = 0; i < run->length; i++)
            key = rdl_mix(key, item[i].key);
        while (at < run->from)
            p->items[to++] = p->items[at++];
        p->items[to++] = (struct item){ key, p->items[at].from };
        at += run->times * run->length;
    }
    while (at <= p->n) /* with the one at the end */
        p->items[to++] = p->items[at++];
    p->n = to - 1;
}

void rdl_periods_find(struct rdl_periods *out, const uint64_t *keys, size_t n)
{
    struct pass p = { .n = n, .mask = 1023 };
    bool found = true;

    while (p.mask < n)
        p.mask = p.mask * 2 + 1;
    p.latest = rdl_alloc((p.mask + 1) * sizeof(*p.latest));
    p.items = rdl_alloc((n + 1) * sizeof(*p.items));
    for (size_t i = 0; i < n; i++)
        p.items[i] = (struct item){ keys[i], i };
    p.items[n].from = n;
    for (size_t round = 0; round < ROUNDS && found; round++) {
        found = false;
        for (size_t g = 0; g < N_GRAMS; g++) {
            periods_scan(&p, grams[g]);
            found = found || p.n_runs > 0;
            periods_replace(&p, out);
        }
    }
    /* Later passes find outer runs. */
    for (size_t i = 0; i < out->n / 2; i++) {
        const struct rdl_period_run swap = out->all[i];

        out->all[i] = out->all[out->n - 1 - i];
        out->all[out->n - 1 - i] = swap;
    }
    out->work += p.work;
    free(p.latest);
    free(p.items);
    free(p.runs);
}

void rdl_periods_free(struct rdl_periods *p)
{
    free(p->all);
    *p = (struct rdl_periods){ 0 };
}
