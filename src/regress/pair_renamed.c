/* pair_renamed.c - functions that have another name in the new build.
 *
 * Of the functions that pair_functions.c has left in two files that correspond,
 * an old and a new one are the same function if two thirds of their statements
 * are (counted as Dice's coefficient), at least two of them, and if each is the
 * one that the other has most in common with.  If another one has as much, both
 * count as new: no place is mapped onto another statement. */
#include "regress/internal.h"

#include "util/alloc.h"

#include <ctype.h>
#include <stdlib.h>

#define LEAST_COMMON 2

struct body {              /* of a function that has no counterpart yet */
    size_t function, file; /* as a number of the new build */
    size_t n;
    uint64_t *statements; /* hashes of the lines, sorted */
};

struct bodies {
    size_t n;
    struct body *all;
};

static int renamed_compare(const void *x, const void *y)
{
    const uint64_t a = *(const uint64_t *)x, b = *(const uint64_t *)y;

    return (a > b) - (a < b);
}

/* A line with a brace alone says nothing. */
static bool renamed_is_statement(const struct rdl_line *line)
{
    for (size_t i = 0; i < line->size; i++) {
        if (isalnum((unsigned char)line->text[i]))
            return true;
    }
    return false;
}

/* Without its first line, which has the name. */
static void renamed_add(struct bodies *b, const struct rdl_side *s,
                        size_t function, size_t file)
{
    const struct rdl_region r = s->regions[function];
    const struct rdl_line *lines = s->lines[s->file[function]];
    struct body *to;

    b->all = rdl_grow(b->all, (b->n + 1) * sizeof(*b->all));
    to = &b->all[b->n++];
    *to = (struct body){
        .function = function,
        .file = file,
        .statements = rdl_alloc((r.to - r.from + 1) * sizeof(uint64_t)),
    };
    for (size_t i = r.from + 1; i < r.to; i++) {
        if (renamed_is_statement(&lines[i]))
            to->statements[to->n++] = lines[i].hash;
    }
    if (to->n > 0)
        qsort(to->statements, to->n, sizeof(*to->statements), renamed_compare);
}

static void renamed_free(struct bodies *b)
{
    for (size_t i = 0; i < b->n; i++)
        free(b->all[i].statements);
    free(b->all);
}

/* Statements that both have; 0 if these are too few. */
static size_t renamed_common(const struct body *a, const struct body *b)
{
    size_t i = 0, k = 0, n = 0;

    if (a->file != b->file)
        return 0;
    while (i < a->n && k < b->n) {
        if (a->statements[i] == b->statements[k]) {
            n++;
            i++;
            k++;
        } else if (a->statements[i] < b->statements[k]) {
            i++;
        } else {
            k++;
        }
    }
    return n >= LEAST_COMMON && 3 * n >= a->n + b->n ? n : 0;
}

/* The one with most in common with `a`; NULL if there is none, or two. */
static const struct body *renamed_best(const struct body *a,
                                       const struct bodies *among)
{
    const struct body *best = NULL;
    size_t most = 0;

    for (size_t i = 0; i < among->n; i++) {
        const size_t n = renamed_common(a, &among->all[i]);

        if (n > most)
            best = &among->all[i];
        else if (n == most)
            best = NULL;
        most = n > most ? n : most;
    }
    return best;
}

void rdl_pair_renamed(const struct rdl_side *was, const struct rdl_side *is,
                      const size_t *files, size_t *pair)
{
    bool *taken = rdl_alloc(is->places->n_functions + 1);
    struct bodies old = { .n = 0 }, new = { .n = 0 };

    for (size_t i = 0; i < was->places->n_functions; i++) {
        if (pair[i] != SIZE_MAX)
            taken[pair[i]] = true;
        else if (was->file[i] != SIZE_MAX && files[was->file[i]] != SIZE_MAX)
            renamed_add(&old, was, i, files[was->file[i]]);
    }
    for (size_t i = 0; i < is->places->n_functions; i++) {
        if (!taken[i] && is->file[i] != SIZE_MAX)
            renamed_add(&new, is, i, is->file[i]);
    }
    for (size_t i = 0; i < old.n; i++) {
        const struct body *to = renamed_best(&old.all[i], &new);

        if (to != NULL && renamed_best(to, &old) == &old.all[i])
            pair[old.all[i].function] = to->function;
    }
    renamed_free(&old);
    renamed_free(&new);
    free(taken);
}
