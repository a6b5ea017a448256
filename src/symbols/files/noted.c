/* noted.c - see noted.h.
 *
 * The section has the flags of mergeable strings, so the linker keeps each
 * place once, however many objects have it from a header. */
#include "symbols/files/noted.h"

#include "util/alloc.h"

#include <fcntl.h>
#include <gelf.h>
#include <libelf.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static Elf_Data *noted_section(Elf *elf, const char *wanted)
{
    Elf_Scn *section = NULL;
    size_t names;

    if (elf_getshdrstrndx(elf, &names) != 0)
        return NULL;
    while ((section = elf_nextscn(elf, section)) != NULL) {
        GElf_Shdr header;
        const char *name;

        if (gelf_getshdr(section, &header) == NULL)
            continue;
        name = elf_strptr(elf, names, header.sh_name);
        if (name != NULL && strcmp(name, wanted) == 0)
            return elf_rawdata(section, NULL);
    }
    return NULL;
}

/* Does the same place stand before `at`?  An old linker may not merge. */
static bool noted_known(const char *text, size_t at)
{
    for (size_t i = 0; i < at; i += strlen(text + i) + 1) {
        if (strcmp(text + i, text + at) == 0)
            return true;
    }
    return false;
}

static void noted_take(struct rdl_noted *a, const Elf_Data *data)
{
    const char *text = data->d_buf;

    if (text == NULL || data->d_size == 0 || text[data->d_size - 1] != '\0')
        return;
    for (size_t i = 0; i < data->d_size; i += strlen(text + i) + 1) {
        if (text[i] == '\0' || noted_known(text, i))
            continue;
        if (a->n++ == 0)
            a->first = rdl_strdup(text + i);
    }
}

struct rdl_noted rdl_noted_read(const char *path, const char *section)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    struct rdl_noted a = { 0 };
    Elf_Data *data;
    Elf *elf;

    if (fd < 0)
        return a;
    elf_version(EV_CURRENT);
    elf = elf_begin(fd, ELF_C_READ_MMAP, NULL);
    if (elf != NULL && elf_kind(elf) == ELF_K_ELF) {
        data = noted_section(elf, section);
        if (data != NULL)
            noted_take(&a, data);
    }
    elf_end(elf);
    close(fd);
    return a;
}

void rdl_noted_free(struct rdl_noted *a)
{
    free(a->first);
    *a = (struct rdl_noted){ 0 };
}

/* Adds the section's name to the table of names; returns its index. */
static bool noted_name(Elf *elf, const char *name, Elf64_Word *index)
{
    GElf_Shdr header;
    Elf_Scn *table;
    Elf_Data *data;
    size_t names;

    if (elf_getshdrstrndx(elf, &names) != 0 ||
        (table = elf_getscn(elf, names)) == NULL ||
        gelf_getshdr(table, &header) == NULL ||
        elf_getdata(table, NULL) == NULL || (data = elf_newdata(table)) == NULL)
        return false;
    *data = (Elf_Data){ .d_buf = (void *)name,
                        .d_size = strlen(name) + 1,
                        .d_type = ELF_T_BYTE,
                        .d_version = EV_CURRENT,
                        .d_off = (int64_t)header.sh_size,
                        .d_align = 1 };
    *index = (Elf64_Word)header.sh_size;
    return true;
}

static bool noted_add(Elf *elf, const char *named, const char *places,
                      size_t size)
{
    GElf_Shdr header;
    Elf_Scn *section;
    Elf_Data *data;
    Elf64_Word name;

    if (!noted_name(elf, named, &name) || (section = elf_newscn(elf)) == NULL ||
        (data = elf_newdata(section)) == NULL ||
        gelf_getshdr(section, &header) == NULL)
        return false;
    *data = (Elf_Data){ .d_buf = (void *)places,
                        .d_size = size,
                        .d_type = ELF_T_BYTE,
                        .d_version = EV_CURRENT,
                        .d_align = 1 };
    header.sh_name = name;
    header.sh_type = SHT_PROGBITS;
    header.sh_flags = SHF_MERGE | SHF_STRINGS;
    header.sh_entsize = 1;
    header.sh_addralign = 1;
    /* Otherwise libelf (0.188) may write the headers from where it has read
     * them, and there is no room for another one. */
    return gelf_update_shdr(section, &header) != 0 &&
           elf_flagelf(elf, ELF_C_SET, ELF_F_DIRTY) != 0 &&
           elf_update(elf, ELF_C_WRITE) >= 0;
}

int rdl_noted_write(const char *object, const char *section, const char *places,
                    size_t size)
{
    int fd = open(object, O_RDWR | O_CLOEXEC);
    bool written;
    Elf *elf;

    if (fd < 0)
        return -1;
    elf_version(EV_CURRENT);
    elf = elf_begin(fd, ELF_C_RDWR, NULL);
    written = elf != NULL && elf_kind(elf) == ELF_K_ELF &&
              noted_section(elf, section) == NULL &&
              noted_add(elf, section, places, size);
    elf_end(elf);
    close(fd);
    return written ? 0 : -1;
}
