/* mapping.c - see mapping.h: files, functions and their lines; map_places.c has
 * the places. */
#include "regress/mapping.h"

#include "regress/internal.h"
#include "regress/lines.h"
#include "util/alloc.h"

#include <stdlib.h>
#include <string.h>

struct region { /* the lines of a function, to the one before the next */
    size_t from, to;
};

struct side { /* one build */
    const struct rdl_places *places;
    struct rdl_line **lines; /* by source */
    size_t *n_lines;
    size_t *file;           /* by function: its source; SIZE_MAX: none */
    struct region *regions; /* by function */
    size_t *first;          /* by source: lines before the first function */
};

/* --- Files ---------------------------------------------------------------- */

size_t rdl_regress_source(const struct rdl_places *p, const char *file)
{
    for (size_t i = 0; i < p->n_sources; i++) {
        if (strcmp(p->sources[i].file, file) == 0)
            return i;
    }
    return SIZE_MAX;
}

/* The number of parts that two paths have in common from their ends. */
static size_t mapping_common(const char *a, const char *b)
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

static size_t mapping_shared_functions(const struct rdl_places *was, size_t i,
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
static void
mapping_pair_files(const struct rdl_places *was, const struct rdl_places *is,
                   size_t *to, bool *taken,
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

static size_t mapping_by_path(const struct rdl_places *was, size_t i,
                              const struct rdl_places *is, size_t j)
{
    return mapping_common(was->sources[i].file, is->sources[j].file);
}

/* By old source: the new one; SIZE_MAX: none.  The caller frees it. */
static size_t *mapping_files(const struct rdl_places *was,
                             const struct rdl_places *is)
{
    size_t *to = rdl_alloc((was->n_sources + 1) * sizeof(*to));
    bool *taken = rdl_alloc((is->n_sources + 1) * sizeof(*taken));

    for (size_t i = 0; i < was->n_sources; i++)
        to[i] = SIZE_MAX;
    mapping_pair_files(was, is, to, taken, mapping_by_path);
    mapping_pair_files(was, is, to, taken, mapping_shared_functions);
    free(taken);
    return to;
}

/* --- Functions ------------------------------------------------------------ */

struct started { /* a function in its file */
    size_t file, line, function;
};

static int mapping_compare_started(const void *x, const void *y)
{
    const struct started *a = x, *b = y;

    if (a->file != b->file)
        return a->file < b->file ? -1 : 1;
    if (a->line != b->line)
        return a->line < b->line ? -1 : 1;
    return (a->function > b->function) - (a->function < b->function);
}

static void side_regions(struct side *s)
{
    const size_t n = s->places->n_functions;
    struct started *all = rdl_alloc((n + 1) * sizeof(*all));

    for (size_t i = 0; i < n; i++)
        all[i] =
            (struct started){ s->file[i], s->places->functions[i].line, i };
    qsort(all, n, sizeof(*all), mapping_compare_started);
    for (size_t i = 0; i < n && all[i].file != SIZE_MAX; i++) {
        const size_t lines = s->n_lines[all[i].file];
        size_t end = i + 1;

        /* Several may be of one line: instances of a template. */
        while (end < n && all[end].file == all[i].file &&
               all[end].line == all[i].line)
            end++;
        s->regions[all[i].function] = (struct region){
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

static void side_make(struct side *s, const struct rdl_places *p)
{
    *s = (struct side){
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

static void side_free(struct side *s)
{
    for (size_t i = 0; i < s->places->n_sources; i++)
        free(s->lines[i]);
    free(s->lines);
    free(s->n_lines);
    free(s->first);
    free(s->file);
    free(s->regions);
}

struct named { /* a function by its name; `file` as a number of the new build */
    const char *name;
    size_t file, function;
    bool is_new;
};

static int mapping_compare_named(const void *x, const void *y)
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

/* The text of a function's first line; 0: it is not known. */
static uint64_t mapping_head(const struct side *s, size_t function)
{
    const struct region r = s->regions[function];

    return s->file[function] != SIZE_MAX && r.from < r.to
               ? s->lines[s->file[function]][r.from].hash
               : 0;
}

/* Pairs functions of all[from..to-1], which have one name in one file
 * (overloads of C++), if there are as many old ones as new ones: those that
 * begin with the same line, which none of the others has. */
static void mapping_pair_named(const struct side *was, const struct side *is,
                               const struct named *all, size_t from, size_t to,
                               size_t *pair)
{
    size_t n_new = 0;

    for (size_t i = from; i < to; i++)
        n_new += all[i].is_new;
    if (2 * n_new != to - from)
        return;
    if (n_new == 1)
        pair[all[from].function] = all[from + 1].function;
    for (size_t i = from; n_new > 1 && i < from + n_new; i++) {
        const uint64_t head = mapping_head(was, all[i].function);
        size_t n_was = 0, n_is = 0, found = 0;

        for (size_t k = from; k < from + n_new; k++)
            n_was += mapping_head(was, all[k].function) == head;
        for (size_t k = from + n_new; k < to; k++) {
            if (mapping_head(is, all[k].function) == head) {
                n_is++;
                found = all[k].function;
            }
        }
        if (head != 0 && n_was == 1 && n_is == 1)
            pair[all[i].function] = found;
    }
}

/* By old function: the new one; SIZE_MAX: none.  The caller frees it. */
static size_t *mapping_functions(const struct side *was, const struct side *is,
                                 const size_t *files)
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
    qsort(all, n, sizeof(*all), mapping_compare_named);
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
                mapping_pair_named(was, is, all, k, end, pair);
                k = end;
            }
        i = name;
    }
    free(all);
    return pair;
}

/* --- Lines ---------------------------------------------------------------- */

static void mapping_region(struct rdl_mapping *m, const struct side *was,
                           size_t old_file, struct region old,
                           const struct side *is, size_t new_file,
                           struct region new)
{
    struct rdl_mapping_file *from = &m->old_files[old_file];
    uint32_t *map;

    if (old.from == old.to || new.from == new.to) /* perhaps without lines */
        return;
    map = rdl_alloc((old.to - old.from) * sizeof(*map));
    rdl_lines_match(was->lines[old_file] + old.from, old.to - old.from,
                    is->lines[new_file] + new.from, new.to - new.from, new.from,
                    map);
    for (size_t i = old.from; i < old.to; i++) {
        if (map[i - old.from] == 0)
            continue;
        from->to[i] = map[i - old.from];
        from->to_file[i] = (uint32_t)new_file;
        m->new_files[new_file].changed[map[i - old.from] - 1] = false;
    }
    free(map);
}

static bool mapping_region_changed(const struct rdl_mapping *m,
                                   const struct side *was, size_t old_file,
                                   struct region old, const struct side *is,
                                   size_t new_file, struct region new)
{
    for (size_t i = old.from; i < old.to; i++) {
        if (m->old_files[old_file].to[i] == 0 &&
            was->lines[old_file][i].hash != 0)
            return true;
    }
    for (size_t i = new.from; i < new.to; i++) {
        if (m->new_files[new_file].changed[i] != 0 &&
            is->lines[new_file][i].hash != 0)
            return true;
    }
    return false;
}

static void mapping_lines(struct rdl_mapping *m, const struct side *was,
                          const struct side *is, const size_t *files,
                          const size_t *functions)
{
    for (size_t i = 0; i < was->places->n_sources; i++) {
        const struct region old = { 0, was->first[i] };

        if (files[i] != SIZE_MAX)
            mapping_region(m, was, i, old, is, files[i],
                           (struct region){ 0, is->first[files[i]] });
    }
    for (size_t i = 0; i < was->places->n_functions; i++) {
        const size_t to = functions[i];
        struct rdl_mapping_function *f;
        const uint64_t code = was->places->functions[i].code;

        if (to == SIZE_MAX || was->file[i] == SIZE_MAX ||
            is->file[to] == SIZE_MAX)
            continue;
        m->n_kept++;
        f = &m->functions[to];
        f->known = true;
        mapping_region(m, was, was->file[i], was->regions[i], is, is->file[to],
                       is->regions[to]);
        f->changed =
            mapping_region_changed(m, was, was->file[i], was->regions[i], is,
                                   is->file[to], is->regions[to]);
        f->inside = !f->changed && code != 0 &&
                    is->places->functions[to].code != 0 &&
                    code != is->places->functions[to].code;
    }
}

/* Lines of an old file that are gone. */
static size_t mapping_gone(const struct rdl_mapping *m, const struct side *was,
                           size_t file)
{
    size_t n = 0;

    for (size_t k = 0; k < was->n_lines[file]; k++)
        n += m->old_files[file].to[k] == 0 && was->lines[file][k].hash != 0;
    return n;
}

static void mapping_count(struct rdl_mapping *m, const struct side *was,
                          const struct side *is, const size_t *files)
{
    for (size_t i = 0; i < was->places->n_sources; i++) {
        const size_t n = mapping_gone(m, was, i);

        m->n_gone += n;
        m->n_files += n > 0 && files[i] == SIZE_MAX;
        if (n > 0 && files[i] != SIZE_MAX)
            m->new_files[files[i]].gone = true;
    }
    for (size_t i = 0; i < is->places->n_sources; i++) {
        size_t n = 0;

        for (size_t k = 0; k < is->n_lines[i]; k++) {
            /* An empty line is nothing that can run. */
            if (is->lines[i][k].hash == 0)
                m->new_files[i].changed[k] = false;
            n += m->new_files[i].changed[k] != 0;
        }
        m->n_lines += n;
        m->n_files += n > 0 || m->new_files[i].gone;
    }
    for (size_t i = 0; i < is->places->n_functions; i++) {
        m->n_functions += !m->functions[i].known || m->functions[i].changed;
        m->n_inside += m->functions[i].inside;
    }
}

void rdl_mapping_make(struct rdl_mapping *m, const struct rdl_places *was,
                      const struct rdl_places *is)
{
    struct side old, new;
    size_t *files, *functions;

    side_make(&old, was);
    side_make(&new, is);
    *m = (struct rdl_mapping){
        .was = was,
        .is = is,
        .how = rdl_alloc((was->n + 1) * sizeof(*m->how)),
        .to = rdl_alloc((was->n + 1) * sizeof(*m->to)),
        .old_files = rdl_alloc((was->n_sources + 1) * sizeof(*m->old_files)),
        .new_files = rdl_alloc((is->n_sources + 1) * sizeof(*m->new_files)),
        .functions = rdl_alloc((is->n_functions + 1) * sizeof(*m->functions)),
    };
    for (size_t i = 0; i < was->n_sources; i++) {
        struct rdl_mapping_file *f = &m->old_files[i];

        f->n = old.n_lines[i];
        f->to = rdl_alloc((f->n + 1) * sizeof(*f->to));
        f->to_file = rdl_alloc((f->n + 1) * sizeof(*f->to_file));
    }
    for (size_t i = 0; i < is->n_sources; i++) {
        struct rdl_mapping_file *f = &m->new_files[i];

        f->n = new.n_lines[i];
        f->changed = rdl_alloc(f->n + 1);
        memset(f->changed, true, f->n);
    }
    files = mapping_files(was, is);
    functions = mapping_functions(&old, &new, files);
    mapping_lines(m, &old, &new, files, functions);
    mapping_count(m, &old, &new, files);
    rdl_map_places(m, old.lines, new.lines);
    free(files);
    free(functions);
    side_free(&old);
    side_free(&new);
}

void rdl_mapping_free(struct rdl_mapping *m)
{
    for (size_t i = 0; i < m->was->n_sources; i++) {
        free(m->old_files[i].to);
        free(m->old_files[i].to_file);
    }
    for (size_t i = 0; i < m->is->n_sources; i++)
        free(m->new_files[i].changed);
    free(m->old_files);
    free(m->new_files);
    free(m->functions);
    free(m->how);
    free(m->to);
}

bool rdl_mapping_is_new(const struct rdl_mapping *m, const char *file,
                        unsigned line)
{
    const size_t i = rdl_regress_source(m->is, file);

    return i != SIZE_MAX && line > 0 && line <= m->new_files[i].n &&
           m->new_files[i].changed[line - 1] != 0;
}
