/* exports.c - which functions of a table the module really has: declared is not
 * exported. */
#include "gen/module/module.h"

#include "util/alloc.h"
#include "util/regular_file.h"

#include <gelf.h>
#include <libelf.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct search {
    struct rdl_gen_table *t;
    bool *found;
};

static void exports_name(struct search *s, const char *name)
{
    for (size_t i = 0; name != NULL && i < s->t->n_functions; i++) {
        const struct rdl_gen_function *f = &s->t->functions[i];

        if (strcmp(f->symbol != NULL ? f->symbol : f->name, name) == 0)
            s->found[i] = true;
    }
}

static void exports_section(struct search *s, Elf *elf, Elf_Scn *section,
                            const GElf_Shdr *header)
{
    Elf_Data *data = elf_getdata(section, NULL);
    const size_t n = data != NULL && header->sh_entsize > 0
                         ? header->sh_size / header->sh_entsize
                         : 0;

    for (size_t i = 0; i < n; i++) {
        GElf_Sym symbol;

        if (gelf_getsym(data, (int)i, &symbol) == NULL ||
            symbol.st_shndx == SHN_UNDEF ||
            GELF_ST_BIND(symbol.st_info) == STB_LOCAL)
            continue;
        exports_name(s, elf_strptr(elf, header->sh_link, symbol.st_name));
    }
}

/* A library: what it exports; an object: what it defines. */
static void exports_object(struct search *s, Elf *elf)
{
    GElf_Ehdr file;
    Elf_Scn *section = NULL;

    if (gelf_getehdr(elf, &file) == NULL)
        return;
    while ((section = elf_nextscn(elf, section)) != NULL) {
        GElf_Shdr header;

        if (gelf_getshdr(section, &header) != NULL &&
            header.sh_type == (file.e_type == ET_DYN ? SHT_DYNSYM : SHT_SYMTAB))
            exports_section(s, elf, section, &header);
    }
}

static bool exports_file(struct search *s, const char *path)
{
    const int fd = rdl_regular_file_open(path, RDL_PLAIN_PROGRAM, NULL);
    Elf *all = fd >= 0 ? elf_begin(fd, ELF_C_READ_MMAP, NULL) : NULL, *elf;
    const Elf_Kind kind = all != NULL ? elf_kind(all) : ELF_K_NONE;

    if (kind == ELF_K_ELF) {
        exports_object(s, all);
    } else if (kind == ELF_K_AR) {
        Elf_Cmd command = ELF_C_READ_MMAP;

        while ((elf = elf_begin(fd, command, all)) != NULL) {
            if (elf_kind(elf) == ELF_K_ELF)
                exports_object(s, elf);
            command = elf_next(elf);
            elf_end(elf);
        }
    }
    elf_end(all);
    if (fd >= 0)
        close(fd);
    return kind == ELF_K_ELF || kind == ELF_K_AR;
}

void rdl_gen_exports(struct rdl_gen_table *t, char *const *files, size_t n)
{
    struct search s = { t, rdl_alloc(t->n_functions + 1) };
    bool all = n > 0;

    elf_version(EV_CURRENT);
    for (size_t i = 0; i < n && all; i++)
        all = exports_file(&s, files[i]);
    for (size_t i = 0; i < t->n_functions && all; i++) {
        struct rdl_gen_function *f = &t->functions[i];

        if (!s.found[i] && !f->defined)
            rdl_gen_leave_out(f, "declared, but not in the module");
    }
    rdl_gen_table_settle(t);
    free(s.found);
}
