/* gather.c - see gather.h. */
#include "regress/gather.h"

#include "base/text.h"
#include "symbols/code/code_hash.h"
#include "symbols/code/functions.h"
#include "symbols/dwarf/declarations.h"
#include "symbols/stack.h"
#include "symbols/symbol.h"
#include "symbols/files/unloaded.h"
#include "util/alloc.h"
#include "util/append.h"
#include "util/regular_file.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Bytes of one source, and of all: more is left out. */
#define MOST_SOURCE (4u << 20)
#define MOST_SOURCES (32u << 20)
#define MOST_FRAMES 32

struct gathered { /* a place that has no ordinal yet */
    struct rdl_places_place place;
    uint32_t module;
    uint64_t offset;
};

struct gather {
    struct rdl_places *out;
    struct rdl_symbols *symbols;
    size_t n_modules;
    struct rdl_module *modules;
    size_t n;
    struct gathered *all;
    size_t n_files;
    struct gather_file {
        const char *path;
        bool newer;
    } * files;
    size_t size; /* of the sources so far */
};

struct rdl_symbols *rdl_gather_symbols(const struct rdl_coverage *c,
                                       struct rdl_module **modules, size_t *n)
{
    const struct rdl_coverage_module *m;

    *n = 0;
    *modules = NULL;
    while ((m = rdl_coverage_module_at(c->memory, (uint32_t)*n)) != NULL) {
        char path[RDL_COVERAGE_PATH];

        rdl_text_copy(path, m->path, sizeof(path));
        *modules = rdl_grow(*modules, (*n + 1) * sizeof(**modules));
        rdl_unloaded_module(&(*modules)[*n], (uint32_t)*n, path, m->build_id,
                            m->build_id_size);
        ++*n;
    }
    return rdl_symbols_new(*modules, *n);
}

/* --- Places --------------------------------------------------------------- */

static void gather_file(struct gather *g, const char *path, bool newer)
{
    for (size_t i = 0; i < g->n_files; i++) {
        if (strcmp(g->files[i].path, path) == 0)
            return;
    }
    g->files = rdl_grow(g->files, (g->n_files + 1) * sizeof(*g->files));
    g->files[g->n_files++] = (struct gather_file){ path, newer };
}

/* "f<g": the functions around the innermost one, in the same machine frame. */
static char *gather_outer(const struct rdl_place *frames, size_t n)
{
    char text[512] = "";
    struct rdl_append to = rdl_append_begin(text, sizeof(text));

    for (size_t i = 1; i < n && frames[i - 1].inlined; i++)
        rdl_append(&to, "%s%s", i > 1 ? "<" : "",
                   frames[i].function != NULL ? frames[i].function : "?");
    return rdl_strdup(text);
}

static void gather_location(struct gather *g, uint32_t number, uint64_t key)
{
    const uint32_t module = rdl_location_key_module(key);
    struct rdl_place frames[MOST_FRAMES];
    struct gathered *to;
    uintptr_t pc;
    size_t n;

    if (module >= g->n_modules)
        return;
    pc = g->modules[module].base + rdl_location_key_offset(key);
    n = rdl_symbols_frames(g->symbols, pc, frames, MOST_FRAMES);
    if (n == 0 || frames[0].path == NULL || frames[0].line == 0 ||
        !rdl_stack_own(&frames[0]))
        return;
    if ((g->n & (g->n - 1)) == 0)
        g->all = rdl_grow(g->all, (g->n > 0 ? 2 * g->n : 1) * sizeof(*g->all));
    to = &g->all[g->n++];
    *to = (struct gathered){
        .module = module,
        .offset = rdl_location_key_offset(key),
        .place = { .location = number,
                   .file = frames[0].path,
                   .line = frames[0].line,
                   .column = frames[0].column,
                   .function =
                       frames[0].function != NULL ? frames[0].function : "",
                   .outer = gather_outer(frames, n),
                   .op = rdl_code_called(g->symbols, pc) },
    };
    if (to->place.op == NULL)
        to->place.op = "";
    gather_file(g, frames[0].path, frames[0].newer);
}

static int gather_compare_source(const struct rdl_places_place *a,
                                 const struct rdl_places_place *b)
{
    int c;

    if ((c = strcmp(a->file, b->file)) != 0 ||
        (c = (a->line > b->line) - (a->line < b->line)) != 0 ||
        (c = (a->column > b->column) - (a->column < b->column)) != 0 ||
        (c = strcmp(a->function, b->function)) != 0)
        return c;
    return strcmp(a->outer, b->outer);
}

static int gather_compare(const void *x, const void *y)
{
    const struct gathered *a = x, *b = y;
    const int c = gather_compare_source(&a->place, &b->place);

    if (c != 0)
        return c;
    if (a->module != b->module)
        return a->module < b->module ? -1 : 1;
    return (a->offset > b->offset) - (a->offset < b->offset);
}

static void gather_places(struct gather *g, const struct rdl_coverage *c)
{
    for (uint32_t i = RDL_LOC_FIRST; i < rdl_locations_end(&c->locations); i++)
        gather_location(g, i, rdl_location_key(&c->locations, i));
    if (g->n > 0)
        qsort(g->all, g->n, sizeof(*g->all), gather_compare);
    for (size_t i = 0; i < g->n; i++) {
        struct rdl_places_place *p = &g->all[i].place;

        if (i > 0 && gather_compare_source(&g->all[i - 1].place, p) == 0)
            p->ordinal = g->all[i - 1].place.ordinal + 1;
        rdl_places_add(g->out, p);
    }
}

