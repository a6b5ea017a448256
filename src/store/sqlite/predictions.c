/* predictions.c - what a campaign has predicted, in its store.  The tables are
 * made with the first prediction or lock order; other stores do not have them.
 * A row that this raddle cannot use is left out when it is read: it is not
 * known then, and executions show it again. */
#include "store/sqlite/internal.h"
#include "store/sqlite/rows.h"

#include "base/text.h"

#include <stdlib.h>
#include <string.h>

static const char tables[] =
    "CREATE TABLE IF NOT EXISTS predictions(kind TEXT, id INTEGER,"
    "  tries INTEGER, reached INTEGER, failed INTEGER, PRIMARY KEY(kind, id));"
    "CREATE TABLE IF NOT EXISTS prediction_parts(kind TEXT, id INTEGER,"
    "  part INTEGER, object TEXT, first_module INTEGER, first_offset INTEGER,"
    "  first_location TEXT, second_module INTEGER, second_offset INTEGER,"
    "  second_location TEXT, PRIMARY KEY(kind, id, part));"
    "CREATE TABLE IF NOT EXISTS lock_places(module INTEGER, offset INTEGER,"
    "  PRIMARY KEY(module, offset));"
    "CREATE TABLE IF NOT EXISTS lock_orders(key INTEGER PRIMARY KEY,"
    "  bytes BLOB);";

static bool predictions_part(struct rdl_sql *sql,
                             const struct rdl_prediction *p, uint32_t i)
{
    const struct rdl_predicted_part *part = &p->parts[i];

    return rdl_sql_do(
        sql,
        "INSERT OR REPLACE INTO prediction_parts VALUES(?, ?, ?, ?, ?, ?, ?, "
        "?, ?, ?)",
        "tiitiitiit", rdl_aim_kind_name(p->kind), (int64_t)p->id, (int64_t)i,
        part->object, (int64_t)part->first.module, (int64_t)part->first.offset,
        part->first.location, (int64_t)part->second.module,
        (int64_t)part->second.offset, part->second.location);
}

static bool predictions_one(struct rdl_sql *sql, const struct rdl_prediction *p)
{
    bool good = rdl_sql_do(
        sql, "INSERT OR REPLACE INTO predictions VALUES(?, ?, ?, ?, ?)",
        "tiiii", rdl_aim_kind_name(p->kind), (int64_t)p->id, (int64_t)p->tries,
        (int64_t)p->reached, (int64_t)p->failed);

    for (uint32_t i = 0; good && i < p->n; i++)
        good = predictions_part(sql, p, i);
    return good;
}

bool rdl_sqlite_predict(struct rdl_sql *sql,
                        const struct rdl_store_predicted *p)
{
    bool good = rdl_sql_run(sql, "BEGIN IMMEDIATE") && rdl_sql_run(sql, tables);

    for (size_t i = 0; good && i < p->n; i++)
        good = !p->all[i].changed || predictions_one(sql, &p->all[i]);
    for (size_t i = 0; good && i < p->n_places; i++)
        good = rdl_sql_do(sql, "INSERT OR IGNORE INTO lock_places VALUES(?, ?)",
                          "ii", (int64_t)p->places[i].module,
                          (int64_t)p->places[i].offset);
    for (size_t i = 0; good && i < p->n_orders; i++)
        good = rdl_sql_do(sql, "INSERT OR IGNORE INTO lock_orders VALUES(?, ?)",
                          "ib", (int64_t)p->orders[i].key, &p->orders[i],
                          sizeof(p->orders[i]));
    return good && rdl_sql_run(sql, "COMMIT");
}

static bool predictions_there(struct rdl_sql *sql)
{
    return rdl_sql_number(sql,
                          "SELECT count(*) FROM sqlite_master WHERE type = "
                          "'table' AND name = 'lock_orders'",
                          0) != 0;
}

