/* machine.h - instructions with their operands (Zydis), for files that follow
 * values through code. instruction.h is enough to see where control goes. */
#ifndef RDL_SYMBOLS_CODE_MACHINE_H
#define RDL_SYMBOLS_CODE_MACHINE_H

#include "symbols/code/code.h"

#include <Zydis/Zydis.h>

#define RDL_N_REGISTERS 16 /* general registers, by DWARF number */

/* Registers that other files name. */
enum {
    RDL_REG_RAX = 0,
    RDL_REG_RDX = 1,
    RDL_REG_RCX = 2,
    RDL_REG_RSI = 4,
    RDL_REG_RDI = 5,
    RDL_REG_RBP = 6,
    RDL_REG_RSP = 7,
    RDL_REG_R8 = 8,
    RDL_REG_R9 = 9,
};

struct rdl_machine {
    ZydisDecodedInstruction ins;
    ZydisDecodedOperand operands[ZYDIS_MAX_OPERAND_COUNT];
    uintptr_t next; /* the address behind it */
};

/* The instruction at pc; false if it is invalid. */
bool rdl_machine_decode(const struct rdl_code *code, uintptr_t pc,
                        struct rdl_machine *out);

/* The general register, by its DWARF number, that contains it; or -1. */
int rdl_machine_register(ZydisRegister reg);
bool rdl_machine_is_register(const ZydisDecodedOperand *o, int *reg);

bool rdl_machine_is_jump(const struct rdl_machine *i);
bool rdl_machine_is_call(const struct rdl_machine *i);
/* The target of a direct jump or call; 0 if it is not direct. */
uintptr_t rdl_machine_target(const struct rdl_machine *i);

#endif
