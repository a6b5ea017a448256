/* symbol.c - from an address to file, line and function, with libdw.
 *
 * One Dwfl session holds all modules; a module is reported to it when first
 * needed, since most libraries of a program never are.  Answers are cached by
 * address: a report asks for the same few places again and again, and the
 * strings in them then have one owner. */
#include "symbols/internal.h"

#include "base/text.h"
#include "symbols/files/object.h"
#include "util/alloc.h"
#include "util/regular_file.h"
#include "util/system_library.h"

#include <err.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct symbol_module {
    struct rdl_module m;
    const char *name; /* last part of m.path */
    Dwfl_Module *dwfl;
    bool asked;
};

struct symbol_answer { /* the frames at one address */
    uintptr_t address;
    size_t n;
    struct rdl_place *frames;
    struct symbol_answer *next;
};

struct symbol_text {
    struct symbol_text *next;
    char text[];
};

#define BUCKETS 1024

struct rdl_symbols {
    Dwfl *dwfl;
    struct symbol_module **modules; /* each stays where it is: see rdl_place */
    size_t n_modules;
    bool hooked; /* one of them is */
    struct rdl_label labels[RDL_MAX_LABELS];
    size_t n_labels;
    struct symbol_traced traced;
    struct symbol_dates dates;
    struct symbol_scopes scopes;
    struct symbol_tree tree;
    struct symbol_nearest nearest;
    struct symbol_text *texts;
    struct symbol_answer *answers[BUCKETS];
};

static bool symbol_debug_installed(Dwfl_Module *module)
{
    char text[RDL_BUILD_ID_TEXT];
    const unsigned char *id;
    GElf_Addr vaddr;
    int n = dwfl_module_build_id(module, &id, &vaddr);

    rdl_object_build_id(id, n > 0 ? (size_t)n : 0, text);
    return rdl_object_lines_apart(text);
}

/* Of the C library only names are wanted.  Its debug information has more of
 * them, but if it is not installed, libdw would load libdebuginfod with thirty
 * other libraries, and might ask a server. */
static int symbol_find_debug(Dwfl_Module *module, void **data, const char *name,
                             Dwarf_Addr base, const char *file,
                             const char *link, GElf_Word crc, char **found)
{
    if (rdl_system_library_is_c(name) && !symbol_debug_installed(module))
        return -1;
    return dwfl_standard_find_debuginfo(module, data, name, base, file, link,
                                        crc, found);
}

static const Dwfl_Callbacks callbacks = {
    .find_elf = dwfl_build_id_find_elf,
    .find_debuginfo = symbol_find_debug,
    .section_address = dwfl_offline_section_address,
};

/* --- Life ----------------------------------------------------------------- */

static void symbols_module_add(struct rdl_symbols *s,
                               const struct rdl_module *module)
{
    struct symbol_module *m = rdl_alloc(sizeof(*m));

    m->m = *module;
    m->m.path[sizeof(m->m.path) - 1] = '\0';
    m->name = rdl_text_base_name(m->m.path);
    s->hooked = s->hooked || m->m.hooked;
    s->modules = rdl_grow(s->modules, (s->n_modules + 1) * sizeof(*s->modules));
    s->modules[s->n_modules++] = m;
}

struct rdl_symbols *rdl_symbols_new(const struct rdl_module *modules, size_t n)
{
    struct rdl_symbols *s = rdl_alloc(sizeof(*s));

    if (n > RDL_MAX_MODULES)
        n = RDL_MAX_MODULES; /* the count comes from the target */
    s->dwfl = dwfl_begin(&callbacks);
    for (size_t i = 0; i < n; i++)
        symbols_module_add(s, &modules[i]);
    return s;
}

