/* files.c - the files of a campaign store.  There are up to four: a log that
 * SQLite has not merged yet belongs to its database alone. */
#include "store/sqlite/internal.h"

#include "util/alloc.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *const parts[] = { "-wal", "-journal", "-shm", "" };

#define N_PARTS (sizeof(parts) / sizeof(parts[0]))

bool rdl_sqlite_there(const char *dir)
{
    char *path = rdl_format("%s/" RDL_STORE_NAME, dir);
    struct stat st;
    const bool there = lstat(path, &st) == 0 || rdl_lock_dir_held(dir);

    free(path);
    return there;
}

void rdl_sqlite_remove(const char *path)
{
    for (size_t i = 0; i < N_PARTS; i++) {
        char *name = rdl_format("%s%s", path, parts[i]);

        unlink(name);
        free(name);
    }
}

bool rdl_sqlite_rename(const char *from, const char *to)
{
    bool good = true;

    rdl_sqlite_remove(to);
    for (size_t i = 0; good && i < N_PARTS; i++) {
        char *old = rdl_format("%s%s", from, parts[i]);
        char *new = rdl_format("%s%s", to, parts[i]);

        good = rename(old, new) == 0 || (errno == ENOENT && parts[i][0] != 0);
        free(old);
        free(new);
    }
    return good;
}
