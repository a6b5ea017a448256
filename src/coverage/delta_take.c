/* delta_take.c - takes a delta from a coverage memory: delta.h.
 *
 * Numbers are dense and everything only grows.  So what is new is found by
 * counting (modules, locations, requirements, members), by comparing sets
 * (covered, estimated) and counts (of requirements, and of rows of pairs). */
#include "coverage/delta.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

void rdl_delta_mark_reset(struct rdl_delta_mark *mark)
{
    for (size_t i = 0; i < RDL_N_COMBINATORIAL; i++)
        free(mark->pairs[i].counts);
    free(mark->covered);
    free(mark->estimated);
    free(mark->hits);
    *mark = (struct rdl_delta_mark){ .modules = 0 };
}

/* Allocates sets and counts for the largest possible number, once. */
static bool take_room(struct rdl_delta_mark *mark, const struct rdl_coverage *c)
{
    const size_t words =
        rdl_bits_words((size_t)c->covering.mirror.capacity + 1);
    bool good;

    if (mark->covered != NULL)
        return true;
    mark->covered = calloc(words, sizeof(uint64_t));
    mark->estimated = calloc(words, sizeof(uint64_t));
    mark->hits =
        calloc((size_t)c->covering.mirror.capacity + 1, sizeof(*mark->hits));
    good =
        mark->covered != NULL && mark->estimated != NULL && mark->hits != NULL;
    for (size_t i = 0; i < RDL_N_COMBINATORIAL; i++) {
        mark->pairs[i].counts =
            calloc((size_t)c->pairs[i].capacity + 1, sizeof(uint32_t));
        good = good && mark->pairs[i].counts != NULL;
    }
    return good;
}

/* --- Pairs ---------------------------------------------------------------- */

/* The count of a row marks it as taken; this value makes it taken again. */
#define AGAIN UINT32_MAX

/* Copies the row without zeros at its end and without partners beyond member n,
 * which are not in the delta; *later: there were some. */
static size_t take_row(const struct rdl_pairing *p, uint32_t member, uint32_t n,
                       uint64_t *row, bool *later)
{
    const uint64_t *shared = rdl_pairs_row(p, member);
    size_t words = p->row_words;

    *later = false;
    for (size_t i = 0; i < words; i++) {
        const uint64_t all = __atomic_load_n(&shared[i], __ATOMIC_RELAXED);
        const uint64_t here = 64 * (uint64_t)i;
        const uint64_t among = n >= here + 64 ? UINT64_MAX
                               : n <= here    ? 0
                                              : UINT64_MAX >> (64 - (n - here));

        row[i] = all & among;
        *later = *later || row[i] != all;
    }
    while (words > 0 && row[words - 1] == 0)
        words--;
    return words;
}

static bool take_pairs(const struct rdl_pairing *p, unsigned kind,
                       struct rdl_delta_mark_pairs *mark,
                       struct rdl_delta_writer *w)
{
    const uint32_t n = rdl_pairs_n(p);
    uint64_t *row = malloc(p->row_words * sizeof(*row));

    if (row == NULL)
        return false;
    w->since.members[kind] = mark->n;
    for (uint32_t m = mark->n + 1; m <= n; m++)
        rdl_delta_write_member(w, kind, rdl_pairs_requirement(p, m));
    for (uint32_t m = 1; m <= n; m++) {
        const uint32_t count = rdl_pairs_count(p, m);
        struct rdl_delta_row r = { .kind = kind, .member = m, .partners = row };
        bool later;

        if (m <= mark->n && count == mark->counts[m])
            continue;
        r.n_words = take_row(p, m, n, row, &later);
        mark->counts[m] = later ? AGAIN : count;
        rdl_delta_write_row(w, &r);
    }
    mark->n = n;
    free(row);
    return true;
}

/* --- Requirements --------------------------------------------------------- */

/* What is in `set` and not in `known`; adds it to `known`. */
static uint64_t take_news(uint64_t *known, const uint64_t *set, size_t word,
                          uint64_t among)
{
    const uint64_t is = __atomic_load_n(&set[word], __ATOMIC_ACQUIRE) & among;
    const uint64_t news = is & ~known[word];

    known[word] |= is;
    return news;
}

