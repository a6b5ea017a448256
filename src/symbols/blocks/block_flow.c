/* block_flow.c - see block_flow.h.
 *
 * It follows the machine code from the call's return, one instruction after the
 * other and along both sides of a branch.  It tracks the registers and parts of
 * the frame that hold the block's address.  Debug information shows which
 * variables these are, and which member of which structure receives the
 * address.  A call ends the path unless it is certain to return: what follows a
 * call of exit() belongs to something else. */
#include "symbols/blocks/block_flow.h"

#include "symbols/blocks/block_values.h"

#include <string.h>

/* --- One instruction ------------------------------------------------------ */

/* Forgets what an instruction writes. */
static void flow_forget(struct symbol_flow *f, struct symbol_flow_state *s,
                        const struct rdl_machine *i)
{
    const struct symbol_flow_value unknown = { .kind = FLOW_UNKNOWN };

    for (size_t k = 0; k < i->ins.operand_count; k++) {
        const ZydisDecodedOperand *o = &i->operands[k];
        int reg;

        if ((o->actions & ZYDIS_OPERAND_ACTION_MASK_WRITE) == 0)
            continue;
        if (rdl_machine_is_register(o, &reg)) {
            s->regs[reg] = unknown;
        } else if (o->type == ZYDIS_OPERAND_TYPE_MEMORY &&
                   o->mem.type == ZYDIS_MEMOP_TYPE_MEM) {
            const struct symbol_flow_place p = rdl_flow_place(f, s, i, o);

            rdl_flow_store(f, s, &p, &unknown);
        }
    }
}

static struct symbol_flow_value flow_moved(struct symbol_flow *f,
                                           struct symbol_flow_state *s,
                                           const struct rdl_machine *i)
{
    const ZydisDecodedOperand *from = &i->operands[1];
    struct symbol_flow_value v = { .kind = FLOW_UNKNOWN };
    struct symbol_flow_place p;
    int reg;

    if (from->size != 8 * RDL_POINTER_SIZE)
        return v;
    if (rdl_machine_is_register(from, &reg))
        return rdl_flow_register(f, s, reg);
    if (from->type != ZYDIS_OPERAND_TYPE_MEMORY)
        return v;
    p = rdl_flow_place(f, s, i, from);
    if (i->ins.mnemonic == ZYDIS_MNEMONIC_MOV)
        return rdl_flow_load(f, s, &p);
    reg = rdl_machine_register(from->mem.base);
    if (reg >= 0 && s->regs[reg].kind == FLOW_BLOCK && !p.indexed) {
        v = s->regs[reg];
        v.number += from->mem.disp.value;
        return v;
    }
    if (p.kind == PLACE_STATIC && !p.indexed)
        v = (struct symbol_flow_value){ .kind = FLOW_STATIC,
                                        .number = p.number };
    else if (p.kind == PLACE_IN_TYPE && !p.indexed)
        v = (struct symbol_flow_value){ .kind = FLOW_POINTER,
                                        .type = p.type,
                                        .number = p.number };
    return v;
}

/* `add $8, %rax` moves a pointer on; anything else makes it unknown. */
static struct symbol_flow_value flow_added(struct symbol_flow *f,
                                           const struct symbol_flow_state *s,
                                           const struct rdl_machine *i, int reg)
{
    struct symbol_flow_value v = rdl_flow_register(f, s, reg);

    if (i->operands[1].type != ZYDIS_OPERAND_TYPE_IMMEDIATE ||
        v.kind == FLOW_UNKNOWN)
        return (struct symbol_flow_value){ .kind = FLOW_UNKNOWN };
    v.number += i->operands[1].imm.value.s;
    return v;
}

/* Applies an instruction that neither jumps nor calls. */
static void flow_do(struct symbol_flow *f, struct symbol_flow_state *s,
                    const struct rdl_machine *i)
{
    const ZydisDecodedOperand *to = &i->operands[0];
    struct symbol_flow_value v = { .kind = FLOW_UNKNOWN };
    int reg;

    switch (i->ins.mnemonic) {
    case ZYDIS_MNEMONIC_MOV:
    case ZYDIS_MNEMONIC_LEA:
        v = flow_moved(f, s, i);
        break;
    case ZYDIS_MNEMONIC_ADD:
        if (rdl_machine_is_register(to, &reg))
            v = flow_added(f, s, i, reg);
        break;
    default:
        break;
    }
    if (v.kind != FLOW_UNKNOWN && to->type == ZYDIS_OPERAND_TYPE_MEMORY) {
        const struct symbol_flow_place p = rdl_flow_place(f, s, i, to);

        rdl_flow_store(f, s, &p, &v);
        return;
    }
    flow_forget(f, s, i);
    if (v.kind != FLOW_UNKNOWN && rdl_machine_is_register(to, &reg))
        s->regs[reg] = v;
}

/* Checks which variables hold the block now.  False if nothing holds it. */
static bool flow_look(struct symbol_flow *f, const struct symbol_flow_state *s)
{
    struct symbol_variable found[RDL_FLOW_AT_ONE];
    bool held = false;

    for (size_t i = 0; i < RDL_N_REGISTERS + s->n_slots; i++) {
        const bool in_frame = i >= RDL_N_REGISTERS;
        const struct symbol_flow_slot *slot =
            in_frame ? &s->slots[i - RDL_N_REGISTERS] : NULL;
        const struct symbol_flow_value *v =
            in_frame ? &slot->value : &s->regs[i];
        const struct symbol_location location = {
            .in_frame = in_frame,
            .reg = (int)i,
            .offset = in_frame ? slot->at : v->number,
        };
        size_t n;

        if (v->kind != FLOW_BLOCK)
            continue;
        held = true;
        if (in_frame && !rdl_flow_is_begin(v))
            continue;
        n = rdl_function_variables(&f->function, s->pc, &location, found,
                                   RDL_FLOW_AT_ONE);
        for (size_t k = 0; k < n; k++) {
            char path[128] = "";
            struct rdl_append t = { .out = path, .size = sizeof(path) };
            Dwarf_Die type;

            if (dwarf_diename(&found[k].die) == NULL ||
                !rdl_symbols_type(&found[k].die, &type))
                continue;
            rdl_append(&t, "%s", dwarf_diename(&found[k].die));
            if (rdl_flow_pointer_in(&t, &type, found[k].offset,
                                    /*indexed=*/false))
                rdl_flow_use(f, &type, path, found[k].function);
        }
    }
    return held;
}

