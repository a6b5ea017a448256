/* side.c - see side.h. */
#include "regress/side.h"

#include "regress/internal.h"
#include "util/alloc.h"

#include <stdlib.h>
#include <string.h>

size_t rdl_regress_source(const struct rdl_places *p, const char *file)
{
    for (size_t i = 0; i < p->n_sources; i++) {
        if (strcmp(p->sources[i].file, file) == 0)
            return i;
    }
    return SIZE_MAX;
}

struct started { /* a function in its file */
    size_t file, line, function;
};

static int side_compare_started(const void *x, const void *y)
{
    const struct started *a = x, *b = y;

    if (a->file != b->file)
        return a->file < b->file ? -1 : 1;
    if (a->line != b->line)
        return a->line < b->line ? -1 : 1;
    return (a->function > b->function) - (a->function < b->function);
}

static void side_regions(struct rdl_side *s)
{
    const size_t n = s->places->n_functions;
    struct started *all = rdl_alloc((n + 1) * sizeof(*all));

    for (size_t i = 0; i < n; i++)
        all[i] =
            (struct started){ s->file[i], s->places->functions[i].line, i };
    qsort(all, n, sizeof(*all), side_compare_started);
    for (size_t i = 0; i < n && all[i].file != SIZE_MAX; i++) {
        const size_t lines = s->n_lines[all[i].file];
        size_t end = i + 1;

        /* Several may be of one line: instances of a template. */
        while (end < n && all[end].file == all[i].file &&
               all[end].line == all[i].line)
            end++;
        s->regions[all[i].function] = (struct rdl_region){
            .from = all[i].line - 1 < lines ? all[i].line - 1 : lines,
            .to = end < n && all[end].file == all[i].file ? all[end].line - 1
                                                          : lines,
        };
        if (s->regions[all[i].function].to > lines)
            s->regions[all[i].function].to = lines;
        if (s->regions[all[i].function].from < s->first[all[i].file])
            s->first[all[i].file] = s->regions[all[i].function].from;
    }
    free(all);
}

void rdl_side_make(struct rdl_side *s, const struct rdl_places *p)
{
    *s = (struct rdl_side){
        .places = p,
        .lines = rdl_alloc((p->n_sources + 1) * sizeof(*s->lines)),
        .n_lines = rdl_alloc((p->n_sources + 1) * sizeof(*s->n_lines)),
        .first = rdl_alloc((p->n_sources + 1) * sizeof(*s->first)),
        .file = rdl_alloc((p->n_functions + 1) * sizeof(*s->file)),
        .regions = rdl_alloc((p->n_functions + 1) * sizeof(*s->regions)),
    };
    for (size_t i = 0; i < p->n_sources; i++) {
        s->lines[i] = rdl_lines_of(p->sources[i].text, p->sources[i].size,
                                   &s->n_lines[i]);
        s->first[i] = s->n_lines[i];
    }
    for (size_t i = 0; i < p->n_functions; i++)
        s->file[i] = rdl_regress_source(p, p->functions[i].file);
    side_regions(s);
}

void rdl_side_free(struct rdl_side *s)
{
    for (size_t i = 0; i < s->places->n_sources; i++)
        free(s->lines[i]);
    free(s->lines);
    free(s->n_lines);
    free(s->first);
    free(s->file);
    free(s->regions);
}

uint64_t rdl_side_head(const struct rdl_side *s, size_t function)
{
    const struct rdl_region r = s->regions[function];

    return s->file[function] != SIZE_MAX && r.from < r.to
               ? s->lines[s->file[function]][r.from].hash
               : 0;
}
