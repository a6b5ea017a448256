/* archive.c - see archive.h. */
#include "store/archive.h"

#include "util/atomic_file.h"
#include "schedule/schedule.h"
#include "util/alloc.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The names that campaign/findings/pipeline.c, campaign/findings/minimize.c and
 * schedule/better.c use; a killed campaign leaves the last two. */
#define NEW ".schedule.new"
static const char *const endings[] = { ".schedule", ".schedule.orig", NEW,
                                       NEW ".orig" };

static bool archive_named(const char *name, size_t size)
{
    for (size_t i = 0; i < sizeof(endings) / sizeof(endings[0]); i++) {
        size_t end = strlen(endings[i]);

        if (size > end && memcmp(name + size - end, endings[i], end) == 0)
            return true;
    }
    return false;
}

static bool archive_is_of(const char *file, const char *path)
{
    struct rdl_schedule s;
    bool is;

    if (!rdl_schedule_load(&s, file, NULL))
        return false;
    is = strcmp(s.path, path) == 0;
    rdl_schedule_free(&s);
    return is;
}

static int archive_move(const char *dir, const char *file, const char *name)
{
    char *old = rdl_format("%s/" RDL_PUT_ASIDE_NAME, dir);
    char *to = rdl_format("%s/%s", old, name);
    int error = 0;

    if ((mkdir(old, 0777) != 0 && errno != EEXIST) || rename(file, to) != 0)
        error = -errno;
    free(to);
    free(old);
    return error;
}

/* Schedules of warnings have a directory of their own. */
#define WARNINGS "warnings"

/* Those in `from`, which is `dir` or below it. */
static size_t archive_from(const char *from, const char *dir, const char *path,
                           int *error)
{
    DIR *list = opendir(from);
    struct dirent *entry;
    size_t n = 0;

    if (list == NULL)
        *error = -errno;
    while (list != NULL && (entry = readdir(list)) != NULL) {
        char *file = rdl_format("%s/%s", from, entry->d_name);

        if (archive_named(entry->d_name, strlen(entry->d_name)) &&
            archive_is_of(file, path)) {
            int failed = archive_move(dir, file, entry->d_name);

            if (failed == 0)
                n++;
            else
                *error = failed;
        }
        free(file);
    }
    if (list != NULL)
        closedir(list);
    return n;
}

size_t rdl_archive(const char *dir, const char *path, int *error)
{
    char *warnings = rdl_format("%s/" WARNINGS, dir);
    int none = 0;
    size_t n;

    *error = 0;
    n = archive_from(dir, dir, path, error);
    n += archive_from(warnings, dir, path, &none); /* it need not be there */
    if (none != 0 && none != -ENOENT)
        *error = none;
    free(warnings);
    return n;
}

/* A killed campaign had not yet compared NAME.schedule.new with NAME.schedule,
 * which is of the same finding and stays. */
static bool archive_is_rival(int dir, const char *name)
{
    const char *end = strstr(name, NEW);
    char *older;
    bool is;

    if (end == NULL || (strcmp(end, NEW) != 0 && strcmp(end, NEW ".orig") != 0))
        return false;
    older = rdl_format("%.*s.schedule", (int)(end - name), name);
    is = faccessat(dir, older, F_OK, 0) == 0;
    free(older);
    return is;
}

static void archive_halves(const char *dir)
{
    DIR *list = opendir(dir);
    struct dirent *entry;
    size_t size;

    while (list != NULL && (entry = readdir(list)) != NULL) {
        if ((rdl_atomic_file_is_left(entry->d_name, &size) &&
             archive_named(entry->d_name, size)) ||
            archive_is_rival(dirfd(list), entry->d_name))
            unlinkat(dirfd(list), entry->d_name, 0);
    }
    if (list != NULL)
        closedir(list);
}

void rdl_archive_halves(const char *dir)
{
    char *warnings = rdl_format("%s/" WARNINGS, dir);

    archive_halves(dir);
    archive_halves(warnings);
    free(warnings);
}
