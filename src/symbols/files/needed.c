/* needed.c - see needed.h. */
#include "symbols/files/needed.h"

#include "util/regular_file.h"

#include <gelf.h>
#include <stddef.h>
#include <unistd.h>

static bool needed_section(Elf *elf, Elf_Scn *section, const GElf_Shdr *header,
                           bool (*is)(const char *name))
{
    Elf_Data *data = elf_getdata(section, NULL);
    GElf_Dyn entry;

    if (data == NULL)
        return false;
    for (int i = 0; gelf_getdyn(data, i, &entry) != NULL; i++) {
        const char *name;

        if (entry.d_tag == DT_NULL)
            break;
        if (entry.d_tag != DT_NEEDED)
            continue;
        name = elf_strptr(elf, header->sh_link, entry.d_un.d_val);
        if (name == NULL || !is(name))
            return false;
    }
    return true;
}

static bool needed_elf(Elf *elf, bool (*is)(const char *name))
{
    Elf_Scn *section = NULL;

    if (elf == NULL || elf_kind(elf) != ELF_K_ELF)
        return false;
    while ((section = elf_nextscn(elf, section)) != NULL) {
        GElf_Shdr header;

        if (gelf_getshdr(section, &header) == NULL)
            return false;
        if (header.sh_type == SHT_DYNAMIC)
            return needed_section(elf, section, &header, is);
    }
    return false;
}

bool rdl_needed_all(const char *path, bool (*is)(const char *name))
{
    int fd = rdl_regular_file_open(path, RDL_PLAIN_PROGRAM, NULL);
    bool all;
    Elf *elf;

    if (fd < 0)
        return false;
    elf_version(EV_CURRENT);
    elf = elf_begin(fd, ELF_C_READ_MMAP, NULL);
    all = needed_elf(elf, is);
    elf_end(elf);
    close(fd);
    return all;
}
