/* imports.c - see imports.h. */
#include "symbols/files/imports.h"

#include "util/regular_file.h"

#include <gelf.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

enum which { TAKEN, DEFINED, VARIABLES };

static bool imports_wanted(const GElf_Sym *symbol, enum which which)
{
    const unsigned type = GELF_ST_TYPE(symbol->st_info);

    /* A program may have a copy of the variable, which looks defined. */
    if (which == VARIABLES)
        return type == STT_OBJECT || type == STT_NOTYPE;
    if (type != STT_FUNC && type != STT_NOTYPE && type != STT_GNU_IFUNC)
        return false;
    if (which == DEFINED)
        return symbol->st_shndx != SHN_UNDEF;
    return symbol->st_shndx == SHN_UNDEF &&
           GELF_ST_BIND(symbol->st_info) == STB_GLOBAL;
}

static void imports_section(Elf *elf, Elf_Scn *section, const GElf_Shdr *header,
                            enum which which,
                            void (*visit)(void *data, const char *name),
                            void *data)
{
    Elf_Data *symbols = elf_getdata(section, NULL);
    GElf_Sym symbol;

    if (symbols == NULL)
        return;
    for (int i = 1; gelf_getsym(symbols, i, &symbol) != NULL; i++) {
        const char *name = elf_strptr(elf, header->sh_link, symbol.st_name);

        if (name != NULL && imports_wanted(&symbol, which))
            visit(data, name);
    }
}

static void imports_each(const char *path, enum which which,
                         void (*visit)(void *data, const char *name),
                         void *data)
{
    int fd = rdl_regular_file_open(path, RDL_PLAIN_PROGRAM, NULL);
    Elf_Scn *section = NULL;
    Elf *elf;

    if (fd < 0)
        return;
    elf_version(EV_CURRENT);
    elf = elf_begin(fd, ELF_C_READ_MMAP, NULL);
    while (elf != NULL && (section = elf_nextscn(elf, section)) != NULL) {
        GElf_Shdr header;

        if (gelf_getshdr(section, &header) != NULL &&
            header.sh_type == SHT_DYNSYM)
            imports_section(elf, section, &header, which, visit, data);
    }
    elf_end(elf);
    close(fd);
}

void rdl_imports_each(const char *path, bool defined,
                      void (*visit)(void *data, const char *name), void *data)
{
    imports_each(path, defined ? DEFINED : TAKEN, visit, data);
}

struct wanted {
    const char *name;
    bool found;
};

static void imports_compare(void *data, const char *name)
{
    struct wanted *w = data;

    w->found |= strcmp(name, w->name) == 0;
}

bool rdl_imports_variable(const char *path, const char *name)
{
    struct wanted w = { .name = name };

    imports_each(path, VARIABLES, imports_compare, &w);
    return w.found;
}
