/* machine.c - see machine.h. */
#include "symbols/code/machine.h"

bool rdl_machine_decode(const struct rdl_code *code, uintptr_t pc,
                        struct rdl_machine *out)
{
    const size_t at = pc - code->start;
    ZydisDecoder decoder;

    ZydisDecoderInit(&decoder, ZYDIS_MACHINE_MODE_LONG_64,
                     ZYDIS_STACK_WIDTH_64);
    if (at >= code->size || !ZYAN_SUCCESS(ZydisDecoderDecodeFull(
                                &decoder, code->bytes + at, code->size - at,
                                &out->ins, out->operands)))
        return false;
    out->next = pc + out->ins.length;
    return true;
}

int rdl_machine_register(ZydisRegister reg)
{
    /* rax, rcx, rdx, rbx, rsp, rbp, rsi, rdi, r8 ... */
    static const signed char dwarf[] = { 0, 2, 1,  3,  7,  6,  4,  5,
                                         8, 9, 10, 11, 12, 13, 14, 15 };
    const ZydisRegister whole =
        ZydisRegisterGetLargestEnclosing(ZYDIS_MACHINE_MODE_LONG_64, reg);

    if (whole < ZYDIS_REGISTER_RAX || whole > ZYDIS_REGISTER_R15)
        return -1;
    return dwarf[whole - ZYDIS_REGISTER_RAX];
}

bool rdl_machine_is_register(const ZydisDecodedOperand *o, int *reg)
{
    *reg = o->type == ZYDIS_OPERAND_TYPE_REGISTER
               ? rdl_machine_register(o->reg.value)
               : -1;
    return *reg >= 0;
}

bool rdl_machine_is_jump(const struct rdl_machine *i)
{
    return i->ins.meta.category == ZYDIS_CATEGORY_COND_BR ||
           i->ins.meta.category == ZYDIS_CATEGORY_UNCOND_BR;
}

bool rdl_machine_is_call(const struct rdl_machine *i)
{
    return i->ins.meta.category == ZYDIS_CATEGORY_CALL;
}

uintptr_t rdl_machine_target(const struct rdl_machine *i)
{
    const ZydisDecodedOperand *o = &i->operands[0];

    if (o->type != ZYDIS_OPERAND_TYPE_IMMEDIATE || !o->imm.is_relative)
        return 0;
    return i->next + (uintptr_t)o->imm.value.s;
}
