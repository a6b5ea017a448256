/* map_places.c - places of lines that correspond: see mapping.h.  Both builds'
 * places are sorted by where they are in the new one; those of one spot are
 * then paired in order, operator by operator. */
#include "regress/internal.h"

#include "util/alloc.h"

#include <stdlib.h>
#include <string.h>

struct spot { /* a place as in the new build */
    uint32_t file, line;
    unsigned column; /* without white space */
    const struct rdl_places_place *place;
    const char *function; /* by the names of the new build */
    char *outer;          /* the same */
    size_t index;
    bool is_new;
};

static int spot_compare_where(const struct spot *a, const struct spot *b)
{
    int c;

    if (a->file != b->file)
        return a->file < b->file ? -1 : 1;
    if (a->line != b->line)
        return a->line < b->line ? -1 : 1;
    if (a->column != b->column)
        return a->column < b->column ? -1 : 1;
    if ((c = strcmp(a->function, b->function)) != 0 ||
        (c = strcmp(a->outer, b->outer)) != 0)
        return c;
    return strcmp(a->place->op, b->place->op);
}

static int spot_compare(const void *x, const void *y)
{
    const struct spot *a = x, *b = y;
    const int c = spot_compare_where(a, b);

    if (c != 0)
        return c;
    if (a->is_new != b->is_new)
        return a->is_new ? 1 : -1;
    if (a->place->column != b->place->column)
        return a->place->column < b->place->column ? -1 : 1;
    return (a->place->ordinal > b->place->ordinal) -
           (a->place->ordinal < b->place->ordinal);
}

/* The name of a function of the old build in the new one; NULL if it is the
 * same.  `file`: where it is; NULL: not known, so that it must be the only one
 * of its name. */
static const char *spot_name(const struct rdl_mapping *m, const char *name,
                             size_t size, const char *file)
{
    for (size_t i = 0; i < m->n_renamed; i++) {
        if (strncmp(m->renamed[i].was, name, size) == 0 &&
            m->renamed[i].was[size] == '\0' &&
            (file != NULL ? strcmp(m->renamed[i].file, file) == 0
                          : m->renamed[i].only))
            return m->renamed[i].is;
    }
    return NULL;
}

/* The same for "f<g".  The caller frees it. */
static char *spot_names(const struct rdl_mapping *m, const char *names)
{
    char *all = rdl_strdup("");

    while (*names != '\0') {
        const size_t size = strcspn(names, "<");
        const char *is = spot_name(m, names, size, NULL);
        char *more =
            is != NULL
                ? rdl_format("%s%s%s", all, is, names[size] != 0 ? "<" : "")
                : rdl_format("%s%.*s", all, (int)(size + (names[size] != 0)),
                             names);

        free(all);
        all = more;
        names += size + (names[size] != '\0');
    }
    return all;
}

static bool spot_old(struct rdl_mapping *m, struct rdl_line *const *lines,
                     size_t i, struct spot *out)
{
    const struct rdl_places_place *p = &m->was->all[i];
    const size_t source = rdl_regress_source(m->was, p->file);
    const char *is = spot_name(m, p->function, strlen(p->function), p->file);
    const struct rdl_mapping_file *f;

    if (source == SIZE_MAX)
        return false;
    f = &m->old_files[source];
    if (p->line == 0 || p->line > f->n || f->to[p->line - 1] == 0)
        return false;
    m->how[i] = RDL_MAPPED_LINE;
    *out = (struct spot){
        .file = f->to_file[p->line - 1],
        .line = f->to[p->line - 1],
        .column = m->by_line
                      ? 0
                      : rdl_line_column(&lines[source][p->line - 1], p->column),
        .place = p,
        .function = is != NULL ? is : p->function,
        .outer = spot_names(m, m->by_line ? "" : p->outer),
        .index = i,
    };
    return true;
}

static bool spot_new(const struct rdl_mapping *m, struct rdl_line *const *lines,
                     size_t i, struct spot *out)
{
    const struct rdl_places_place *p = &m->is->all[i];
    const size_t source = rdl_regress_source(m->is, p->file);

    if (source == SIZE_MAX || p->line == 0 || p->line > m->new_files[source].n)
        return false;
    *out = (struct spot){
        .file = (uint32_t)source,
        .line = p->line,
        .column = m->by_line
                      ? 0
                      : rdl_line_column(&lines[source][p->line - 1], p->column),
        .place = p,
        .function = p->function,
        .outer = rdl_strdup(m->by_line ? "" : p->outer),
        .index = i,
        .is_new = true,
    };
    return true;
}

void rdl_map_places(struct rdl_mapping *m, struct rdl_line *const *old,
                    struct rdl_line *const *new)
{
    struct spot *all = rdl_alloc((m->was->n + m->is->n + 1) * sizeof(*all));
    size_t n = 0;

    for (size_t i = 0; i < m->was->n; i++)
        n += spot_old(m, old, i, &all[n]);
    for (size_t i = 0; i < m->is->n; i++)
        n += spot_new(m, new, i, &all[n]);
    if (n > 0)
        qsort(all, n, sizeof(*all), spot_compare);
    for (size_t i = 0; i < n;) {
        size_t middle = i, end = i;

        while (end < n && spot_compare_where(&all[end], &all[i]) == 0)
            end++;
        while (middle < end && !all[middle].is_new)
            middle++;
        for (size_t k = 0; i + k < middle && middle + k < end; k++) {
            m->how[all[i + k].index] = RDL_MAPPED_PLACE;
            m->to[all[i + k].index] = all[middle + k].index;
        }
        i = end;
    }
    for (size_t i = 0; i < n; i++)
        free(all[i].outer);
    free(all);
}
