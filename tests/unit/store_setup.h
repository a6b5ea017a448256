/* store_setup.h - what the tests of the campaign's store share: a coverage
 * memory, a directory, random campaigns. */
#ifndef STORE_SETUP_H
#define STORE_SETUP_H

#include "base/rng.h"
#include "store/backend.h"
#include "store/sqlite/internal.h"
#include "coverage/collector.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

/* --- A coverage memory and a directory ------------------------------------ */

enum { LOCATIONS = 256, REQUIREMENTS = 4096, MEMBERS = 512 };

struct world {
    struct rdl_coverage coverage;
    struct rdl_coverage_memory *memory;
    size_t size;
    void *blocks[256];
    size_t n_blocks;
    struct rdl_delta_mark saved; /* what of it a store has */
};

static inline void *world_more(void *owner, size_t size)
{
    struct world *w = owner;

    assert_true(w->n_blocks < 256);
    return w->blocks[w->n_blocks++] = calloc(1, size);
}

static inline uint64_t world_name(void *owner, uintptr_t pc)
{
    (void)owner;
    return rdl_location_key_of(0, pc);
}

static inline struct world *world_new(void)
{
    const struct rdl_coverage_limits limits = { .locations = LOCATIONS,
                                                .requirements = REQUIREMENTS,
                                                .members = MEMBERS };
    struct world *w = calloc(1, sizeof(*w));

    w->size = rdl_coverage_memory_size(&limits);
    w->memory = rdl_coverage_memory_init(calloc(1, w->size), &limits);
    assert_int_equal(
        rdl_coverage_attach(&w->coverage,
                            &(struct rdl_coverage_attach){
                                .memory = w->memory,
                                .size = w->size,
                                .metrics = RDL_ALL_METRICS,
                                .pairs = (1u << RDL_N_COMBINATORIAL) - 1,
                                .owner = RDL_COVERAGE_DRIVER,
                                .supply = { world_more, w },
                                .namer = { .name = world_name },
                            }),
        0);
    return w;
}

static inline void world_free(struct world *w)
{
    for (size_t i = 0; i < w->n_blocks; i++)
        free(w->blocks[i]);
    rdl_delta_mark_reset(&w->saved);
    free(w->memory);
    free(w);
}

static char dir[64]; /* of the test that runs */
static char program[96];

static char *in_dir(const char *name)
{
    static char path[128];

    snprintf(path, sizeof(path), "%s/%s", dir, name);
    return path;
}

static inline void write_file(const char *path, const char *text)
{
    FILE *f = fopen(path, "w");

    assert_non_null(f);
    fputs(text, f);
    fclose(f);
}

static inline int set_up(void **state)
{
    (void)state;
    strcpy(dir, "/tmp/raddle-store-XXXXXX");
    assert_non_null(mkdtemp(dir));
    strcpy(program, in_dir("program"));
    write_file(program, "first build\n");
    return 0;
}

static inline int tear_down(void **state)
{
    char command[128];

    (void)state;
    snprintf(command, sizeof(command), "rm -rf %s", dir);
    return system(command);
}

/* --- What tests do with a store ------------------------------------------- */

static char *no_arguments[] = { NULL };

static inline struct rdl_store_opening session_of(char *const *arguments)
{
    return (struct rdl_store_opening){
        .program = "./program",
        .path = program,
        .arguments = arguments,
        .version = "1.2.3",
        .strategy = "random",
        .seed = UINT64_MAX,
        .metrics = RDL_ALL_METRICS,
    };
}

static inline struct rdl_store *opened_with(char *const *arguments, char **text)
{
    const struct rdl_store_opening session = session_of(arguments);
    struct rdl_store *s;

    assert_int_equal(rdl_store_open(dir, &session, &s, text), RDL_STORE_OPEN);
    assert_non_null(s);
    return s;
}

/* Nothing has changed. */
static inline struct rdl_store *opened(void)
{
    char *text;
    struct rdl_store *s = opened_with(no_arguments, &text);

    assert_null(text);
    return s;
}

