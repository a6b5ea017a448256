/* stale_source.c - sources that raddle does not quote, because they are newer
 * than what was built from them, or cannot be read: see symbol.h.
 *
 * A line of a newer file may have changed since the build.  Only times can show
 * that: among compilers, clang stores a checksum of the source (DWARF 5), but
 * libdw does not return it. */
#include "symbols/internal.h"

#include "util/alloc.h"
#include "util/regular_file.h"
#include "symbols/stack.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* Reproducible builds give all files a time of long ago, the earliest of their
 * system or of the archive (zip: 1980).  Such a time shows nothing. */
#define LONG_AGO 315619200 /* 2 January 1980 */

static bool stale_is_later(const struct timespec *a, const struct timespec *b)
{
    return a->tv_sec != b->tv_sec ? a->tv_sec > b->tv_sec
                                  : a->tv_nsec > b->tv_nsec;
}

static bool stale_is_newer(const char *path, const char *module_path)
{
    struct stat source, module;

    return stat(path, &source) == 0 && S_ISREG(source.st_mode) &&
           stat(module_path, &module) == 0 &&
           module.st_mtim.tv_sec > LONG_AGO &&
           stale_is_later(&source.st_mtim, &module.st_mtim);
}

static bool stale_is_unread(const char *path)
{
    int fd = rdl_regular_file_open(path, RDL_PLAIN_SOURCE, NULL);

    if (fd >= 0)
        close(fd);
    return fd < 0;
}

void rdl_symbols_date(struct rdl_symbols *s, struct rdl_place *p)
{
    struct symbol_dates *d = rdl_symbols_dates(s);
    size_t i = 0;

    p->newer = p->unread = false;
    if (p->path == NULL || p->module_path == NULL)
        return;
    while (i < d->n && (strcmp(d->all[i].path, p->path) != 0 ||
                        strcmp(d->all[i].module_path, p->module_path) != 0))
        i++;
    if (i == d->n) {
        d->all = rdl_grow(d->all, ++d->n * sizeof(*d->all));
        d->all[i] = (struct symbol_date){
            .path = rdl_symbols_keep(s, p->path),
            .module_path = rdl_symbols_keep(s, p->module_path),
            .name = p->file,
            .newer = stale_is_newer(p->path, p->module_path),
            .unread = stale_is_unread(p->path),
            .own = rdl_stack_own(p),
        };
    }
    p->newer = d->all[i].newer;
    p->unread = d->all[i].unread;
}

const char *rdl_symbols_newer(struct rdl_symbols *s, size_t nth,
                              const char **path)
{
    const struct symbol_dates *d = rdl_symbols_dates(s);

    for (size_t i = 0; i < d->n; i++) {
        if (!d->all[i].newer || !d->all[i].own || nth-- > 0)
            continue;
        *path = d->all[i].path;
        return d->all[i].name;
    }
    return NULL;
}

/* A clock is wrong, here or where the file was written: no program built now
 * would be newer. */
static bool stale_in_future(const char *path)
{
    struct timespec now;
    struct stat source;

    return path != NULL && stat(path, &source) == 0 &&
           clock_gettime(CLOCK_REALTIME, &now) == 0 &&
           stale_is_later(&source.st_mtim, &now);
}

static void stale_name(char *names, size_t size, const char *name)
{
    const size_t used = strlen(names);

    snprintf(names + used, size - used, "%s%s", used > 0 ? ", " : "", name);
}

void rdl_stale_sources_add(struct rdl_stale_sources *l, const char *name,
                           const char *path)
{
    l->n++;
    stale_name(l->names, sizeof(l->names), name);
    if (!stale_in_future(path))
        return;
    l->n_future++;
    stale_name(l->future, sizeof(l->future), name);
}

char *rdl_stale_sources_text(const struct rdl_stale_sources *l,
                             const char *quoted)
{
    const bool one = l->n_future == 1;
    char *what = rdl_format("%s %s newer than the program: %s lines may be "
                            "others than those that were built, so none is %s",
                            l->names, l->n == 1 ? "is" : "are",
                            l->n == 1 ? "its" : "their", quoted);
    char *text;

    if (l->n_future == 0)
        text = rdl_format("%s (build it again; if only the times differ, touch "
                          "the program)",
                          what);
    else
        text = rdl_format("%s (the time%s of %s lie%s in the future: touch %s, "
                          "then build again)",
                          what, one ? "" : "s", l->future, one ? "s" : "",
                          one ? "it" : "them");
    free(what);
    return text;
}

const char *rdl_symbols_unread(struct rdl_symbols *s, size_t nth)
{
    const struct symbol_dates *d = rdl_symbols_dates(s);

    for (size_t i = 0; i < d->n; i++) {
        if (d->all[i].unread && d->all[i].own && nth-- == 0)
            return rdl_symbols_clean(s, d->all[i].path);
    }
    return NULL;
}

char *rdl_symbols_unread_text(const char *names, size_t n)
{
    return rdl_format("%s cannot be read, so none of %s lines is quoted", names,
                      n == 1 ? "its" : "their");
}
