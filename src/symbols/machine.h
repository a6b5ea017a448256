/* machine.h - instructions with their operands (Zydis), for files that follow
 * values through code. instruction.h is enough to see where control goes. */
#ifndef RDL_SYMBOLS_MACHINE_H
#define RDL_SYMBOLS_MACHINE_H

#include "symbols/code.h"

#include <Zydis/Zydis.h>

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
