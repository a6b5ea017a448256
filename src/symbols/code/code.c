/* code.c - see code.h. */
#include "symbols/code/code.h"

#include "symbols/internal.h"
#include "symbols/code/machine.h"

#include <string.h>

/* The prefix that raddle cc puts before the name of a libc function that it
 * wraps (src/hooks/wraps.h). */
#define WRAP "rdl_wrap_"

static bool code_section(Elf *elf, GElf_Addr addr, GElf_Addr bias,
                         struct rdl_code *out)
{
    Elf_Scn *section = NULL;

    while ((section = elf_nextscn(elf, section)) != NULL) {
        GElf_Shdr header;
        Elf_Data *data;

        if (gelf_getshdr(section, &header) == NULL ||
            header.sh_type != SHT_PROGBITS ||
            (header.sh_flags & SHF_EXECINSTR) == 0 ||
            addr - header.sh_addr >= header.sh_size)
            continue;
        data = elf_getdata(section, NULL);
        if (data == NULL || data->d_buf == NULL)
            return false;
        *out = (struct rdl_code){
            .bytes = data->d_buf,
            .size = data->d_size,
            .start = header.sh_addr + bias,
        };
        return true;
    }
    return false;
}

bool rdl_code_at(struct rdl_symbols *s, uintptr_t addr, struct rdl_code *out)
{
    Dwfl_Module *module = rdl_symbols_open(s, addr);
    GElf_Addr bias;
    Elf *elf = module != NULL ? dwfl_module_getelf(module, &bias) : NULL;

    return elf != NULL && code_section(elf, addr - bias, bias, out);
}

/* --- Procedure linkage tables --------------------------------------------- */

/* The symbol that the dynamic linker resolves at an address of the file. */
static const char *code_linked(Elf *elf, GElf_Addr address)
{
    Elf_Scn *section = NULL;

    while ((section = elf_nextscn(elf, section)) != NULL) {
        GElf_Shdr header, symbols;
        Elf_Scn *table;
        Elf_Data *data;

        if (gelf_getshdr(section, &header) == NULL ||
            header.sh_type != SHT_RELA || header.sh_entsize == 0)
            continue;
        data = elf_getdata(section, NULL);
        table = elf_getscn(elf, header.sh_link);
        if (data == NULL || table == NULL ||
            gelf_getshdr(table, &symbols) == NULL)
            continue;
        for (size_t i = 0; i < header.sh_size / header.sh_entsize; i++) {
            GElf_Rela entry;
            GElf_Sym symbol;

            if (gelf_getrela(data, (int)i, &entry) == NULL ||
                entry.r_offset != address)
                continue;
            if (gelf_getsym(elf_getdata(table, NULL),
                            (int)GELF_R_SYM(entry.r_info), &symbol) == NULL)
                return NULL;
            return elf_strptr(elf, symbols.sh_link, symbol.st_name);
        }
    }
    return NULL;
}

/* The address that the entry at `target` loads its jump target from; 0 if it is
 * not such an entry. */
static uintptr_t code_jumps_through(const struct rdl_code *code,
                                    uintptr_t target)
{
    struct rdl_machine i;

    if (!rdl_machine_decode(code, target, &i) ||
        (i.ins.mnemonic == ZYDIS_MNEMONIC_ENDBR64 &&
         !rdl_machine_decode(code, i.next, &i)) ||
        i.ins.mnemonic != ZYDIS_MNEMONIC_JMP ||
        i.operands[0].type != ZYDIS_OPERAND_TYPE_MEMORY ||
        i.operands[0].mem.base != ZYDIS_REGISTER_RIP)
        return 0;
    return i.next + (uintptr_t)i.operands[0].mem.disp.value;
}

const char *rdl_code_slot(struct rdl_symbols *s, uintptr_t slot)
{
    Dwfl_Module *module = rdl_symbols_open(s, slot);
    GElf_Addr bias;
    Elf *elf = module != NULL ? dwfl_module_getelf(module, &bias) : NULL;

    return elf != NULL ? code_linked(elf, slot - bias) : NULL;
}

const char *rdl_code_function(struct rdl_symbols *s, uintptr_t target)
{
    Dwfl_Module *module = rdl_symbols_open(s, target);
    struct rdl_code code;
    GElf_Off offset;
    GElf_Sym symbol;
    const char *name;
    uintptr_t slot;

    if (module == NULL || !rdl_code_at(s, target, &code))
        return NULL;
    name = rdl_symbols_nearest(s, module, target, &offset, &symbol);
    if (name != NULL && offset == 0 && symbol.st_size > 0)
        return strncmp(name, WRAP, strlen(WRAP)) == 0 ? name + strlen(WRAP)
                                                      : name;
    slot = code_jumps_through(&code, target);
    return slot != 0 ? rdl_code_slot(s, slot) : NULL;
}
