/* sqlite_threads.c - three threads, each with a connection of its own, count in
 * one shared database in memory. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

#include "sqlite3.h"

enum { THREADS = 3, ROUNDS = 2 };
static const char name[] = "file:counter?mode=memory&cache=shared";

static sqlite3 *open_database(void)
{
    sqlite3 *db;
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_URI;
    int status = sqlite3_open_v2(name, &db, flags, NULL);
    assert(status == SQLITE_OK);
    return db;
}

/* A table of a shared cache that another connection has locked: tried again. */
static void run(sqlite3 *db, const char *sql)
{
    int status;
    do
        status = sqlite3_exec(db, sql, NULL, NULL, NULL);
    while ((status & 0xff) == SQLITE_LOCKED || status == SQLITE_BUSY);
    assert(status == SQLITE_OK);
}

static void *count(void *unused)
{
    sqlite3 *db = open_database();
    for (int i = 0; i < ROUNDS; i++)
        run(db, "UPDATE t SET n = n + 1");
    sqlite3_close(db);
    return unused;
}

static int look(void *total, int columns, char **values, char **names)
{
    (void)columns;
    (void)names;
    return sscanf(values[0], "%d", (int *)total) != 1;
}

int main(void)
{
    pthread_t thread[THREADS];
    int total = -1;
    sqlite3 *db = open_database();
    run(db, "CREATE TABLE t(n); INSERT INTO t VALUES(0)");
    for (int i = 0; i < THREADS; i++)
        pthread_create(&thread[i], NULL, count, NULL);
    for (int i = 0; i < THREADS; i++)
        pthread_join(thread[i], NULL);
    sqlite3_exec(db, "SELECT n FROM t", look, &total, NULL);
    sqlite3_close(db);
    assert(total == THREADS * ROUNDS);
    return 0;
}