/* --- Calls ---------------------------------------------------------------- */

/* The parameters of the function at `target` that get the block. */
static void flow_parameters(struct symbol_flow *f,
                            const struct symbol_flow_state *s, uintptr_t target)
{
    static const int order[RDL_N_ARGUMENTS] = { RDL_REG_RDI, RDL_REG_RSI,
                                                RDL_REG_RDX, RDL_REG_RCX,
                                                RDL_REG_R8,  RDL_REG_R9 };
    Dwarf_Die parameters[RDL_N_ARGUMENTS], type;
    const size_t n = rdl_function_parameters(f->symbols, target, parameters);

    for (size_t i = 0; i < n; i++) {
        const char *name = dwarf_diename(&parameters[i]);

        if (rdl_flow_is_begin(&s->regs[order[i]]) && name != NULL &&
            rdl_symbols_type(&parameters[i], &type))
            rdl_flow_use(f, &type, name, NULL);
    }
}

/* Is the function certain to return? first_argument: it returns its first
 * argument. */
static bool flow_returns(const char *function, bool *first_argument)
{
    static const char *const functions[] = { "memset", "memcpy", "memmove",
                                             "strcpy", "strncpy" };

    *first_argument = false;
    if (strncmp(function, "__tsan_", 7) == 0) /* raddle's own */
        return true;
    for (size_t i = 0; i < sizeof(functions) / sizeof(functions[0]); i++) {
        if (strcmp(function, functions[i]) == 0) {
            *first_argument = true;
            return true;
        }
    }
    return false;
}

/* Applies a call of the function at `target`, 0 if not known.  False if it is
 * not certain to return. */
static bool flow_call(struct symbol_flow *f, struct symbol_flow_state *s,
                      uintptr_t target)
{
    static const int lost[] = { RDL_REG_RAX, RDL_REG_RDX, RDL_REG_RCX,
                                RDL_REG_RSI, RDL_REG_RDI, RDL_REG_R8,
                                RDL_REG_R9,  10,          11 };
    const struct symbol_flow_value first = s->regs[RDL_REG_RDI];
    bool returns_first;
    const char *name;

    if (target == 0)
        return false;
    flow_parameters(f, s, target);
    name = rdl_code_function(f->symbols, target);
    if (name == NULL || !flow_returns(name, &returns_first))
        return false;
    for (size_t i = 0; i < sizeof(lost) / sizeof(lost[0]); i++)
        s->regs[lost[i]].kind = FLOW_UNKNOWN;
    if (returns_first)
        s->regs[RDL_REG_RAX] = first;
    return true;
}

/* --- The ways ------------------------------------------------------------- */

static void flow_add_way(struct symbol_flow *f,
                         const struct symbol_flow_state *s, uintptr_t pc)
{
    if (f->n_ways == RDL_FLOW_WAYS || pc == 0)
        return;
    f->ways[f->n_ways] = *s;
    f->ways[f->n_ways++].pc = pc;
}

static bool flow_seen(struct symbol_flow *f, uintptr_t pc)
{
    for (size_t i = 0; i < f->n_seen; i++) {
        if (f->seen[i] == pc)
            return true;
    }
    if (f->n_seen == RDL_FLOW_STEPS)
        return true;
    f->seen[f->n_seen++] = pc;
    return false;
}

static void flow_way(struct symbol_flow *f, struct symbol_flow_state *s)
{
    struct rdl_machine i;

    while (rdl_function_has(&f->function, s->pc) && flow_look(f, s) &&
           !flow_seen(f, s->pc) && rdl_machine_decode(&f->code, s->pc, &i)) {
        if (i.ins.meta.category == ZYDIS_CATEGORY_RET) {
            f->uses->returned =
                f->uses->returned || rdl_flow_is_begin(&s->regs[RDL_REG_RAX]);
            return;
        }
        if (rdl_machine_is_call(&i)) {
            if (!flow_call(f, s, rdl_machine_target(&i)))
                return;
        } else if (rdl_machine_is_jump(&i)) {
            flow_add_way(f, s, rdl_machine_target(&i));
            if (i.ins.meta.category == ZYDIS_CATEGORY_UNCOND_BR)
                return;
        } else {
            flow_do(f, s, &i);
        }
        s->pc = i.next;
    }
}

void rdl_symbols_follow(struct rdl_symbols *s, uintptr_t return_address,
                        struct symbol_uses *out)
{
    struct symbol_flow f = { .symbols = s,
                             .begin = return_address,
                             .uses = out };
    struct symbol_flow_state begin = { .pc = return_address };

    *out = (struct symbol_uses){ .n = 0 };
    if (!rdl_function_open(s, return_address - 1, &f.function) ||
        !rdl_code_at(s, return_address - 1, &f.code))
        return;
    begin.regs[RDL_REG_RAX].kind = FLOW_BLOCK;
    flow_add_way(&f, &begin, return_address);
    while (f.n_ways > 0) {
        struct symbol_flow_state way = f.ways[--f.n_ways];

        flow_way(&f, &way);
    }
}
