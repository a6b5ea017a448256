/* code_hash.c - see code_hash.h.  The hash goes through the instructions and
 * leaves out the operands that depend on where code and data are: distances of
 * calls and jumps out of the function, and of addresses relative to the
 * instruction. */
#include "symbols/code/code_hash.h"

#include "base/hash.h"
#include "hooks/hooks.h"
#include "symbols/code/code.h"
#include "symbols/internal.h"
#include "symbols/code/machine.h"

#include <string.h>

#define CALL_SIZE 5 /* of a direct call, idle or not */
/* call *slot(%rip) */
#define INDIRECT_SIZE 6
#define INDIRECT_OPCODE 0xff
#define INDIRECT_OPERAND 0x15

static int32_t code_hash_operand(const uint8_t *at)
{
    int32_t value;

    memcpy(&value, at, sizeof(value));
    return value;
}

/* The target of an idle call; 0 if the five bytes are something else. */
static uintptr_t code_hash_idle(const uint8_t *at, uintptr_t next)
{
    if (at[0] != RDL_IDLE_OPCODE)
        return 0;
    return next +
           (uintptr_t)(intptr_t)(int32_t)((uint32_t)code_hash_operand(at + 1) -
                                          RDL_IDLE_BIAS);
}

const char *rdl_code_called(struct rdl_symbols *s, uintptr_t return_address)
{
    struct rdl_code code;
    const uint8_t *end;
    uintptr_t target;
    const char *name;

    if (!rdl_code_at(s, return_address - 1, &code) ||
        return_address - code.start < INDIRECT_SIZE)
        return NULL;
    end = code.bytes + (return_address - code.start);
    target = code_hash_idle(end - CALL_SIZE, return_address);
    if (target == 0 && end[-CALL_SIZE] == RDL_CALL_OPCODE)
        target =
            return_address + (uintptr_t)(intptr_t)code_hash_operand(end - 4);
    name = target != 0 ? rdl_code_function(s, target) : NULL;
    if (name != NULL || end[-INDIRECT_SIZE] != INDIRECT_OPCODE ||
        end[1 - INDIRECT_SIZE] != INDIRECT_OPERAND)
        return name;
    return rdl_code_slot(
        s, return_address + (uintptr_t)(intptr_t)code_hash_operand(end - 4));
}

/* What is at an address outside the function, by its name. */
static uint64_t code_hash_name(struct rdl_symbols *s, Dwfl_Module *module,
                               uintptr_t address)
{
    const char *name = rdl_code_function(s, address);
    GElf_Off offset = 0;
    GElf_Sym symbol;

    if (name == NULL)
        name = rdl_symbols_nearest(s, module, address, &offset, &symbol);
    return name != NULL ? rdl_mix(rdl_hash_text(name), offset) : 0;
}

/* The address that an instruction names relative to itself; 0: none. */
static uintptr_t code_hash_address(const struct rdl_machine *i,
                                   const uint8_t *bytes)
{
    const uintptr_t idle =
        i->ins.length == CALL_SIZE ? code_hash_idle(bytes, i->next) : 0;

    if (idle != 0)
        return idle;
    if (rdl_machine_is_call(i) || rdl_machine_is_jump(i))
        return rdl_machine_target(i);
    for (size_t k = 0; k < i->ins.operand_count_visible; k++) {
        if (i->operands[k].type == ZYDIS_OPERAND_TYPE_MEMORY &&
            i->operands[k].mem.base == ZYDIS_REGISTER_RIP)
            return i->next + (uintptr_t)i->operands[k].mem.disp.value;
    }
    return 0;
}

static uint64_t code_hash_bytes(uint64_t hash, const uint8_t *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++)
        hash = rdl_mix(hash, bytes[i]);
    return hash;
}

/* Of the bytes of an instruction, those before the operand. */
static size_t code_hash_fixed(const struct rdl_machine *i)
{
    return i->ins.raw.disp.size != 0     ? i->ins.raw.disp.offset
           : i->ins.raw.imm[0].size != 0 ? i->ins.raw.imm[0].offset
                                         : i->ins.length;
}

/* Is it the line number of an assertion?  A line that was added above changes
 * it, and nothing else of the code. */
static bool code_hash_is_line(struct rdl_symbols *s,
                              const struct rdl_code *code,
                              const struct rdl_machine *i)
{
    struct rdl_machine next = *i;
    const char *name;
    int reg = -1;

    if (i->ins.mnemonic != ZYDIS_MNEMONIC_MOV ||
        !rdl_machine_is_register(&i->operands[0], &reg) || reg != RDL_REG_RDX ||
        i->operands[1].type != ZYDIS_OPERAND_TYPE_IMMEDIATE)
        return false;
    for (int k = 0; k < 6; k++) {
        if (!rdl_machine_decode(code, next.next, &next))
            return false;
        if (!rdl_machine_is_call(&next))
            continue;
        name = rdl_code_called(s, next.next);
        return name != NULL && strcmp(name, "__assert_fail") == 0;
    }
    return false;
}

uint64_t rdl_code_hash(struct rdl_symbols *s, uintptr_t return_address)
{
    Dwfl_Module *module = rdl_symbols_open(s, return_address - 1);
    struct rdl_code code;
    GElf_Off offset;
    GElf_Sym symbol;
    uintptr_t from, to;
    uint64_t hash = 1;

    if (module == NULL || !rdl_code_at(s, return_address - 1, &code) ||
        rdl_symbols_nearest(s, module, return_address - 1, &offset, &symbol) ==
            NULL ||
        symbol.st_size == 0)
        return 0;
    from = return_address - 1 - offset;
    to = from + symbol.st_size;
    if (from < code.start || to > code.start + code.size)
        return 0;
    while (from < to) {
        const uint8_t *bytes = code.bytes + (from - code.start);
        struct rdl_machine i;
        uintptr_t address;

        if (!rdl_machine_decode(&code, from, &i))
            return 0;
        address = code_hash_address(&i, bytes);
        if (address == 0 && code_hash_is_line(s, &code, &i))
            hash = code_hash_bytes(hash, bytes, code_hash_fixed(&i));
        else if (address == 0 ||
                 (address >= to - symbol.st_size && address < to))
            hash = code_hash_bytes(hash, bytes, i.ins.length);
        else
            hash = rdl_mix(code_hash_bytes(hash, bytes, code_hash_fixed(&i)),
                           code_hash_name(s, module, address));
        from = i.next;
    }
    return hash != 0 ? hash : 1;
}
