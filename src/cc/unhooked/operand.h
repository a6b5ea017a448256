/* operand.h - the operands of an instruction, in a state. */
#ifndef RDL_CC_UNHOOKED_OPERAND_H
#define RDL_CC_UNHOOKED_OPERAND_H

#include "cc/unhooked/effects.h"

/* The register that contains it, by its encoding; -1 if it is not a general
 * one. */
int rdl_operand_register(ZydisRegister reg);
bool rdl_operand_is_memory(const ZydisDecodedOperand *o);

/* The relocation of the part of `size` bits at `offset`; NULL: none. */
const GElf_Rela *rdl_operand_relocation(const struct rdl_effects *e,
                                        const struct rdl_effects_instruction *i,
                                        unsigned offset, unsigned size);
/* Is it one of an entry in the global offset table? */
bool rdl_operand_is_got(uint32_t type);

/* The address of a memory operand, and where it is.  RDL_PLACE_OFFSETS: it is
 * an entry of the global offset table, and `address` is what the entry
 * holds. */
enum rdl_operand_place {
    RDL_PLACE_MEMORY,
    RDL_PLACE_OFFSETS,
    RDL_PLACE_THREAD,
};
enum rdl_operand_place
rdl_operand_address(struct rdl_effects *e, struct rdl_state *s,
                    const struct rdl_effects_instruction *i,
                    const ZydisDecodedOperand *o, int *address);

/* What the instruction makes and nothing is known of; `reg` distinguishes
 * several. */
int rdl_operand_made(struct rdl_effects *e,
                     const struct rdl_effects_instruction *i, int reg);
/* The value that an operand has before the instruction. */
int rdl_operand_value(struct rdl_effects *e, struct rdl_state *s,
                      const struct rdl_effects_instruction *i,
                      const ZydisDecodedOperand *o);
/* The instruction writes a value to the operand. */
void rdl_operand_set(struct rdl_effects *e, struct rdl_state *s,
                     const struct rdl_effects_instruction *i,
                     const ZydisDecodedOperand *o, int value);
void rdl_operand_store(struct rdl_effects *e, struct rdl_state *s,
                       const struct rdl_effects_instruction *i,
                       const ZydisDecodedOperand *o, int value);

#endif
