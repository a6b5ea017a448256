/* mapping.c - see mapping.h: lines; pair_files.c, pair_functions.c and
 * pair_renamed.c have what their regions are, map_places.c the places. */
#include "regress/mapping.h"

#include "regress/internal.h"
#include "util/alloc.h"

#include <stdlib.h>
#include <string.h>

static void mapping_region(struct rdl_mapping *m, const struct rdl_side *was,
                           size_t old_file, struct rdl_region old,
                           const struct rdl_side *is, size_t new_file,
                           struct rdl_region new)
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
                                   const struct rdl_side *was, size_t old_file,
                                   struct rdl_region old,
                                   const struct rdl_side *is, size_t new_file,
                                   struct rdl_region new)
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

/* How many functions have the same lines and the same machine code. */
static size_t mapping_same(const struct rdl_mapping *m, const size_t *functions)
{
    size_t n = 0;

    for (size_t i = 0; i < m->was->n_functions; i++) {
        const size_t to = functions[i];
        const uint64_t code = m->was->functions[i].code;

        n += to != SIZE_MAX && m->functions[to].known &&
             !m->functions[to].changed && code != 0 &&
             code == m->is->functions[to].code;
    }
    return n;
}

static void mapping_lines(struct rdl_mapping *m, const struct rdl_side *was,
                          const struct rdl_side *is, const size_t *files,
                          const size_t *functions)
{
    for (size_t i = 0; i < was->places->n_sources; i++) {
        const struct rdl_region old = { 0, was->first[i] };

        if (files[i] != SIZE_MAX)
            mapping_region(m, was, i, old, is, files[i],
                           (struct rdl_region){ 0, is->first[files[i]] });
    }
    for (size_t i = 0; i < was->places->n_functions; i++) {
        const size_t to = functions[i];
        struct rdl_mapping_function *f;
        const uint64_t code = was->places->functions[i].code;

        if (to == SIZE_MAX || was->file[i] == SIZE_MAX ||
            is->file[to] == SIZE_MAX)
            continue;
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

static size_t mapping_named(const struct rdl_places *p, const char *name)
{
    size_t n = 0;

    for (size_t i = 0; i < p->n_functions; i++)
        n += strcmp(p->functions[i].name, name) == 0;
    return n;
}

static void mapping_renamed(struct rdl_mapping *m, const size_t *functions)
{
    m->renamed = rdl_alloc((m->was->n_functions + 1) * sizeof(*m->renamed));
    for (size_t i = 0; i < m->was->n_functions; i++) {
        const char *was = m->was->functions[i].name, *is;

        if (functions[i] == SIZE_MAX)
            continue;
        is = m->is->functions[functions[i]].name;
        if (strcmp(was, is) != 0)
            m->renamed[m->n_renamed++] = (struct rdl_mapping_renamed){
                .was = was,
                .is = is,
                .file = m->was->functions[i].file,
                .only = mapping_named(m->was, was) == 1,
            };
    }
}

/* Lines of an old file that are gone. */
static size_t mapping_gone(const struct rdl_mapping *m,
                           const struct rdl_side *was, size_t file)
{
    size_t n = 0;

    for (size_t k = 0; k < was->n_lines[file]; k++)
        n += m->old_files[file].to[k] == 0 && was->lines[file][k].hash != 0;
    return n;
}

static void mapping_count(struct rdl_mapping *m, const struct rdl_side *was,
                          const struct rdl_side *is, const size_t *files)
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
    struct rdl_side old, new;
    size_t *files, *functions;

    rdl_side_make(&old, was);
    rdl_side_make(&new, is);
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
    files = rdl_pair_files(was, is);
    functions = rdl_pair_functions(&old, &new, files);
    rdl_pair_renamed(&old, &new, files, functions);
    mapping_renamed(m, functions);
    mapping_lines(m, &old, &new, files, functions);
    mapping_count(m, &old, &new, files);
    m->by_line = m->n_inside > mapping_same(m, functions);
    rdl_map_places(m, old.lines, new.lines);
    free(files);
    free(functions);
    rdl_side_free(&old);
    rdl_side_free(&new);
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
    free(m->renamed);
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
