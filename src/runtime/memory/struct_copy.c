/* struct_copy.c - see struct_copy.h.  Instruction format: Intel's manual,
 * volume 2, chapter 2: REX prefix, opcode, ModRM, SIB, displacement,
 * immediate. */
#include "runtime/memory/struct_copy.h"

#include <stddef.h>

#define CALL_BYTES 5 /* of the call to the second hook */

enum {
    ADD_RAX = 0x05,
    TWO_BYTES = 0x0f,
    SIGN_EXTENDED = 0x63,
    MULTIPLY_IMM32 = 0x69,
    MULTIPLY_IMM8 = 0x6b,
    GROUP_IMM32 = 0x81, /* add, or, ... a register or memory */
    GROUP_IMM8 = 0x83,
    STORE = 0x89, /* to a register too */
    LOAD = 0x8b,
    ADDRESS = 0x8d,
    EXTEND_RAX = 0x98,
    SHIFT_IMM8 = 0xc1,
    NUMBER = 0xb8, /* to a register, which the opcode names */
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

/* add, or, adc, sbb, and, sub, xor, cmp: 0 to 0x3b, of a register or memory and
 * a register.  1, 9, ... write the first one, 3, 0xb, ... the other. */
static bool struct_copy_is_arithmetic(uint8_t opcode, uint8_t modrm)
{
    return opcode < 0x40 &&
           ((opcode & 7) == 3 ||
            ((opcode & 7) == 1 && struct_copy_is_register(modrm)));
}

/* Behind 0f: loads that extend, and a multiplication. */
static bool struct_copy_is_wide_load(uint8_t opcode)
{
    return (opcode & 0xf6) == 0xb6 || opcode == 0xaf;
}

/* The length of an instruction that does not write memory; 0: it may write. */
static size_t struct_copy_quiet_bytes(const uint8_t *code)
{
    const size_t prefix = (code[0] & 0xf0) == 0x40;
    const uint8_t *operand = &code[prefix + 1];

    if ((code[prefix] & 0xf8) == NUMBER) /* with REX.W: 8 bytes */
        return prefix + 1 + (prefix && (code[0] & 8) ? 8 : 4);
    if (struct_copy_is_arithmetic(code[prefix], *operand))
        return prefix + 1 + struct_copy_operand_bytes(operand);
    switch (code[prefix]) {
    case TWO_BYTES:
        return struct_copy_is_wide_load(*operand)
                   ? prefix + 2 + struct_copy_operand_bytes(operand + 1)
                   : 0;
    case MULTIPLY_IMM32:
        return prefix + 5 + struct_copy_operand_bytes(operand);
    case MULTIPLY_IMM8:
        return prefix + 2 + struct_copy_operand_bytes(operand);
    case EXTEND_RAX:
        return prefix + 1;
    case STORE:
        return struct_copy_is_register(*operand) ? prefix + 2 : 0;
    case LOAD:
    case ADDRESS:
    case SIGN_EXTENDED:
        return prefix + 1 + struct_copy_operand_bytes(operand);
    case GROUP_IMM8:
    case SHIFT_IMM8:
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
