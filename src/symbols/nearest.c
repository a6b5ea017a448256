/* nearest.c - the symbol of an address, as dwfl_module_addrinfo() finds it.
 *
 * libdw goes through all symbols for each answer, so asking about every call of
 * a large file took seconds.  What it answers changes only where a symbol or a
 * section begins or ends (and one byte after a symbol begins, because some
 * symbols match only there).  So one answer is right for all addresses between
 * two such borders. */
#include "symbols/internal.h"

#include "util/alloc.h"

#include <stdlib.h>

/* Finding the borders costs more than a few answers. */
#define FEW 8

struct symbol_nearest_answer {
    const char *name; /* NULL: there is none */
    GElf_Sym symbol;
    Dwarf_Addr value;
};

struct symbol_nearest_module {
    Dwfl_Module *module;
    unsigned asked;
    size_t n, room;
    Dwarf_Addr *borders; /* ascending, each once */
    uint32_t *answers;   /* by border: of what follows it, plus 1; 0: unknown */
    size_t n_known;
    struct symbol_nearest_answer *known;
};

static struct symbol_nearest_module *nearest_module(struct symbol_nearest *all,
                                                    Dwfl_Module *module)
{
    for (size_t i = 0; i < all->n; i++) {
        if (all->all[i].module == module)
            return &all->all[i];
    }
    all->all = rdl_grow(all->all, (all->n + 1) * sizeof(*all->all));
    all->all[all->n] = (struct symbol_nearest_module){ .module = module };
    return &all->all[all->n++];
}

static void nearest_border(struct symbol_nearest_module *m, Dwarf_Addr at)
{
    if (m->n == m->room) {
        m->room = m->room > 0 ? 2 * m->room : 1024;
        m->borders = rdl_grow(m->borders, m->room * sizeof(*m->borders));
    }
    m->borders[m->n++] = at;
}

/* libdw also asks which section an address is in. */
static void nearest_sections(struct symbol_nearest_module *m, Elf *elf,
                             Dwarf_Addr bias)
{
    Elf_Scn *section = NULL;
    GElf_Shdr header;

    while ((section = elf_nextscn(elf, section)) != NULL) {
        if (gelf_getshdr(section, &header) == NULL)
            continue;
        nearest_border(m, header.sh_addr + bias);
        nearest_border(m, header.sh_addr + header.sh_size + bias);
    }
}

static int nearest_compare(const void *x, const void *y)
{
    const Dwarf_Addr a = *(const Dwarf_Addr *)x, b = *(const Dwarf_Addr *)y;

    return (a > b) - (a < b);
}

static void nearest_borders(struct symbol_nearest_module *m)
{
    const int n_symbols = dwfl_module_getsymtab(m->module);
    Elf *before = NULL;
    size_t n = 0;

    for (int i = 0; i < n_symbols; i++) {
        GElf_Addr value;
        GElf_Sym symbol;
        Dwarf_Addr bias;
        Elf *elf;

        if (dwfl_module_getsym_info(m->module, i, &symbol, &value, NULL, &elf,
                                    &bias) == NULL)
            continue;
        if (elf != before) /* that of the program, or of its symbols */
            nearest_sections(m, elf, bias);
        before = elf;
        nearest_border(m, value);
        nearest_border(m, value + 1);
        nearest_border(m, value + symbol.st_size);
    }
    if (m->n > 0)
        qsort(m->borders, m->n, sizeof(*m->borders), nearest_compare);
    for (size_t i = 0; i < m->n; i++) {
        if (n == 0 || m->borders[n - 1] != m->borders[i])
            m->borders[n++] = m->borders[i];
    }
    m->n = n;
    m->answers = rdl_alloc(n * sizeof(*m->answers));
}

/* How many borders are at the address or before it. */
static size_t nearest_find(const struct symbol_nearest_module *m,
                           Dwarf_Addr address)
{
    size_t from = 0, to = m->n;

    while (from < to) {
        const size_t middle = from + (to - from) / 2;

        if (m->borders[middle] <= address)
            from = middle + 1;
        else
            to = middle;
    }
    return from;
}

static uint32_t nearest_ask(struct symbol_nearest_module *m, Dwarf_Addr address)
{
    struct symbol_nearest_answer a = { .name = NULL };
    GElf_Off offset = 0;

    a.name = dwfl_module_addrinfo(m->module, address, &offset, &a.symbol, NULL,
                                  NULL, NULL);
    a.value = address - offset;
    if ((m->n_known & (m->n_known - 1)) == 0)
        m->known = rdl_grow(m->known,
                            (m->n_known > 0 ? 2 * m->n_known : 1) * sizeof(a));
    m->known[m->n_known++] = a;
    return (uint32_t)m->n_known;
}

const char *rdl_symbols_nearest(struct rdl_symbols *s, Dwfl_Module *module,
                                Dwarf_Addr address, GElf_Off *offset,
                                GElf_Sym *symbol)
{
    struct symbol_nearest_module *m =
        nearest_module(rdl_symbols_nearests(s), module);
    const struct symbol_nearest_answer *a;
    size_t at;

    if (m->asked == FEW && m->answers == NULL)
        nearest_borders(m);
    m->asked += m->asked < FEW;
    at = m->answers != NULL ? nearest_find(m, address) : 0;
    if (at == 0)
        return dwfl_module_addrinfo(module, address, offset, symbol, NULL, NULL,
                                    NULL);
    if (m->answers[at - 1] == 0)
        m->answers[at - 1] = nearest_ask(m, address);
    a = &m->known[m->answers[at - 1] - 1];
    if (a->name == NULL)
        return NULL;
    *offset = address - a->value;
    *symbol = a->symbol;
    return a->name;
}

void rdl_symbols_nearest_free(struct symbol_nearest *all)
{
    for (size_t i = 0; i < all->n; i++) {
        free(all->all[i].borders);
        free(all->all[i].answers);
        free(all->all[i].known);
    }
    free(all->all);
}
