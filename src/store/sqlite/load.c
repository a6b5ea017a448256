/* load.c - the coverage in a store, as a delta from the beginning.  Numbers
 * must be the ones that were written. check.c has checked everything that could
 * prevent that; only read errors remain. */
#include "store/sqlite/internal.h"

#include "base/text.h"
#include "store/build.h"
#include "util/alloc.h"

#include <stdlib.h>
#include <string.h>

static void load_modules(struct rdl_sql *sql, struct rdl_delta_writer *w)
{
    sqlite3_stmt *st =
        rdl_sql_prepare(sql, "SELECT path, build FROM modules ORDER BY number");

    while (rdl_sql_row(sql, st)) {
        struct rdl_coverage_module m = { .build_id_size = 0 };

        rdl_text_copy(m.path, rdl_sql_text(st, 0), sizeof(m.path));
        m.build_id_size = (uint8_t)rdl_store_build_bytes(
            rdl_sql_text(st, 1), m.build_id, sizeof(m.build_id));
        rdl_delta_write_module(w, &m);
    }
    sqlite3_finalize(st);
}

static void load_locations(struct rdl_sql *sql, struct rdl_delta_writer *w)
{
    sqlite3_stmt *st = rdl_sql_prepare(
        sql, "SELECT module, offset FROM locations ORDER BY number");

    while (rdl_sql_row(sql, st))
        rdl_delta_write_location(
            w, rdl_location_key_of((uint32_t)sqlite3_column_int64(st, 0),
                                   (uint64_t)sqlite3_column_int64(st, 1)));
    sqlite3_finalize(st);
}

static void load_requirements(struct rdl_sql *sql, struct rdl_delta_writer *w)
{
    sqlite3_stmt *st = rdl_sql_prepare(
        sql, "SELECT number, metric, l1, l2, estimated, execution, hits, "
             "failed FROM requirements ORDER BY number");

    while (rdl_sql_row(sql, st)) {
        const struct rdl_delta_requirement r = {
            .number = (uint32_t)sqlite3_column_int64(st, 0),
            .key = rdl_key((unsigned)sqlite3_column_int64(st, 1),
                           (uint32_t)sqlite3_column_int64(st, 2),
                           (uint32_t)sqlite3_column_int64(st, 3)),
            .estimated = sqlite3_column_int64(st, 4) != 0,
            .first = sqlite3_column_type(st, 5) != SQLITE_NULL
                         ? (uint64_t)sqlite3_column_int64(st, 5)
                         : RDL_NOT_COVERED,
            .hits = { .covered = (uint64_t)sqlite3_column_int64(st, 6),
                      .failed = (uint64_t)sqlite3_column_int64(st, 7) },
        };

        rdl_delta_write_requirement(w, &r);
    }
    sqlite3_finalize(st);
}

/* A blob need not be aligned. */
static void load_row(sqlite3_stmt *st, unsigned kind,
                     struct rdl_delta_writer *w)
{
    const size_t size = (size_t)sqlite3_column_bytes(st, 2);
    const struct rdl_delta_row row = {
        .kind = kind,
        .member = (uint32_t)sqlite3_column_int64(st, 0),
        .partners = rdl_alloc(size + 8),
        .n_words = (size + 7) / 8,
    };

    if (size > 0)
        memcpy((void *)row.partners, sqlite3_column_blob(st, 2), size);
    rdl_delta_write_row(w, &row);
    free((void *)row.partners);
}

static void load_pairs(struct rdl_sql *sql, unsigned kind,
                       struct rdl_delta_writer *w)
{
    sqlite3_stmt *st = rdl_sql_prepare(
        sql, "SELECT member, requirement, partners FROM pairs WHERE metric = ? "
             "ORDER BY member");

    rdl_sql_bind(sql, st, "t", rdl_combinatorial_at(kind)->name);
    while (rdl_sql_row(sql, st)) {
        rdl_delta_write_member(w, kind, (uint32_t)sqlite3_column_int64(st, 1));
        load_row(st, kind, w);
    }
    sqlite3_finalize(st);
}

bool rdl_sqlite_load(struct rdl_sql *sql, bool made, struct rdl_delta *out)
{
    struct rdl_delta_writer w = { .failed = false };

    if (!made) {
        load_modules(sql, &w);
        load_locations(sql, &w);
        load_requirements(sql, &w);
        for (unsigned i = 0; i < RDL_N_COMBINATORIAL; i++)
            load_pairs(sql, i, &w);
    }
    if (rdl_delta_write_end(&w, out) != 0)
        return false;
    if (sql->error == NULL)
        return true;
    rdl_delta_free(out);
    return false;
}