void rdl_symbols_free(struct rdl_symbols *s)
{
    if (s == NULL)
        return;
    for (size_t i = 0; i < BUCKETS; i++) {
        while (s->answers[i] != NULL) {
            struct symbol_answer *a = s->answers[i];

            s->answers[i] = a->next;
            free(a->frames);
            free(a);
        }
    }
    while (s->texts != NULL) {
        struct symbol_text *t = s->texts;

        s->texts = t->next;
        free(t);
    }
    rdl_symbols_set_trace(s, NULL);
    free(s->dates.all);
    rdl_symbols_scopes_free(&s->scopes);
    rdl_symbols_tree_free(&s->tree);
    for (size_t i = 0; i < s->n_modules; i++) {
        if (s->modules[i]->dwfl != NULL)
            rdl_symbols_variables_free(s->modules[i]->dwfl);
    }
    rdl_symbols_nearest_free(&s->nearest);
    if (s->dwfl != NULL)
        dwfl_end(s->dwfl);
    for (size_t i = 0; i < s->n_modules; i++)
        free(s->modules[i]);
    free(s->modules);
    free(s);
}

void rdl_symbols_labels(struct rdl_symbols *s, const struct rdl_label *labels,
                        size_t n)
{
    s->n_labels = 0;
    for (size_t i = 0; i < n && i < RDL_MAX_LABELS; i++) {
        s->labels[s->n_labels] = labels[i];
        if (rdl_symbols_label_text(&s->labels[s->n_labels]))
            s->n_labels++;
    }
}

const struct rdl_label *rdl_symbols_label(const struct rdl_symbols *s,
                                          uintptr_t addr)
{
    const struct rdl_label *nearest = NULL;

    for (size_t i = 0; i < s->n_labels; i++) {
        const struct rdl_label *l = &s->labels[i];

        if (l->addr <= addr && (nearest == NULL || l->addr > nearest->addr))
            nearest = l;
    }
    return nearest;
}

struct symbol_dates *rdl_symbols_dates(struct rdl_symbols *s)
{
    return &s->dates;
}

struct symbol_scopes *rdl_symbols_scopes(struct rdl_symbols *s)
{
    return &s->scopes;
}

struct symbol_tree *rdl_symbols_tree(struct rdl_symbols *s)
{
    return &s->tree;
}

struct symbol_nearest *rdl_symbols_nearests(struct rdl_symbols *s)
{
    return &s->nearest;
}

struct symbol_traced *rdl_symbols_traced(struct rdl_symbols *s)
{
    return &s->traced;
}

void rdl_symbols_set_trace(struct rdl_symbols *s, const struct rdl_trace *trace)
{
    rdl_symbols_blocks_free(&s->traced);
    rdl_symbols_pointers_free(&s->traced);
    rdl_symbols_frames_free(&s->traced);
    if (trace == NULL)
        return;
    rdl_symbols_pointers_take(&s->traced, trace);
    rdl_symbols_blocks_take(&s->traced, trace);
    rdl_symbols_frames_take(&s->traced, trace);
}

char *rdl_symbols_keep(struct rdl_symbols *s, const char *text)
{
    size_t size = strlen(text) + 1;
    struct symbol_text *t = rdl_alloc(sizeof(*t) + size);

    memcpy(t->text, text, size);
    t->next = s->texts;
    s->texts = t;
    return t->text;
}

const char *rdl_symbols_clean(struct rdl_symbols *s, const char *text)
{
    char *copy;

    if (text == NULL)
        return NULL;
    copy = rdl_strdup(text);
    if (rdl_text_clean(copy))
        text = rdl_symbols_keep(s, copy);
    free(copy);
    return text;
}

/* --- Modules ---------------------------------------------------------------
 */

static struct symbol_module *symbol_module_at(struct rdl_symbols *s,
                                              uintptr_t addr)
{
    for (size_t i = 0; i < s->n_modules; i++) {
        struct symbol_module *m = s->modules[i];

        if (addr >= m->m.start && addr < m->m.end)
            return m;
    }
    return NULL;
}

/* A file that was rebuilt since would give wrong lines. */
static bool symbol_same_build(Dwfl_Module *dwfl, const struct rdl_module *m)
{
    const unsigned char *id;
    GElf_Addr vaddr, bias;
    int size;

    if (m->build_id_size == 0 || dwfl_module_getelf(dwfl, &bias) == NULL)
        return true;
    size = dwfl_module_build_id(dwfl, &id, &vaddr);
    return size <= 0 || (size >= m->build_id_size &&
                         memcmp(id, m->build_id, m->build_id_size) == 0);
}

