/* symbol.c - from an address to file, line and function, with libdw.
 *
 * One Dwfl session holds all modules; a module is reported to it when first
 * needed, since most libraries of a program never are.  Answers are cached by
 * address: a report asks for the same few places again and again, and the
 * strings in them then have one owner. */
#include "symbols/internal.h"

#include "base/text.h"
#include "util/alloc.h"
#include "util/regular_file.h"

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
    struct symbol_module *modules;
    size_t n_modules;
    struct rdl_label labels[RDL_MAX_LABELS];
    size_t n_labels;
    struct symbol_traced traced;
    struct symbol_dates dates;
    struct symbol_text *texts;
    struct symbol_answer *answers[BUCKETS];
};

static const Dwfl_Callbacks callbacks = {
    .find_elf = dwfl_build_id_find_elf,
    .find_debuginfo = dwfl_standard_find_debuginfo,
    .section_address = dwfl_offline_section_address,
};

/* --- Life ----------------------------------------------------------------- */

struct rdl_symbols *rdl_symbols_new(const struct rdl_module *modules, size_t n)
{
    struct rdl_symbols *s = rdl_alloc(sizeof(*s));

    if (n > RDL_MAX_MODULES)
        n = RDL_MAX_MODULES; /* the count comes from the target */
    s->modules = rdl_alloc((n + 1) * sizeof(*s->modules));
    s->n_modules = n;
    s->dwfl = dwfl_begin(&callbacks);
    for (size_t i = 0; i < n; i++) {
        struct symbol_module *m = &s->modules[i];

        m->m = modules[i];
        m->m.path[sizeof(m->m.path) - 1] = '\0';
        m->name = rdl_text_base_name(m->m.path);
    }
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
    if (s->dwfl != NULL)
        dwfl_end(s->dwfl);
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
        struct symbol_module *m = &s->modules[i];

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
        const struct symbol_module *other = &s->modules[i];

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

/* --- Answers -------------------------------------------------------------- */

static void symbol_place_symbol(struct rdl_symbols *s, Dwfl_Module *module,
                                Dwarf_Addr address, struct rdl_place *p)
{
    GElf_Off offset;
    GElf_Sym symbol;
    const char *name = dwfl_module_addrinfo(module, address, &offset, &symbol,
                                            NULL, NULL, NULL);

    /* A function without a symbol must not get the name of the nearest symbol
     * before it. */
    if (name == NULL || name[0] == '\0' || offset >= symbol.st_size)
        return;
    p->function = rdl_symbols_demangle(s, name);
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
