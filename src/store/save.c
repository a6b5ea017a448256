/* save.c - from a coverage memory into the campaign's store.
 *
 * Numbers are the same in both, so what is new is found by counting (modules,
 * locations, requirements), by comparing sets (covered, estimated) and by the
 * counts of rows (pairs).  All of it only ever grows.
 *
 * The target may have written over the memory: what it says is taken as it is,
 * nothing in it leads outside. */
#include "store/internal.h"

#include "base/text.h"
#include "store/build.h"
#include "coverage/collector.h"
#include "util/die.h"

#include <stdlib.h>
#include <string.h>

void rdl_saved_reset(struct rdl_saved *saved)
{
    for (size_t i = 0; i < RDL_N_COMBINATORIAL; i++)
        free(saved->pairs[i].counts);
    free(saved->covered);
    free(saved->estimated);
    *saved = (struct rdl_saved){ .modules = 0 };
}

/* Sets and counts for as many as there can be, once and for all. */
static void saved_room(struct rdl_saved *saved, const struct rdl_coverage *c)
{
    if (saved->covered != NULL)
        return;
    saved->n_words = rdl_bits_words((size_t)c->covering.mirror.capacity + 1);
    saved->covered = rdl_alloc(saved->n_words * sizeof(uint64_t));
    saved->estimated = rdl_alloc(saved->n_words * sizeof(uint64_t));
    for (size_t i = 0; i < RDL_N_COMBINATORIAL; i++)
        saved->pairs[i].counts =
            rdl_alloc(((size_t)c->pairs[i].capacity + 1) * sizeof(uint32_t));
}

/* --- Modules and locations ------------------------------------------------ */

static bool save_modules(struct rdl_saved *saved, struct rdl_sql *sql,
                         const struct rdl_coverage *c)
{
    const struct rdl_coverage_module *m;
    bool good = true;

    while (good &&
           (m = rdl_coverage_module_at(c->memory, saved->modules)) != NULL) {
        const size_t size = m->build_id_size;
        char path[RDL_COVERAGE_PATH];
        char *build = rdl_store_build_id(
            m->build_id,
            size < sizeof(m->build_id) ? size : sizeof(m->build_id));

        rdl_text_copy(path, m->path, sizeof(path));
        if (build == NULL)
            build = rdl_store_build_of(path);
        good = rdl_sql_do(sql, "INSERT OR REPLACE INTO modules VALUES(?, ?, ?)",
                          "itt", (int64_t)saved->modules, path, build);
        free(build);
        saved->modules++;
    }
    return good;
}

static bool save_locations(struct rdl_saved *saved, struct rdl_sql *sql,
                           const struct rdl_coverage *c)
{
    const uint32_t n = rdl_mirror_end(&c->locations.mirror);
    sqlite3_stmt *st = NULL;
    bool good = true;

    if (saved->locations < n)
        st = rdl_sql_prepare(
            sql, "INSERT OR REPLACE INTO locations VALUES(?, ?, ?)");
    for (; good && saved->locations < n; saved->locations++) {
        const uint32_t number = RDL_LOC_FIRST + saved->locations;
        const uint64_t key = rdl_location_key(&c->locations, number);

        good = rdl_sql_put(sql, st, "iii", (int64_t)number,
                           (int64_t)rdl_location_key_module(key),
                           (int64_t)rdl_location_key_offset(key));
    }
    sqlite3_finalize(st);
    return good;
}

/* --- Requirements --------------------------------------------------------- */

/* Between two saves time is taken to go evenly from execution to execution.
 * One that was handed out before may be repeated since
 * (campaign/determinism.h), and cover what was not yet known to be shared: it
 * has no later time for that. */
static double save_seconds(uint64_t execution,
                           const struct rdl_store_progress *from,
                           const struct rdl_store_progress *to)
{
    double part;

    if (execution < from->next)
        return from->seconds;
    if (execution >= to->next)
        return to->seconds;
    part = (double)(execution - from->next) / (double)(to->next - from->next);
    return from->seconds + part * (to->seconds - from->seconds);
}

static bool save_requirement(struct rdl_sql *sql, sqlite3_stmt *st,
                             const struct rdl_coverage *c, uint32_t id,
                             const struct rdl_store_progress *from,
                             const struct rdl_store_progress *to)
{
    const uint64_t key = rdl_requirement_key(&c->covering, id);
    const uint64_t first = rdl_requirement_first(&c->covering, id);
    const bool covered = rdl_requirement_covered(&c->covering, id);

    return rdl_sql_put(sql, st, covered ? "iiiiiid" : "iiiiinn", (int64_t)id,
                       (int64_t)rdl_key_metric(key), (int64_t)rdl_key_l1(key),
                       (int64_t)rdl_key_l2(key),
                       (int64_t)rdl_requirement_estimated(&c->covering, id),
                       (int64_t)first, save_seconds(first, from, to));
}

/* What is in `set` and was not in `known`, which then has it too. */
static uint64_t save_news(uint64_t *known, const uint64_t *set, size_t word,
                          uint64_t among)
{
    const uint64_t is = __atomic_load_n(&set[word], __ATOMIC_ACQUIRE) & among;
    const uint64_t news = is & ~known[word];

    known[word] |= is;
    return news;
}