/* Its connection. */
static inline struct rdl_sql *sql_of(struct rdl_store *s)
{
    return &((struct rdl_sqlite *)rdl_store_state(s))->sql;
}

/* It says `what`. */
static inline void refused(enum rdl_store_result expected, const char *what)
{
    const struct rdl_store_opening session = session_of(no_arguments);
    struct rdl_store *s;
    char *text;

    assert_int_equal(rdl_store_open(dir, &session, &s, &text), expected);
    assert_null(s);
    if (strstr(text, what) == NULL)
        fail_msg("'%s' does not say '%s'", text, what);
    free(text);
}

static inline void loaded(struct rdl_store *s, struct world *w,
                          struct rdl_store_totals *totals)
{
    struct rdl_delta_source source = { .modules = NULL };
    struct rdl_delta all;
    char *text;

    assert_true(rdl_store_load(s, &all, totals, &text));
    assert_null(text);
    assert_int_equal(rdl_coverage_delta_apply(&w->coverage, &source, &all), 0);
    assert_false(source.renumbered);
    rdl_delta_source_free(&source);
    rdl_delta_free(&all);
    assert_int_equal(rdl_coverage_delta_take(&w->coverage, &w->saved, &all), 0);
    rdl_delta_free(&all);
    assert_true(rdl_coverage_memory_sound(w->memory, w->size));
}

static inline struct rdl_store_progress progress_of(uint64_t executions,
                                                    double seconds)
{
    return (struct rdl_store_progress){ .executions = executions,
                                        .next = executions,
                                        .seconds = seconds };
}

/* What is new since the last time. */
static inline bool saved(struct rdl_store *s, struct world *w,
                         const struct rdl_store_progress *progress)
{
    struct rdl_store_progress p = *progress;
    struct rdl_delta delta;
    bool good;

    for (unsigned i = 0; i < RDL_N_METRICS; i++)
        p.covered[i] = rdl_coverage_covered(w->memory, UINT32_C(1) << i);
    assert_int_equal(rdl_coverage_delta_take(&w->coverage, &w->saved, &delta),
                     0);
    good = rdl_store_append(s, &delta, &p);
    if (!good)
        rdl_delta_mark_reset(&w->saved);
    rdl_delta_free(&delta);
    return good;
}

static inline void saved_if_due(struct rdl_store *s, struct world *w,
                                const struct rdl_store_progress *progress)
{
    if (rdl_store_due(s))
        saved(s, w, progress);
}

static inline void ended_with(struct rdl_store *s, struct world *w,
                              const struct rdl_store_progress *progress)
{
    struct rdl_store_progress p = *progress;
    struct rdl_delta delta;

    for (unsigned i = 0; i < RDL_N_METRICS; i++)
        p.covered[i] = rdl_coverage_covered(w->memory, UINT32_C(1) << i);
    assert_int_equal(rdl_coverage_delta_take(&w->coverage, &w->saved, &delta),
                     0);
    rdl_store_end(s, &delta, &p, "budget");
    rdl_store_close(s);
    rdl_delta_free(&delta);
}

static inline void ended(struct rdl_store *s, struct world *w,
                         uint64_t executions, double seconds)
{
    const struct rdl_store_progress p = progress_of(executions, seconds);

    ended_with(s, w, &p);
}

/* A number that the file gives, seen from outside. */
static inline int64_t asked(const char *query)
{
    struct rdl_sql sql;
    int64_t number;

    assert_true(
        rdl_sql_open(&sql, in_dir(RDL_STORE_NAME), SQLITE_OPEN_READWRITE));
    number = rdl_sql_number(&sql, query, INT64_MIN);
    if (sql.error != NULL)
        fail_msg("%s: %s", query, sql.error);
    rdl_sql_close(&sql);
    return number;
}

