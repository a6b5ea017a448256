/* import_call.c - see import_call.h.
 *
 * The dynamic linker stores the function's address in slots, which relocations
 * name.  Code calls through a slot, or calls an entry of the procedure linkage
 * table, which jumps through it.  The code is searched byte by byte: that a
 * distance of 32 bits leads to one of these addresses by chance is unlikely,
 * and then only a place is wrong. */
#include "symbols/files/import_call.h"

#include "util/regular_file.h"

#include <gelf.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

#define SLOTS 4
#define ENTRIES 8

struct search {
    const char *name;
    uint64_t slot[SLOTS], entry[ENTRIES];
    unsigned n_slots, n_entries;
    uint64_t call;
};

static bool import_call_among(const uint64_t *all, unsigned n, uint64_t one)
{
    for (unsigned i = 0; i < n; i++) {
        if (all[i] == one)
            return true;
    }
    return false;
}

static void import_call_slots(struct search *s, Elf *elf, Elf_Scn *section,
                              const GElf_Shdr *header)
{
    Elf_Data *data = elf_getdata(section, NULL);
    Elf_Scn *table = elf_getscn(elf, header->sh_link);
    GElf_Shdr symbols;

    if (data == NULL || table == NULL ||
        gelf_getshdr(table, &symbols) == NULL || header->sh_entsize == 0)
        return;
    for (size_t i = 0; i < header->sh_size / header->sh_entsize; i++) {
        GElf_Rela r;
        GElf_Sym symbol;
        const char *name;

        if (gelf_getrela(data, (int)i, &r) == NULL ||
            (GELF_R_TYPE(r.r_info) != R_X86_64_JUMP_SLOT &&
             GELF_R_TYPE(r.r_info) != R_X86_64_GLOB_DAT) ||
            gelf_getsym(elf_getdata(table, NULL), (int)GELF_R_SYM(r.r_info),
                        &symbol) == NULL)
            continue;
        name = elf_strptr(elf, symbols.sh_link, symbol.st_name);
        if (name != NULL && strcmp(name, s->name) == 0 && s->n_slots < SLOTS)
            s->slot[s->n_slots++] = r.r_offset;
    }
}

/* Where the instruction of `length` bytes at `at`, whose last four are a
 * distance, leads. */
static uint64_t import_call_goal(const uint8_t *code, uint64_t at,
                                 unsigned length)
{
    int32_t distance;

    memcpy(&distance, code + length - 4, sizeof(distance));
    return at + length + (uint64_t)(int64_t)distance;
}

/* An entry may begin with endbr64, and its jump with a prefix. */
static void import_call_entries(struct search *s, const uint8_t *code,
                                size_t size, uint64_t start)
{
    static const unsigned before[] = { 0, 1, 4, 5 };

    for (size_t i = 0; i + 6 <= size; i++) {
        if (code[i] != 0xff || code[i + 1] != 0x25 ||
            !import_call_among(s->slot, s->n_slots,
                               import_call_goal(code + i, start + i, 6)))
            continue;
        for (unsigned k = 0; k < sizeof(before) / sizeof(before[0]); k++) {
            if (s->n_entries < ENTRIES)
                s->entry[s->n_entries++] = start + i - before[k];
        }
    }
}

static void import_call_calls(struct search *s, const uint8_t *code,
                              size_t size, uint64_t start)
{
    for (size_t i = 0; s->call == 0 && i + 6 <= size; i++) {
        const bool direct = code[i] == 0xe8 || code[i] == 0xe9;
        const bool slot = code[i] == 0xff && code[i + 1] == 0x15;

        if ((direct &&
             import_call_among(s->entry, s->n_entries,
                               import_call_goal(code + i, start + i, 5))) ||
            (slot &&
             import_call_among(s->slot, s->n_slots,
                               import_call_goal(code + i, start + i, 6))))
            s->call = start + i;
    }
}

enum pass { FIND_SLOTS, FIND_ENTRIES, FIND_CALLS, N_PASSES };

static void import_call_section(struct search *s, enum pass pass, Elf *elf,
                                Elf_Scn *section)
{
    GElf_Shdr header;
    Elf_Data *data;

    if (gelf_getshdr(section, &header) == NULL)
        return;
    if (pass == FIND_SLOTS) {
        if (header.sh_type == SHT_RELA)
            import_call_slots(s, elf, section, &header);
        return;
    }
    if (header.sh_type != SHT_PROGBITS ||
        (header.sh_flags & SHF_EXECINSTR) == 0 ||
        (data = elf_getdata(section, NULL)) == NULL || data->d_buf == NULL)
        return;
    if (pass == FIND_ENTRIES)
        import_call_entries(s, data->d_buf, data->d_size, header.sh_addr);
    else
        import_call_calls(s, data->d_buf, data->d_size, header.sh_addr);
}

uint64_t rdl_import_call(const char *path, const char *name)
{
    struct search s = { .name = name };
    int fd = rdl_regular_file_open(path, RDL_PLAIN_PROGRAM, NULL);
    Elf *elf;

    if (fd < 0)
        return 0;
    elf_version(EV_CURRENT);
    elf = elf_begin(fd, ELF_C_READ_MMAP, NULL);
    for (enum pass pass = 0; elf != NULL && pass < N_PASSES; pass++) {
        Elf_Scn *section = NULL;

        while ((section = elf_nextscn(elf, section)) != NULL)
            import_call_section(&s, pass, elf, section);
    }
    elf_end(elf);
    close(fd);
    return s.call;
}
