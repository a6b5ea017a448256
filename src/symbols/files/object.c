/* object.c - reads properties of an ELF file with libelf. */
#include "symbols/files/object.h"

#include "util/regular_file.h"

#include <errno.h>
#include <gelf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* --- Names -----------------------------------------------------------------
 */

static int object_by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static int object_names_add(struct rdl_names *n, const char *name)
{
    if ((n->n & (n->n - 1)) == 0) { /* room for the next power of two */
        size_t room = n->n == 0 ? 1 : 2 * n->n;
        char **grown = realloc(n->names, room * sizeof(*grown));

        if (grown == NULL)
            return -ENOMEM;
        n->names = grown;
    }
    n->names[n->n] = strdup(name);
    if (n->names[n->n] == NULL)
        return -ENOMEM;
    n->n++;
    return 0;
}

static void object_names_sort(struct rdl_names *n)
{
    size_t kept = 0;

    if (n->n > 0)
        qsort(n->names, n->n, sizeof(*n->names), object_by_name);
    for (size_t i = 0; i < n->n; i++) {
        if (kept > 0 && strcmp(n->names[kept - 1], n->names[i]) == 0)
            free(n->names[i]);
        else
            n->names[kept++] = n->names[i];
    }
    n->n = kept;
}

static void object_names_free(struct rdl_names *n)
{
    for (size_t i = 0; i < n->n; i++)
        free(n->names[i]);
    free(n->names);
}

bool rdl_names_have(const struct rdl_names *n, const char *name)
{
    return n->n > 0 &&
           bsearch(&name, n->names, n->n, sizeof(name), object_by_name) != NULL;
}

/* --- Parts of the file
 * ------------------------------------------------------*/

static int object_read_symbols(struct rdl_object *o, Elf *elf, Elf_Scn *section,
                               const GElf_Shdr *header)
{
    Elf_Data *data = elf_getdata(section, NULL);
    size_t n =
        header->sh_entsize > 0 ? header->sh_size / header->sh_entsize : 0;

    for (size_t i = 1; data != NULL && i < n; i++) {
        GElf_Sym symbol;
        const char *name;
        int error;

        if (gelf_getsym(data, (int)i, &symbol) == NULL)
            break;
        name = elf_strptr(elf, header->sh_link, symbol.st_name);
        if (name == NULL || name[0] == '\0')
            continue;
        error = object_names_add(
            symbol.st_shndx == SHN_UNDEF ? &o->imports : &o->exports, name);
        if (error != 0)
            return error;
    }
    return 0;
}

void rdl_object_build_id(const unsigned char *id, size_t n,
                         char out[RDL_BUILD_ID_TEXT])
{
    out[0] = '\0';
    for (size_t i = 0; i < n && i < RDL_BUILD_ID_TEXT / 2; i++)
        snprintf(out + 2 * i, 3, "%02x", id[i]);
}

static void object_read_build_id(struct rdl_object *o, Elf_Scn *section)
{
    Elf_Data *data = elf_getdata(section, NULL);
    size_t at = 0, name, desc;
    GElf_Nhdr note;

    while (data != NULL &&
           (at = gelf_getnote(data, at, &note, &name, &desc)) > 0) {
        const unsigned char *id = (unsigned char *)data->d_buf + desc;

        if (note.n_type != NT_GNU_BUILD_ID || note.n_namesz != 4 ||
            memcmp((char *)data->d_buf + name, "GNU", 4) != 0)
            continue;
        rdl_object_build_id(id, note.n_descsz, o->build_id);
    }
}

struct scan {
    struct rdl_object *object;
    uint64_t base;
};

static void object_count_instruction(void *data, enum rdl_instruction_kind kind,
                                     size_t offset)
{
    struct scan *s = data;

    if (s->object->instructions[kind].count++ == 0)
        s->object->instructions[kind].first = s->base + offset;
}

static void object_scan_code(struct rdl_object *o, Elf_Scn *section,
                             const GElf_Shdr *header)
{
    Elf_Data *data = elf_getdata(section, NULL);
    struct scan s = { .object = o, .base = header->sh_addr };

    if (data != NULL && data->d_buf != NULL)
        rdl_instruction_scan(data->d_buf, data->d_size,
                             object_count_instruction, &s);
}