/* The same file at the same place: one with separate segments has several
 * entries.  Reported a second time, libdw would drop the first. */
static const struct symbol_module *
symbol_module_again(const struct rdl_symbols *s, const struct symbol_module *m)
{
    for (size_t i = 0; i < s->n_modules; i++) {
        const struct symbol_module *other = s->modules[i];

        if (other != m && other->asked && other->m.base == m->m.base &&
            strcmp(other->m.path, m->m.path) == 0)
            return other;
    }
    return NULL;
}

static Dwfl_Module *symbol_module_open(struct rdl_symbols *s,
                                       struct symbol_module *m)
{
    const struct symbol_module *again;
    int fd;

    if (m->asked || s->dwfl == NULL)
        return m->dwfl;
    m->asked = true;
    again = symbol_module_again(s, m);
    if (again != NULL)
        return m->dwfl = again->dwfl;
    fd = rdl_regular_file_open(m->m.path, RDL_PLAIN_PROGRAM, NULL);
    if (fd < 0)
        return NULL;
    dwfl_report_begin_add(s->dwfl);
    m->dwfl = dwfl_report_elf(s->dwfl, m->name, m->m.path, fd, m->m.base,
                              /*add_p_vaddr=*/true);
    dwfl_report_end(s->dwfl, NULL, NULL);
    if (m->dwfl == NULL)
        close(fd); /* otherwise libdw owns it */
    if (m->dwfl != NULL && !symbol_same_build(m->dwfl, &m->m))
        m->dwfl = NULL;
    return m->dwfl;
}

Dwfl_Module *rdl_symbols_open(struct rdl_symbols *s, uintptr_t addr)
{
    struct symbol_module *m = symbol_module_at(s, addr);

    return m != NULL ? symbol_module_open(s, m) : NULL;
}

/* --- More modules --------------------------------------------------------- */

static bool symbol_module_same(const struct rdl_module *a,
                               const struct rdl_module *b)
{
    return a->start == b->start && a->end == b->end && a->base == b->base &&
           a->hooked == b->hooked && a->build_id_size == b->build_id_size &&
           memcmp(a->build_id, b->build_id, sizeof(a->build_id)) == 0 &&
           strncmp(a->path, b->path, sizeof(a->path)) == 0;
}

/* The known one that has some of its addresses; NULL: none. */
static const struct rdl_module *symbol_module_meets(const struct rdl_symbols *s,
                                                    const struct rdl_module *m)
{
    for (size_t i = 0; i < s->n_modules; i++) {
        const struct rdl_module *known = &s->modules[i]->m;

        if (m->start < known->end && known->start < m->end)
            return known;
    }
    return NULL;
}

/* What is known about addresses that were in no module. */
static void symbols_forget_nowhere(struct rdl_symbols *s)
{
    rdl_symbols_scopes_free(&s->scopes);
    for (size_t i = 0; i < BUCKETS; i++) {
        struct symbol_answer **link = &s->answers[i];

        while (*link != NULL) {
            struct symbol_answer *a = *link;

            if (a->frames[0].module != NULL) {
                link = &a->next;
                continue;
            }
            *link = a->next;
            free(a->frames);
            free(a);
        }
    }
}

bool rdl_symbols_more(struct rdl_symbols *s, const struct rdl_module *modules,
                      size_t n)
{
    const size_t before = s->n_modules;
    const bool hooked = s->hooked;

    if (n > RDL_MAX_MODULES)
        n = RDL_MAX_MODULES;
    for (size_t i = 0; i < n; i++) {
        const struct rdl_module *known = symbol_module_meets(s, &modules[i]);

        if (known == NULL)
            symbols_module_add(s, &modules[i]);
        else if (!symbol_module_same(known, &modules[i]))
            return false;
    }
    if (s->n_modules > before)
        symbols_forget_nowhere(s);
    return s->hooked == hooked; /* answers depend on it */
}

/* --- Answers -------------------------------------------------------------- */

