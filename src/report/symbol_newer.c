/* symbol_newer.c - sources that were written after what was built from them:
 * see symbol.h.
 *
 * A line of such a file may be another than the one that runs.  Only times can
 * tell: of compilers that keep a sum of what they read (DWARF 5) there is
 * clang, and libdw does not say it. */
#include "report/symbol_internal.h"

#include "driver/die.h"
#include "report/stack.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Reproducible builds give all files a time of long ago, the first of their
 * system's or of the archive's (zip: 1980): that says nothing. */
#define LONG_AGO 315619200 /* 2 January 1980 */

static bool is_later(const struct timespec *a, const struct timespec *b)
{
    return a->tv_sec != b->tv_sec ? a->tv_sec > b->tv_sec
                                  : a->tv_nsec > b->tv_nsec;
}

static bool is_newer(const char *path, const char *module_path)
{
    struct stat source, module;

    return stat(path, &source) == 0 && S_ISREG(source.st_mode) &&
           stat(module_path, &module) == 0 &&
           module.st_mtim.tv_sec > LONG_AGO &&
           is_later(&source.st_mtim, &module.st_mtim);
}

void rdl_symbols_date(struct rdl_symbols *s, struct rdl_place *p)
{
    struct symbol_dates *d = rdl_symbols_dates(s);
    size_t i = 0;

    p->newer = false;
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
            .newer = is_newer(p->path, p->module_path),
            .told = rdl_stack_own(p),
        };
    }
    p->newer = d->all[i].newer;
}

const char *rdl_symbols_newer(struct rdl_symbols *s, size_t nth)
{
    const struct symbol_dates *d = rdl_symbols_dates(s);

    for (size_t i = 0; i < d->n; i++) {
        if (d->all[i].newer && d->all[i].told && nth-- == 0)
            return d->all[i].name;
    }
    return NULL;
}

char *rdl_symbols_newer_text(const char *names, size_t n, const char *quoted)
{
    return rdl_format("%s %s newer than the program: %s lines may be others "
                      "than those that were built, so none is %s (build it "
                      "again; if only the times differ, touch the program)",
                      names, n == 1 ? "is" : "are", n == 1 ? "its" : "their",
                      quoted);
}