/* --- Functions and sources ------------------------------------------------ */

/* A function of a header is in many units. */
static struct rdl_places_function *gather_known(const struct gather *g,
                                                const struct rdl_function *f)
{
    for (size_t i = 0; i < g->out->n_functions; i++) {
        struct rdl_places_function *known = &g->out->functions[i];

        if (known->line == f->line && strcmp(known->name, f->name) == 0 &&
            strcmp(known->file, f->path) == 0)
            return known;
    }
    return NULL;
}

static bool gather_has_place(const struct gather *g, const char *path)
{
    for (size_t i = 0; i < g->n_files; i++) {
        if (strcmp(g->files[i].path, path) == 0)
            return true;
    }
    return false;
}

/* Only of files with places: a hash decodes the whole function. */
static void gather_function(void *data, const struct rdl_function *f)
{
    struct gather *g = data;
    struct rdl_places_function *known;
    uint64_t code;

    if (!gather_has_place(g, f->path))
        return;
    known = gather_known(g, f);
    if (known != NULL && known->code != 0)
        return;
    code = f->low != 0 ? rdl_code_hash(g->symbols, f->low + 1) : 0;
    if (known != NULL)
        known->code = code;
    else
        rdl_places_function(g->out,
                            &(struct rdl_places_function){ .file = f->path,
                                                           .name = f->name,
                                                           .line = f->line,
                                                           .code = code });
}

static void gather_declaration(void *data, const struct rdl_declaration *d)
{
    struct gather *g = data;

    rdl_places_declaration(
        g->out, &(struct rdl_places_declaration){ .owner = d->owner,
                                                  .name = d->name,
                                                  .type = d->type,
                                                  .file = d->path,
                                                  .line = d->line,
                                                  .offset = d->offset,
                                                  .size = d->size });
}

static int gather_compare_declared(const void *x, const void *y)
{
    const struct rdl_places_declaration *a = x, *b = y;
    int c;

    if ((c = strcmp(a->owner, b->owner)) != 0 ||
        (c = strcmp(a->name, b->name)) != 0 ||
        (c = strcmp(a->file, b->file)) != 0 ||
        (c = strcmp(a->type, b->type)) != 0)
        return c;
    if (a->line != b->line)
        return a->line < b->line ? -1 : 1;
    if (a->offset != b->offset)
        return a->offset < b->offset ? -1 : 1;
    return (a->size > b->size) - (a->size < b->size);
}

/* Each once: a structure of a header is in many units. */
static void gather_declared(struct rdl_places *out)
{
    struct rdl_places_declaration *all = out->declarations;
    size_t n = 0;

    if (out->n_declarations > 0)
        qsort(all, out->n_declarations, sizeof(*all), gather_compare_declared);
    for (size_t i = 0; i < out->n_declarations; i++) {
        if (n == 0 || gather_compare_declared(&all[n - 1], &all[i]) != 0)
            all[n++] = all[i];
    }
    out->n_declarations = n;
}

static bool gather_uses(const struct gather *g, size_t module)
{
    for (size_t i = 0; i < g->n; i++) {
        if (g->all[i].module == module)
            return true;
    }
    return false;
}

/* The caller frees it; NULL if it cannot be read. */
static char *gather_text(const char *path, size_t *size)
{
    const int fd = rdl_regular_file_open(path, MOST_SOURCE, NULL);
    struct stat st;
    char *text;

    if (fd < 0)
        return NULL;
    text = fstat(fd, &st) == 0 ? rdl_alloc((size_t)st.st_size + 1) : NULL;
    *size = 0;
    while (text != NULL && *size < (size_t)st.st_size) {
        const ssize_t n = read(fd, text + *size, (size_t)st.st_size - *size);

        if (n <= 0)
            break;
        *size += (size_t)n;
    }
    close(fd);
    return text;
}

static void gather_sources(struct gather *g)
{
    for (size_t i = 0; i < g->n_files; i++) {
        size_t size = 0;
        char *text = g->files[i].newer || g->size > MOST_SOURCES
                         ? NULL
                         : gather_text(g->files[i].path, &size);

        rdl_places_source(g->out, g->files[i].path, text, size);
        g->size += size;
        free(text);
    }
}

void rdl_gather(struct rdl_places *out, const struct rdl_coverage *c)
{
    struct gather g = { .out = out };

    out->has_declarations = true;
    g.symbols = rdl_gather_symbols(c, &g.modules, &g.n_modules);
    gather_places(&g, c);
    /* Debug information of libraries is large, and they have no place. */
    for (size_t i = 0; i < g.n_modules; i++) {
        if (!gather_uses(&g, i))
            continue;
        rdl_symbols_functions(g.symbols, g.modules[i].start, gather_function,
                              &g);
        rdl_symbols_declarations(g.symbols, g.modules[i].start,
                                 gather_declaration, &g);
    }
    gather_declared(out);
    gather_sources(&g);
    for (size_t i = 0; i < g.n; i++)
        free((char *)g.all[i].place.outer);
    free(g.all);
    free(g.files);
    free(g.modules);
    rdl_symbols_free(g.symbols);
}
