/* operand.c - see operand.h. */
#include "cc/unhooked/operand.h"

bool rdl_effects_decode(const struct rdl_image *image, uint64_t at,
                        struct rdl_effects_instruction *i)
{
    const struct rdl_image_section *s;
    const uint64_t offset = RDL_IMAGE_OFFSET(at);
    ZydisDecoder decoder;

    if (RDL_IMAGE_SECTION(at) >= image->n_sections)
        return false;
    s = &image->sections[RDL_IMAGE_SECTION(at)];
    ZydisDecoderInit(&decoder, ZYDIS_MACHINE_MODE_LONG_64,
                     ZYDIS_STACK_WIDTH_64);
    if (!s->code || offset >= s->size ||
        !ZYAN_SUCCESS(ZydisDecoderDecodeFull(&decoder, s->bytes + offset,
                                             s->size - offset, &i->ins,
                                             i->operand)))
        return false;
    i->at = at;
    i->next = at + i->ins.length;
    return true;
}

/* The register that contains it, by its encoding; -1 if it is not a general
 * one. */
int rdl_operand_register(ZydisRegister reg)
{
    const ZydisRegister whole =
        ZydisRegisterGetLargestEnclosing(ZYDIS_MACHINE_MODE_LONG_64, reg);

    return whole >= ZYDIS_REGISTER_RAX && whole <= ZYDIS_REGISTER_R15
               ? (int)(whole - ZYDIS_REGISTER_RAX)
               : -1;
}

int rdl_operand_made(struct rdl_effects *e,
                     const struct rdl_effects_instruction *i, int reg)
{
    return rdl_values_atom(&e->values, RDL_ATOM_MADE, i->at, (uint64_t)reg, 0,
                           0);
}

static int operand_address_of(struct rdl_effects *e,
                              const struct rdl_image_target *t)
{
    const size_t section = RDL_IMAGE_SECTION(t->at);
    int base;

    if (t->at == 0) {
        base =
            rdl_values_atom(&e->values, RDL_ATOM_ADDRESS, 0, t->symbol, 0, 0);
        return rdl_values_add(&e->values, base,
                              rdl_values_number(&e->values, t->addend), 1);
    }
    base = rdl_values_atom(
        &e->values, RDL_ATOM_ADDRESS, section, 0, 0,
        e->image->sections[section].constant ? RDL_ATOM_CONSTANT : 0);
    return rdl_values_add(
        &e->values, base,
        rdl_values_number(&e->values, (int32_t)RDL_IMAGE_OFFSET(t->at)), 1);
}

/* The relocation of the displacement (`size` bytes at `offset`), NULL: none. */
const GElf_Rela *rdl_operand_relocation(const struct rdl_effects *e,
                                        const struct rdl_effects_instruction *i,
                                        unsigned offset, unsigned size)
{
    return size != 0 ? rdl_image_relocation(e->image, i->at + offset, size / 8)
                     : NULL;
}

bool rdl_operand_is_got(uint32_t type)
{
    return type == R_X86_64_GOTPCREL || type == R_X86_64_GOTPCRELX ||
           type == R_X86_64_REX_GOTPCRELX;
}

enum rdl_operand_place
rdl_operand_address(struct rdl_effects *e, struct rdl_state *s,
                    const struct rdl_effects_instruction *i,
                    const ZydisDecodedOperand *o, int *address)
{
    struct rdl_values *v = &e->values;
    const GElf_Rela *r = rdl_operand_relocation(e, i, i->ins.raw.disp.offset,
                                                i->ins.raw.disp.size);
    const int base = rdl_operand_register(o->mem.base);
    const int index = rdl_operand_register(o->mem.index);
    struct rdl_image_target t;
    int64_t extra = 0;

    *address = rdl_values_number(v, o->mem.disp.value);
    if (o->mem.base == ZYDIS_REGISTER_RIP)
        extra = (int64_t)(i->next - (i->at + i->ins.raw.disp.offset));
    if (r != NULL && rdl_image_target(e->image, r, extra, &t)) {
        const uint32_t type = GELF_R_TYPE(r->r_info);

        *address = operand_address_of(e, &t);
        if (rdl_operand_is_got(type))
            return RDL_PLACE_OFFSETS;
        if (type == R_X86_64_GOTTPOFF) {
            *address = rdl_values_atom(v, RDL_ATOM_RESULT, type, t.symbol, 0,
                                       RDL_ATOM_OWN);
            return RDL_PLACE_OFFSETS;
        }
        if (type == R_X86_64_TPOFF32 || type == R_X86_64_DTPOFF32 ||
            type == R_X86_64_TLSGD || type == R_X86_64_TLSLD)
            *address = rdl_values_atom(v, RDL_ATOM_RESULT, type, t.symbol,
                                       (uint64_t)t.addend, RDL_ATOM_OWN);
    } else if (o->mem.base == ZYDIS_REGISTER_RIP) {
        t = (struct rdl_image_target){ .at = i->next +
                                             (uint64_t)o->mem.disp.value };
        *address = operand_address_of(e, &t);
    }
    if (base >= 0)
        *address = rdl_values_add(v, *address, s->reg[base], 1);
    if (index >= 0)
        *address = rdl_values_add(v, *address, s->reg[index], o->mem.scale);
    return o->mem.segment == ZYDIS_REGISTER_FS ||
                   o->mem.segment == ZYDIS_REGISTER_GS
               ? RDL_PLACE_THREAD
               : RDL_PLACE_MEMORY;
}