static void predictions_place(sqlite3_stmt *st, int column,
                              struct rdl_predicted_place *out)
{
    out->module = (uint64_t)sqlite3_column_int64(st, column);
    out->offset = (uint64_t)sqlite3_column_int64(st, column + 1);
    rdl_text_copy(out->location, rdl_sql_text(st, column + 2),
                  sizeof(out->location));
}

static void predictions_read(struct rdl_sql *sql,
                             const struct rdl_store_reader *r)
{
    sqlite3_stmt *st = rdl_sql_prepare(
        sql, "SELECT kind, id, tries, reached, failed FROM predictions ORDER "
             "BY rowid");
    sqlite3_stmt *parts = rdl_sql_prepare(
        sql,
        "SELECT object, first_module, first_offset, first_location, "
        "second_module, second_offset, second_location FROM prediction_parts "
        "WHERE kind = ? AND id = ? ORDER BY part");

    while (rdl_sql_row(sql, st)) {
        const int kind = rdl_aim_kind_find(rdl_sql_text(st, 0));
        struct rdl_prediction p = {
            .id = (uint64_t)sqlite3_column_int64(st, 1),
            .kind = (enum rdl_aim_kind)kind,
            .tries = (uint64_t)sqlite3_column_int64(st, 2),
            .reached = (uint64_t)sqlite3_column_int64(st, 3),
            .failed = (uint64_t)sqlite3_column_int64(st, 4),
        };
        uint32_t n = 0;

        if (kind < 0)
            continue;
        rdl_sql_bind(sql, parts, "ti", rdl_aim_kind_name(p.kind),
                     (int64_t)p.id);
        for (; rdl_sql_row(sql, parts); n++) {
            if (n >= RDL_AIM_PARTS)
                continue;
            rdl_text_copy(p.parts[n].object, rdl_sql_text(parts, 0),
                          sizeof(p.parts[n].object));
            predictions_place(parts, 1, &p.parts[n].first);
            predictions_place(parts, 4, &p.parts[n].second);
        }
        p.n = n;
        if (n > 0 && n <= RDL_AIM_PARTS)
            r->prediction(r->data, &p);
    }
    sqlite3_finalize(st);
    sqlite3_finalize(parts);
}

static void predictions_read_places(struct rdl_sql *sql,
                                    const struct rdl_store_reader *r)
{
    sqlite3_stmt *st =
        rdl_sql_prepare(sql, "SELECT module, offset FROM lock_places");

    while (rdl_sql_row(sql, st)) {
        const struct rdl_predicted_place place = {
            .module = (uint64_t)sqlite3_column_int64(st, 0),
            .offset = (uint64_t)sqlite3_column_int64(st, 1),
        };

        r->lock_place(r->data, &place);
    }
    sqlite3_finalize(st);
}

static void predictions_read_orders(struct rdl_sql *sql,
                                    const struct rdl_store_reader *r)
{
    sqlite3_stmt *st =
        rdl_sql_prepare(sql, "SELECT bytes FROM lock_orders ORDER BY rowid");

    while (rdl_sql_row(sql, st)) {
        struct rdl_lock_order o;

        if ((size_t)sqlite3_column_bytes(st, 0) != sizeof(o))
            continue;
        memcpy(&o, sqlite3_column_blob(st, 0), sizeof(o));
        if (o.n_held > 0 && o.n_held <= RDL_ORDER_HELD &&
            o.n_before <= RDL_ORDER_BEFORE)
            r->lock_order(r->data, &o);
    }
    sqlite3_finalize(st);
}

void rdl_sqlite_rows_predictions(struct rdl_sql *sql,
                                 const struct rdl_store_reader *r)
{
    if (!predictions_there(sql))
        return;
    if (r->prediction != NULL)
        predictions_read(sql, r);
    if (r->lock_place != NULL)
        predictions_read_places(sql, r);
    if (r->lock_order != NULL)
        predictions_read_orders(sql, r);
}
