/* pair_functions.c - which function of the new build is which of the old one,
 * by name: see mapping.h.  pair_renamed.c has those with another name. */
#include "regress/internal.h"

#include "util/alloc.h"

#include <stdlib.h>
#include <string.h>

struct named { /* a function by its name; `file` as a number of the new build */
    const char *name;
    size_t file, function;
    bool is_new;
};

static int functions_compare(const void *x, const void *y)
{
    const struct named *a = x, *b = y;
    const int c = strcmp(a->name, b->name);

    if (c != 0)
        return c;
    if (a->file != b->file)
        return a->file < b->file ? -1 : 1;
    if (a->is_new != b->is_new)
        return a->is_new ? 1 : -1;
    return (a->function > b->function) - (a->function < b->function);
}

/* Pairs functions of all[from..to-1], which have one name in one file
 * (overloads of C++), if there are as many old ones as new ones: those that
 * begin with the same line, which none of the others has. */
static void functions_pair(const struct rdl_side *was,
                           const struct rdl_side *is, const struct named *all,
                           size_t from, size_t to, size_t *pair)
{
    size_t n_new = 0;

    for (size_t i = from; i < to; i++)
        n_new += all[i].is_new;
    if (2 * n_new != to - from)
        return;
    if (n_new == 1)
        pair[all[from].function] = all[from + 1].function;
    for (size_t i = from; n_new > 1 && i < from + n_new; i++) {
        const uint64_t head = rdl_side_head(was, all[i].function);
        size_t n_was = 0, n_is = 0, found = 0;

        for (size_t k = from; k < from + n_new; k++)
            n_was += rdl_side_head(was, all[k].function) == head;
        for (size_t k = from + n_new; k < to; k++) {
            if (rdl_side_head(is, all[k].function) == head) {
                n_is++;
                found = all[k].function;
            }
        }
        if (head != 0 && n_was == 1 && n_is == 1)
            pair[all[i].function] = found;
    }
}

size_t *rdl_pair_functions(const struct rdl_side *was,
                           const struct rdl_side *is, const size_t *files)
{
    const size_t n_old = was->places->n_functions,
                 n = n_old + is->places->n_functions;
    struct named *all = rdl_alloc((n + 1) * sizeof(*all));
    size_t *pair = rdl_alloc((n_old + 1) * sizeof(*pair));

    for (size_t i = 0; i < n_old; i++) {
        all[i] = (struct named){ was->places->functions[i].name,
                                 was->file[i] != SIZE_MAX ? files[was->file[i]]
                                                          : SIZE_MAX,
                                 i, false };
        pair[i] = SIZE_MAX;
    }
    for (size_t i = n_old; i < n; i++)
        all[i] = (struct named){ is->places->functions[i - n_old].name,
                                 is->file[i - n_old], i - n_old, true };
    qsort(all, n, sizeof(*all), functions_compare);
    for (size_t i = 0; i < n;) {
        size_t name = i;

        /* One old and one new of that name: wherever they are. */
        while (name < n && strcmp(all[name].name, all[i].name) == 0)
            name++;
        if (name - i == 2 && all[i].is_new != all[i + 1].is_new)
            pair[all[all[i].is_new ? i + 1 : i].function] =
                all[all[i].is_new ? i : i + 1].function;
        else
            for (size_t k = i; k < name;) {
                size_t end = k;

                while (end < name && all[end].file == all[k].file)
                    end++;
                functions_pair(was, is, all, k, end, pair);
                k = end;
            }
        i = name;
    }
    free(all);
    return pair;
}