static void symbol_place_symbol(struct rdl_symbols *s, Dwfl_Module *module,
                                Dwarf_Addr address, struct rdl_place *p)
{
    GElf_Off offset;
    GElf_Sym symbol;
    const char *name =
        rdl_symbols_nearest(s, module, address, &offset, &symbol);

    /* A function without a symbol must not get the name of the nearest symbol
     * before it. */
    if (name == NULL || name[0] == '\0' || offset >= symbol.st_size)
        return;
    p->function = rdl_symbols_demangle(s, name);
}

/* A library without hooks whose lines are known may be the user's. */
static bool symbol_is_foreign(const struct rdl_symbols *s,
                              const struct symbol_module *m,
                              const struct rdl_place *p)
{
    return s->hooked && !m->m.hooked &&
           (p->file == NULL || rdl_system_library_at(m->m.path));
}

static size_t symbols_ask(struct rdl_symbols *s, uintptr_t address,
                          struct rdl_place *frames)
{
    struct symbol_module *m = symbol_module_at(s, address);
    Dwfl_Module *dwfl;
    size_t n = 0;

    memset(frames, 0, RDL_MOST_INLINED * sizeof(*frames));
    frames[0].offset = address;
    if (m == NULL)
        return 1;
    dwfl = symbol_module_open(s, m);
    if (dwfl != NULL) {
        n = rdl_symbols_dwarf(s, dwfl, address, frames);
        if (n == 0)
            symbol_place_symbol(s, dwfl, address, &frames[0]);
    }
    if (n == 0)
        n = 1;
    for (size_t i = 0; i < n; i++) {
        frames[i].file = rdl_symbols_clean(s, frames[i].file);
        frames[i].function = rdl_symbols_clean(s, frames[i].function);
        frames[i].module = rdl_symbols_clean(s, m->name);
        frames[i].module_path = m->m.path;
        frames[i].offset = address - m->m.base;
        frames[i].foreign = symbol_is_foreign(s, m, &frames[i]);
        rdl_symbols_date(s, &frames[i]);
    }
    return n;
}

static const struct symbol_answer *symbols_answer(struct rdl_symbols *s,
                                                  uintptr_t address)
{
    struct symbol_answer **bucket = &s->answers[address % BUCKETS], *a;
    struct rdl_place frames[RDL_MOST_INLINED];

    for (a = *bucket; a != NULL; a = a->next) {
        if (a->address == address)
            return a;
    }
    a = rdl_alloc(sizeof(*a));
    a->address = address;
    a->n = symbols_ask(s, address, frames);
    a->frames = rdl_alloc(a->n * sizeof(*frames));
    memcpy(a->frames, frames, a->n * sizeof(*frames));
    a->next = *bucket;
    *bucket = a;
    return a;
}

bool rdl_symbols_find(struct rdl_symbols *s, uintptr_t return_address,
                      struct rdl_place *out)
{
    *out = symbols_answer(s, return_address - 1)->frames[0];
    return out->module != NULL;
}

size_t rdl_symbols_frames(struct rdl_symbols *s, uintptr_t return_address,
                          struct rdl_place *out, size_t max)
{
    const struct symbol_answer *a = symbols_answer(s, return_address - 1);
    size_t n = a->n < max ? a->n : max;

    memcpy(out, a->frames, n * sizeof(*out));
    return n;
}

char *rdl_place_format(const struct rdl_place *p, char *out, size_t size)
{
    int n;

    if (p->file == NULL) {
        if (p->module == NULL)
            snprintf(out, size, "0x%lx", (unsigned long)p->offset);
        else if (p->function != NULL)
            snprintf(out, size, "%s+0x%lx (%s)", p->module,
                     (unsigned long)p->offset, p->function);
        else
            snprintf(out, size, "%s+0x%lx", p->module,
                     (unsigned long)p->offset);
        return out;
    }
    n = snprintf(out, size, "%s:%u", p->file, p->line);
    if (p->column > 0 && n >= 0 && (size_t)n < size)
        n += snprintf(out + n, size - n, ":%u", p->column);
    if (p->function != NULL && n >= 0 && (size_t)n < size)
        snprintf(out + n, size - n, " (%s)", p->function);
    return out;
}