bool rdl_operand_is_memory(const ZydisDecodedOperand *o)
{
    return o->type == ZYDIS_OPERAND_TYPE_MEMORY &&
           o->mem.type == ZYDIS_MEMOP_TYPE_MEM;
}

static int operand_load(struct rdl_effects *e, struct rdl_state *s,
                        const struct rdl_effects_instruction *i,
                        const ZydisDecodedOperand *o, int into)
{
    struct rdl_values *v = &e->values;
    int address;
    unsigned flags;

    switch (rdl_operand_address(e, s, i, o, &address)) {
    case RDL_PLACE_OFFSETS:
        return address;
    case RDL_PLACE_THREAD:
        return rdl_values_atom(v, RDL_ATOM_THREAD, (uint64_t)address, 0, 0,
                               address == rdl_values_number(v, 0) ? RDL_ATOM_OWN
                                                                  : 0);
    case RDL_PLACE_MEMORY:
        break;
    }
    flags = rdl_values_flags(v, address);
    if ((flags & RDL_ATOM_FRAME) != 0)
        return rdl_state_load(s, v, address, o->size / 8, i->at);
    if ((flags & RDL_ATOM_CONSTANT) != 0)
        return rdl_values_atom(v, RDL_ATOM_LOADED, (uint64_t)address, o->size,
                               0, 0);
    return rdl_operand_made(e, i, into);
}

void rdl_operand_store(struct rdl_effects *e, struct rdl_state *s,
                       const struct rdl_effects_instruction *i,
                       const ZydisDecodedOperand *o, int value)
{
    int address;
    bool hooked;

    if (rdl_operand_address(e, s, i, o, &address) != RDL_PLACE_MEMORY)
        return;
    if ((rdl_values_flags(&e->values, address) & RDL_ATOM_FRAME) == 0) {
        rdl_effects_escape(e, &e->shared, value);
        rdl_effects_leak(e, value);
        return;
    }
    hooked = rdl_state_announced(s, &e->values, address, o->size / 8,
                                 RDL_HOOK_WRITES);
    rdl_leaks_keep(&e->leaks, &e->values, address, value, hooked);
    if (!hooked)
        rdl_leaks_store(&e->leaks, address, o->size / 8);
    rdl_state_store(s, &e->values, address, o->size / 8, value);
}

static int operand_immediate(struct rdl_effects *e,
                             const struct rdl_effects_instruction *i,
                             const ZydisDecodedOperand *o)
{
    const GElf_Rela *r = rdl_operand_relocation(e, i, i->ins.raw.imm[0].offset,
                                                i->ins.raw.imm[0].size);
    struct rdl_image_target t;

    if (r != NULL && rdl_image_target(e->image, r, 0, &t))
        return operand_address_of(e, &t);
    return rdl_values_number(&e->values, o->imm.value.s);
}

/* The value that an operand has before the instruction. */
int rdl_operand_value(struct rdl_effects *e, struct rdl_state *s,
                      const struct rdl_effects_instruction *i,
                      const ZydisDecodedOperand *o)
{
    int reg;

    switch (o->type) {
    case ZYDIS_OPERAND_TYPE_IMMEDIATE:
        return operand_immediate(e, i, o);
    case ZYDIS_OPERAND_TYPE_MEMORY:
        return operand_load(e, s, i, o, RDL_STATE_REGISTERS + 1);
    case ZYDIS_OPERAND_TYPE_REGISTER:
        reg = rdl_operand_register(o->reg.value);
        if (reg < 0)
            break;
        return o->size == 32 ? rdl_values_short(&e->values, s->reg[reg])
                             : s->reg[reg];
    default:
        break;
    }
    return rdl_operand_made(e, i, RDL_STATE_REGISTERS + 2);
}

void rdl_operand_set(struct rdl_effects *e, struct rdl_state *s,
                     const struct rdl_effects_instruction *i,
                     const ZydisDecodedOperand *o, int value)
{
    int reg;

    if (o->type == ZYDIS_OPERAND_TYPE_MEMORY) {
        rdl_operand_store(e, s, i, o,
                          o->size == 32 ? rdl_values_short(&e->values, value)
                                        : value);
        return;
    }
    if (o->type != ZYDIS_OPERAND_TYPE_REGISTER)
        return;
    reg = rdl_operand_register(o->reg.value);
    if (reg < 0)
        return;
    if (o->size == 64)
        s->reg[reg] = value;
    else if (o->size == 32)
        s->reg[reg] = rdl_values_short(&e->values, value);
    else
        s->reg[reg] = rdl_operand_made(e, i, reg);
}
