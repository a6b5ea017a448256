/* identity.c - is the program the one that the store is about?
 *
 * Numbers of executions and requirements mean something for one build of the
 * program and of the libraries that have locations in the store, run with one
 * list of arguments.  Strategy, seed and metrics may change from session to
 * session. */
#include "store/internal.h"

#include "base/text.h"
#include "store/build.h"
#include "util/die.h"

#include <stdlib.h>
#include <string.h>

static bool identity_put(struct rdl_sql *sql, const char *name,
                         const char *value)
{
    return rdl_sql_do(sql, "INSERT OR REPLACE INTO meta VALUES(?, ?)", "tt",
                      name, value);
}

/* "" if there is none.  To be freed. */
static char *identity_get(struct rdl_sql *sql, const char *name)
{
    sqlite3_stmt *st =
        rdl_sql_prepare(sql, "SELECT value FROM meta WHERE name = ?");
    char *value = NULL;

    if (rdl_sql_bind(sql, st, "t", name) && rdl_sql_row(sql, st))
        value = rdl_strdup(rdl_sql_text(st, 0));
    sqlite3_finalize(st);
    return value != NULL ? value : rdl_strdup("");
}

bool rdl_store_identity_write(struct rdl_sql *sql,
                              const struct rdl_store_opening *session)
{
    char *build = rdl_store_build_of(session->path);
    bool good = identity_put(sql, "program", session->program) &&
                identity_put(sql, "path", session->path) &&
                identity_put(sql, "build", build) &&
                rdl_sql_run(sql, "DELETE FROM arguments");

    for (size_t i = 0; good && session->arguments[i] != NULL; i++)
        good = rdl_sql_do(sql, "INSERT INTO arguments VALUES(?, ?)", "it",
                          (int64_t)i, session->arguments[i]);
    free(build);
    return good;
}

/* A file is not what it was.  One that is gone says nothing about what will
 * be loaded; nor does one of which nothing is known. */
static char *identity_rebuilt(const char *name, const char *path,
                              const char *was)
{
    char *is = rdl_store_build_of(path), *change, *text = NULL;

    if (is != NULL && was[0] != '\0' && strcmp(is, was) != 0) {
        change = rdl_store_build_change(was, is);
        text = rdl_format("%s was rebuilt since (%s)", name, change);
        free(change);
    }
    free(is);
    return text;
}

static char *identity_program(struct rdl_sql *sql,
                              const struct rdl_store_opening *session)
{
    char *path = identity_get(sql, "path"), *build = identity_get(sql, "build");
    char *text = NULL;

    if (strcmp(path, session->path) != 0)
        text = rdl_format("the campaign there was one of %s", path);
    else
        text = identity_rebuilt(session->program, path, build);
    free(path);
    free(build);
    return text;
}

static char *identity_libraries(struct rdl_sql *sql)
{
    sqlite3_stmt *st =
        rdl_sql_prepare(sql, "SELECT path, build FROM modules ORDER BY number");
    char *text = NULL;

    while (text == NULL && rdl_sql_row(sql, st)) {
        const char *path = rdl_sql_text(st, 0);

        text = identity_rebuilt(rdl_text_base_name(path), path,
                                rdl_sql_text(st, 1));
    }
    sqlite3_finalize(st);
    return text;
}

/* " a 'b c'"; only to be read. */
static void identity_join(char **words, const char *next)
{
    bool plain = next[0] != '\0' && strpbrk(next, " \t\n'\"\\") == NULL;
    char *longer = plain ? rdl_format("%s %s", *words, next)
                         : rdl_format("%s '%s'", *words, next);

    free(*words);
    *words = longer;
}

static char *identity_arguments(struct rdl_sql *sql,
                                const struct rdl_store_opening *session)
{
    sqlite3_stmt *st =
        rdl_sql_prepare(sql, "SELECT value FROM arguments ORDER BY position");
    char *const *is = session->arguments;
    char *was_all = rdl_strdup(""), *is_all = rdl_strdup(""), *text = NULL;
    bool same = true;

    for (size_t i = 0; is[i] != NULL; i++)
        identity_join(&is_all, is[i]);
    while (rdl_sql_row(sql, st)) {
        const char *was = rdl_sql_text(st, 0);

        identity_join(&was_all, was);
        same = same && *is != NULL && strcmp(*is, was) == 0;
        is += *is != NULL;
    }
    sqlite3_finalize(st);
    if (!same || *is != NULL)
        text = rdl_format("its arguments were%s, now%s",
                          was_all[0] != '\0' ? was_all : " none",
                          is_all[0] != '\0' ? is_all : " none");
    free(was_all);
    free(is_all);
    return text;
}

char *rdl_store_identity_change(struct rdl_sql *sql,
                                const struct rdl_store_opening *session)
{
    char *text;

    if (rdl_sql_number(sql, "SELECT count(*) FROM meta", 0) == 0)
        return NULL;
    text = identity_program(sql, session);
    if (text == NULL)
        text = identity_arguments(sql, session);
    if (text == NULL)
        text = identity_libraries(sql);
    if (text == NULL && !rdl_store_same_metrics(sql))
        text = rdl_strdup("this raddle numbers its metrics differently");
    return text;
}