/* The numbers from `first` to `last` that are in this word of a set. */
static uint64_t save_range(size_t word, uint64_t first, uint64_t last)
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

static bool save_requirements(struct rdl_saved *saved, struct rdl_sql *sql,
                              const struct rdl_coverage *c,
                              const struct rdl_store_progress *from,
                              const struct rdl_store_progress *to)
{
    const struct rdl_requirements_arrays *shared = &c->covering.shared;
    const uint32_t n = rdl_requirements_n(&c->covering);
    /* Written again after a failure, it keeps its first time. */
    sqlite3_stmt *st = rdl_sql_prepare(
        sql, "INSERT INTO requirements VALUES(?, ?, ?, ?, ?, ?, ?) "
             "ON CONFLICT(number) DO UPDATE SET "
             "estimated = max(estimated, excluded.estimated), "
             "execution = coalesce(execution, excluded.execution), "
             "seconds = coalesce(seconds, excluded.seconds)");
    bool good = st != NULL;

    for (size_t word = 0; good && word < rdl_bits_words((size_t)n + 1);
         word++) {
        /* What is beyond n by now comes with the next save. */
        const uint64_t all = save_range(word, 1, n);
        uint64_t news =
            save_news(saved->covered, shared->covered_set, word, all) |
            save_news(saved->estimated, shared->estimated_set, word, all) |
            /* Neither of the two, if its process died too early. */
            save_range(word, (uint64_t)saved->requirements + 1, n);

        for (; good && news != 0; news &= news - 1)
            good = save_requirement(
                sql, st, c,
                (uint32_t)(64 * word + (unsigned)__builtin_ctzll(news)), from,
                to);
    }
    if (good)
        saved->requirements = n;
    sqlite3_finalize(st);
    return good;
}

/* --- Pairs ---------------------------------------------------------------- */

/* The row as bytes, without the zeros at its end.  Little-endian words are the
 * bytes of a set, bit 0 first. */
static size_t save_row(const struct rdl_pairing *p, uint32_t member,
                       uint64_t *row)
{
    const uint64_t *shared = rdl_pairs_row(p, member);
    size_t n = p->row_words;

    for (size_t i = 0; i < n; i++)
        row[i] = __atomic_load_n(&shared[i], __ATOMIC_RELAXED);
    while (n > 0 && row[n - 1] == 0)
        n--;
    return n;
}

static bool save_pairs(struct rdl_saved_pairs *saved, struct rdl_sql *sql,
                       const struct rdl_pairing *p)
{
    const uint32_t n = rdl_pairs_n(p);
    uint64_t *row = rdl_alloc(p->row_words * sizeof(*row));
    sqlite3_stmt *st =
        rdl_sql_prepare(sql, "INSERT OR REPLACE INTO pairs VALUES(?, ?, ?, ?)");
    bool good = st != NULL;

    for (uint32_t m = 1; good && m <= n; m++) {
        const uint32_t count = rdl_pairs_count(p, m);

        if (m <= saved->n && count == saved->counts[m])
            continue;
        saved->counts[m] = count;
        good = rdl_sql_put(sql, st, "tiib", p->kind->name, (int64_t)m,
                           (int64_t)rdl_pairs_requirement(p, m), row,
                           save_row(p, m, row) * sizeof(*row));
    }
    saved->n = n;
    sqlite3_finalize(st);
    free(row);
    return good;
}

bool rdl_saved_write(struct rdl_saved *saved, struct rdl_sql *sql,
                     const struct rdl_coverage *c,
                     const struct rdl_store_progress *from,
                     const struct rdl_store_progress *to)
{
    bool good;

    if (c == NULL)
        return true;
    saved_room(saved, c);
    good = save_requirements(saved, sql, c, from, to) &&
           /* After them: whatever they name is there by now. */
           save_locations(saved, sql, c) && save_modules(saved, sql, c);
    for (size_t i = 0; good && i < RDL_N_COMBINATORIAL; i++) {
        if (c->pairs[i].table != NULL)
            good = save_pairs(&saved->pairs[i], sql, &c->pairs[i]);
    }
    return good;
}

void rdl_saved_all(struct rdl_saved *saved, const struct rdl_coverage *c)
{
    saved_room(saved, c);
    while (rdl_coverage_module_at(c->memory, saved->modules) != NULL)
        saved->modules++;
    saved->locations = rdl_mirror_end(&c->locations.mirror);
    saved->requirements = rdl_requirements_n(&c->covering);
    memcpy(saved->covered, c->covering.shared.covered_set,
           saved->n_words * sizeof(uint64_t));
    memcpy(saved->estimated, c->covering.shared.estimated_set,
           saved->n_words * sizeof(uint64_t));
    for (size_t i = 0; i < RDL_N_COMBINATORIAL; i++) {
        const struct rdl_pairing *p = &c->pairs[i];

        if (p->table == NULL)
            continue;
        saved->pairs[i].n = rdl_pairs_n(p);
        for (uint32_t m = 1; m <= saved->pairs[i].n; m++)
            saved->pairs[i].counts[m] = rdl_pairs_count(p, m);
    }
}