static int object_read_section(struct rdl_object *o, Elf *elf, Elf_Scn *section,
                               const char *name, const GElf_Shdr *header)
{
    switch (header->sh_type) {
    case SHT_DYNSYM:
        return object_read_symbols(o, elf, section, header);
    case SHT_SYMTAB:
        o->symbols = true;
        return 0;
    case SHT_NOTE:
        object_read_build_id(o, section);
        return 0;
    case SHT_PROGBITS:
        if ((header->sh_flags & SHF_EXECINSTR) != 0)
            object_scan_code(o, section, header);
        if (strcmp(name, ".debug_line") == 0 ||
            strcmp(name, ".zdebug_line") == 0)
            o->lines = true;
        return 0;
    default:
        return 0;
    }
}

static int object_read_sections(struct rdl_object *o, Elf *elf)
{
    Elf_Scn *section = NULL;
    size_t names;

    if (elf_getshdrstrndx(elf, &names) != 0)
        return -ENOEXEC;
    while ((section = elf_nextscn(elf, section)) != NULL) {
        GElf_Shdr header;
        const char *name;
        int error;

        if (gelf_getshdr(section, &header) == NULL)
            return -ENOEXEC;
        name = elf_strptr(elf, names, header.sh_name);
        error = object_read_section(o, elf, section, name != NULL ? name : "",
                                    &header);
        if (error != 0)
            return error;
    }
    object_names_sort(&o->imports);
    object_names_sort(&o->exports);
    return 0;
}

static void object_read_loader(struct rdl_object *o, Elf *elf, int fd)
{
    size_t n;

    if (elf_getphdrnum(elf, &n) != 0)
        return;
    for (size_t i = 0; i < n; i++) {
        GElf_Phdr part;
        size_t size = sizeof(o->loader) - 1;

        if (gelf_getphdr(elf, (int)i, &part) == NULL ||
            part.p_type != PT_INTERP)
            continue;
        if (part.p_filesz < size)
            size = part.p_filesz;
        if (pread(fd, o->loader, size, (off_t)part.p_offset) < 0)
            o->loader[0] = '\0';
        return;
    }
}

bool rdl_object_lines_apart(const char *build_id)
{
    char path[128];

    if (strlen(build_id) < 4)
        return false;
    snprintf(path, sizeof(path), "/usr/lib/debug/.build-id/%.2s/%s.debug",
             build_id, build_id + 2);
    return access(path, R_OK) == 0;
}

static int object_read_elf(struct rdl_object *o, Elf *elf, int fd)
{
    GElf_Ehdr header;
    int error;

    if (elf == NULL || elf_kind(elf) != ELF_K_ELF ||
        gelf_getehdr(elf, &header) == NULL ||
        header.e_ident[EI_CLASS] != ELFCLASS64)
        return -ENOEXEC;
    object_read_loader(o, elf, fd);
    o->pie = header.e_type == ET_DYN && o->loader[0] != '\0';
    o->executable = header.e_type == ET_EXEC || o->pie;
    error = object_read_sections(o, elf);
    if (error == 0 && !o->lines)
        o->lines = rdl_object_lines_apart(o->build_id);
    return error;
}

void rdl_object_free(struct rdl_object *o)
{
    free(o->path);
    object_names_free(&o->imports);
    object_names_free(&o->exports);
}

int rdl_object_read(const char *path, struct rdl_object *out)
{
    int fd, error;
    Elf *elf;

    *out = (struct rdl_object){ .path = strdup(path) };
    if (out->path == NULL)
        return -ENOMEM;
    fd = rdl_regular_file_open(path, RDL_PLAIN_PROGRAM, NULL);
    if (fd < 0) {
        rdl_object_free(out);
        return fd;
    }
    elf_version(EV_CURRENT);
    elf = elf_begin(fd, ELF_C_READ_MMAP, NULL);
    error = object_read_elf(out, elf, fd);
    elf_end(elf);
    close(fd);
    if (error != 0)
        rdl_object_free(out);
    return error;
}

bool rdl_object_instrumented(const struct rdl_object *o)
{
    return rdl_names_have(&o->imports, "raddle_attach");
}
