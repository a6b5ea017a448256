/* pair_files.c - which source of the new build is which of the old one: see
 * mapping.h. */
#include "regress/internal.h"

#include "util/alloc.h"

#include <stdlib.h>
#include <string.h>

/* The number of parts that two paths have in common from their ends. */
static size_t files_common(const char *a, const char *b)
{
    size_t i = strlen(a), j = strlen(b), n = 0;

    while (i > 0 && j > 0 && a[i - 1] == b[j - 1]) {
        i--;
        j--;
        n += a[i] == '/';
    }
    if ((i == 0 || a[i - 1] == '/') && (j == 0 || b[j - 1] == '/') &&
        (i == 0 || j == 0))
        n++;
    return n;
}

static size_t files_shared_functions(const struct rdl_places *was, size_t i,
                                     const struct rdl_places *is, size_t j)
{
    size_t n = 0;

    for (size_t a = 0; a < was->n_functions; a++) {
        if (strcmp(was->functions[a].file, was->sources[i].file) != 0)
            continue;
        for (size_t b = 0; b < is->n_functions; b++) {
            if (strcmp(is->functions[b].file, is->sources[j].file) == 0 &&
                strcmp(was->functions[a].name, is->functions[b].name) == 0) {
                n++;
                break;
            }
        }
    }
    return n;
}

/* Takes the best of the files that are left, until no two are alike. */
static void files_pair(const struct rdl_places *was,
                       const struct rdl_places *is, size_t *to, bool *taken,
                       size_t (*alike)(const struct rdl_places *, size_t,
                                       const struct rdl_places *, size_t))
{
    for (;;) {
        size_t most = 0, best_i = 0, best_j = 0;

        for (size_t i = 0; i < was->n_sources; i++) {
            for (size_t j = 0; to[i] == SIZE_MAX && j < is->n_sources; j++) {
                const size_t n = taken[j] ? 0 : alike(was, i, is, j);

                if (n > most) {
                    most = n;
                    best_i = i;
                    best_j = j;
                }
            }
        }
        if (most == 0)
            return;
        to[best_i] = best_j;
        taken[best_j] = true;
    }
}

static size_t files_by_path(const struct rdl_places *was, size_t i,
                            const struct rdl_places *is, size_t j)
{
    return files_common(was->sources[i].file, is->sources[j].file);
}

size_t *rdl_pair_files(const struct rdl_places *was,
                       const struct rdl_places *is)
{
    size_t *to = rdl_alloc((was->n_sources + 1) * sizeof(*to));
    bool *taken = rdl_alloc((is->n_sources + 1) * sizeof(*taken));

    for (size_t i = 0; i < was->n_sources; i++)
        to[i] = SIZE_MAX;
    files_pair(was, is, to, taken, files_by_path);
    files_pair(was, is, to, taken, files_shared_functions);
    free(taken);
    return to;
}
