/* struct_copy.c - see struct_copy.h.  Instruction format: Intel's manual,
 * volume 2, chapter 2: REX prefix, opcode, ModRM, SIB, displacement,
 * immediate. */
#include "runtime/memory/struct_copy.h"

#include <stddef.h>

#define CALL_BYTES 5 /* of the call to the second hook */

enum {
    ADD_RAX = 0x05,
    GROUP_IMM32 = 0x81, /* add, or, ... a register or memory */
    GROUP_IMM8 = 0x83,
    STORE = 0x89, /* to a register too */
    LOAD = 0x8b,
    ADDRESS = 0x8d,
};

/* Length of ModRM and its operands in bytes. */
static size_t struct_copy_operand_bytes(const uint8_t *code)
{
    static const uint8_t displacement[] = { 0, 1, 4, 0 };
    const unsigned mode = code[0] >> 6, rm = code[0] & 7;
    size_t n = 1 + displacement[mode];

    if (mode == 3)
        return 1;
    if (rm == 4) {
        n++;
        if (mode == 0 && (code[1] & 7) == 5)
            n += 4;
    } else if (mode == 0 && rm == 5) {
        n += 4;
    }
    return n;
}

static bool struct_copy_is_register(uint8_t modrm)
{
    return modrm >> 6 == 3;
}

/* The length of an instruction that does not write memory; 0: it may write. */
static size_t struct_copy_quiet_bytes(const uint8_t *code)
{
    const size_t prefix = (code[0] & 0xf0) == 0x40;
    const uint8_t *operand = &code[prefix + 1];

    switch (code[prefix]) {
    case STORE:
        return struct_copy_is_register(*operand) ? prefix + 2 : 0;
    case LOAD:
    case ADDRESS:
        return prefix + 1 + struct_copy_operand_bytes(operand);
    case GROUP_IMM8:
        return struct_copy_is_register(*operand) ? prefix + 3 : 0;
    case GROUP_IMM32:
        return struct_copy_is_register(*operand) ? prefix + 6 : 0;
    case ADD_RAX:
        return prefix + 5;
    }
    return 0;
}

bool rdl_struct_copy_code(uintptr_t first, uintptr_t second)
{
    const uint8_t *code = (const uint8_t *)first;
    const uint8_t *end = (const uint8_t *)second - CALL_BYTES;

    while (code < end) {
        const size_t n = struct_copy_quiet_bytes(code);

        if (n == 0)
            return false;
        code += n;
    }
    return code == end;
}