/* The numbers from `first` to `last` in this word of a set. */
static uint64_t take_range(size_t word, uint64_t first, uint64_t last)
{
    const uint64_t low = 64 * (uint64_t)word, high = low + 63;
    uint64_t range = UINT64_MAX;

    if (last < low || first > high || last < first)
        return 0;
    if (first > low)
        range &= UINT64_MAX << (first - low);
    if (last < high)
        range &= UINT64_MAX >> (high - last);
    return range;
}

/* Of these requirements: those whose counts have changed. */
static uint64_t take_hits(struct rdl_hits *known, const struct rdl_covering *c,
                          size_t word, uint64_t among)
{
    uint64_t news = 0;

    for (; among != 0; among &= among - 1) {
        const unsigned bit = (unsigned)__builtin_ctzll(among);
        const uint32_t id = (uint32_t)(64 * word + bit);
        const struct rdl_hits hits = rdl_hits_of(&c->shared.hits, id);

        if (hits.covered == known[id].covered &&
            hits.failed == known[id].failed)
            continue;
        known[id] = hits;
        news |= UINT64_C(1) << bit;
    }
    return news;
}

static void take_requirement(const struct rdl_covering *c, uint32_t id,
                             const struct rdl_hits *hits,
                             struct rdl_delta_writer *w)
{
    const struct rdl_delta_requirement r = {
        .number = id,
        .key = rdl_requirement_key(c, id),
        .estimated = rdl_requirement_estimated(c, id),
        .first = rdl_requirement_covered(c, id) ? rdl_requirement_first(c, id)
                                                : RDL_NOT_COVERED,
        .hits = *hits,
    };

    rdl_delta_write_requirement(w, &r);
}

static void take_requirements(const struct rdl_covering *c,
                              struct rdl_delta_mark *mark,
                              struct rdl_delta_writer *w)
{
    const uint32_t n = rdl_requirements_n(c);

    w->since.requirements = mark->requirements;
    for (size_t word = 0; word < rdl_bits_words((size_t)n + 1); word++) {
        /* What is beyond n by now is for the next delta. */
        const uint64_t all = take_range(word, 1, n);
        uint64_t news =
            take_news(mark->covered, c->shared.covered_set, word, all) |
            take_news(mark->estimated, c->shared.estimated_set, word, all) |
            take_hits(mark->hits, c, word, all) |
            /* Neither of the two, if its process died too early. */
            take_range(word, (uint64_t)mark->requirements + 1, n);

        for (; news != 0; news &= news - 1) {
            const uint32_t id =
                (uint32_t)(64 * word + (unsigned)__builtin_ctzll(news));

            take_requirement(c, id, &mark->hits[id], w);
        }
    }
    mark->requirements = n;
}

/* --- All ------------------------------------------------------------------ */

static void take_places(const struct rdl_coverage *c,
                        struct rdl_delta_mark *mark, struct rdl_delta_writer *w)
{
    const uint32_t n = rdl_mirror_end(&c->locations.mirror);
    const struct rdl_coverage_module *m;

    w->since.locations = mark->locations;
    for (; mark->locations < n; mark->locations++)
        rdl_delta_write_location(
            w,
            rdl_location_key(&c->locations, RDL_LOC_FIRST + mark->locations));
    w->since.modules = mark->modules;
    while ((m = rdl_coverage_module_at(c->memory, mark->modules)) != NULL) {
        rdl_delta_write_module(w, m);
        mark->modules++;
    }
}

int rdl_coverage_delta_take(const struct rdl_coverage *c,
                            struct rdl_delta_mark *mark, struct rdl_delta *out)
{
    struct rdl_delta_writer w = { .failed = false };
    int error;

    *out = (struct rdl_delta){ .bytes = NULL };
    if (!take_room(mark, c)) {
        rdl_delta_mark_reset(mark);
        return -ENOMEM;
    }
    /* Take what names something before what is named.  So whatever a delta
     * names is in it or in an earlier one, though others cover at the same
     * time. */
    for (unsigned i = 0; i < RDL_N_COMBINATORIAL; i++) {
        if (c->pairs[i].table != NULL &&
            !take_pairs(&c->pairs[i], i, &mark->pairs[i], &w))
            w.failed = true;
    }
    take_requirements(&c->covering, mark, &w);
    take_places(c, mark, &w);
    error = rdl_delta_write_end(&w, out);
    if (error != 0)
        rdl_delta_mark_reset(mark);
    return error;
}
