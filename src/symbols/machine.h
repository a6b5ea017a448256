/* machine.h - instructions with their operands (Zydis), for those who follow
 * values through code.  Who only asks where control goes takes
 * instruction.h. */
#ifndef RDL_SYMBOLS_MACHINE_H
#define RDL_SYMBOLS_MACHINE_H

#include "symbols/code.h"

#include <Zydis/Zydis.h>

struct rdl_machine {
    ZydisDecodedInstruction ins;
    ZydisDecodedOperand operands[ZYDIS_MAX_OPERAND_COUNT];
    uintptr_t next; /* the address behind it */
};

/* The instruction at pc; false if there is none. */
bool rdl_machine_decode(const struct rdl_code *code, uintptr_t pc,
                        struct rdl_machine *out);

/* The general register, as DWARF numbers it, that it is or is part of; or -1.
 */
int rdl_machine_register(ZydisRegister reg);
bool rdl_machine_is_register(const ZydisDecodedOperand *o, int *reg);

bool rdl_machine_is_jump(const struct rdl_machine *i);
bool rdl_machine_is_call(const struct rdl_machine *i);
/* Where a direct jump or call goes to; 0 if it is not direct. */
uintptr_t rdl_machine_target(const struct rdl_machine *i);

#endif