static inline void told(const char *statement)
{
    struct rdl_sql sql;

    assert_true(
        rdl_sql_open(&sql, in_dir(RDL_STORE_NAME), SQLITE_OPEN_READWRITE));
    if (!rdl_sql_run(&sql, statement))
        fail_msg("%s: %s", statement, sql.error);
    rdl_sql_close(&sql);
}

/* --- Random campaigns ----------------------------------------------------- */

static inline uint64_t random_key(struct world *w, struct rdl_rng *rng)
{
    static const unsigned metrics[] = { RDL_METRIC_sync_pair,
                                        RDL_METRIC_def_use,
                                        RDL_METRIC_adjacent };
    uint32_t l1 = rdl_location_of(&w->coverage.locations,
                                  0x1000 + rdl_rng_below(rng, 24));
    uint32_t l2 = rdl_location_of(&w->coverage.locations,
                                  0x1000 + rdl_rng_below(rng, 24));

    return rdl_key(metrics[rdl_rng_below(rng, 3)], l1, l2);
}

static inline void execute(struct world *w, struct rdl_rng *rng,
                           uint64_t number)
{
    rdl_coverage_begin(&w->coverage, number);
    for (unsigned i = 0; i < 12; i++) {
        rdl_requirements_event(&w->coverage.covering);
        rdl_requirements_cover(&w->coverage.covering, random_key(w, rng));
    }
    rdl_coverage_end(&w->coverage);
    if (rdl_rng_below(rng, 2) == 0)
        rdl_requirements_estimate(&w->coverage.covering, random_key(w, rng));
}

static inline void modules(struct world *w)
{
    const uint8_t id[20] = { 1, 2, 3, 0xff };

    assert_int_equal(rdl_coverage_module(w->memory, &w->coverage.participant,
                                         program, NULL, 0),
                     0);
    assert_int_equal(rdl_coverage_module(w->memory, &w->coverage.participant,
                                         "/no/such/lib.so", id, sizeof(id)),
                     1);
}

static inline void assert_same(struct world *a, struct world *b)
{
    const struct rdl_covering *p = &a->coverage.covering;
    const struct rdl_covering *q = &b->coverage.covering;

    assert_int_equal(a->memory->n_modules, b->memory->n_modules);
    assert_memory_equal(a->memory->modules, b->memory->modules,
                        sizeof(a->memory->modules));
    assert_int_equal(rdl_locations_end(&a->coverage.locations),
                     rdl_locations_end(&b->coverage.locations));
    for (uint32_t l = 0; l < rdl_locations_end(&a->coverage.locations); l++)
        assert_int_equal(rdl_location_key(&a->coverage.locations, l),
                         rdl_location_key(&b->coverage.locations, l));
    assert_int_equal(rdl_requirements_n(p), rdl_requirements_n(q));
    for (uint32_t id = 1; id <= rdl_requirements_n(p); id++) {
        assert_int_equal(rdl_requirement_key(p, id),
                         rdl_requirement_key(q, id));
        assert_int_equal(rdl_requirement_covered(p, id),
                         rdl_requirement_covered(q, id));
        assert_int_equal(rdl_requirement_estimated(p, id),
                         rdl_requirement_estimated(q, id));
        assert_int_equal(rdl_requirement_first(p, id),
                         rdl_requirement_first(q, id));
    }
    for (size_t i = 0; i < RDL_N_COMBINATORIAL; i++) {
        const struct rdl_pairing *x = &a->coverage.pairs[i];
        const struct rdl_pairing *y = &b->coverage.pairs[i];

        assert_int_equal(rdl_coverage_pairs(a->memory, i),
                         rdl_coverage_pairs(b->memory, i));
        assert_int_equal(rdl_pairs_n(x), rdl_pairs_n(y));
        for (uint32_t m = 1; m <= rdl_pairs_n(x); m++) {
            assert_int_equal(rdl_pairs_requirement(x, m),
                             rdl_pairs_requirement(y, m));
            assert_memory_equal(rdl_pairs_row(x, m), rdl_pairs_row(y, m),
                                x->row_words * 8);
        }
    }
}

#endif
