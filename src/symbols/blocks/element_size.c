/* element_size.c - the element size that a program passes to an allocation,
 * from the arguments of its call: see block_flow.h.  It accepts only a constant
 * that is moved into the argument's register in the same basic block as the
 * call: the register cannot hold anything else. */
#include "symbols/blocks/block_flow.h"

#include "symbols/code/machine.h"
#include "symbols/dwarf/variables.h"

#include <string.h>

struct constant {
    bool known;
    uint64_t value;
    uintptr_t set; /* the instruction that set it */
};

struct call {
    uintptr_t at;
    uintptr_t target; /* 0: not direct */
    struct constant regs[RDL_N_REGISTERS];
};

/* The symbol that contains the call: decoding from its beginning is in step
 * with the code. */
static bool element_function(struct rdl_symbols *s, uintptr_t pc,
                             uintptr_t *begin, uintptr_t *end)
{
    Dwfl_Module *module = rdl_symbols_open(s, pc);
    GElf_Off offset;
    GElf_Sym symbol;

    if (module == NULL ||
        rdl_symbols_nearest(s, module, pc, &offset, &symbol) == NULL)
        return false;
    *begin = pc - offset;
    *end = *begin + symbol.st_size;
    return offset < symbol.st_size;
}

static void element_do(struct call *c, const struct rdl_machine *i,
                       uintptr_t pc)
{
    int reg;

    for (size_t k = 0; k < i->ins.operand_count; k++) {
        if ((i->operands[k].actions & ZYDIS_OPERAND_ACTION_MASK_WRITE) != 0 &&
            rdl_machine_is_register(&i->operands[k], &reg))
            c->regs[reg].known = false;
    }
    if (i->ins.mnemonic == ZYDIS_MNEMONIC_MOV &&
        i->operands[1].type == ZYDIS_OPERAND_TYPE_IMMEDIATE &&
        i->operands[0].size >= 32 &&
        rdl_machine_is_register(&i->operands[0], &reg))
        c->regs[reg] = (struct constant){ .known = true,
                                          .value = i->operands[1].imm.value.u,
                                          .set = pc };
}

/* Finds the call that returns to an address, and the constants before it. */
static bool element_call(const struct rdl_code *code, uintptr_t begin,
                         uintptr_t return_address, struct call *out)
{
    struct rdl_machine i;

    *out = (struct call){ .at = 0 };
    for (uintptr_t pc = begin; pc < return_address; pc = i.next) {
        if (!rdl_machine_decode(code, pc, &i))
            return false;
        if (i.next == return_address && rdl_machine_is_call(&i)) {
            out->at = pc;
            out->target = rdl_machine_target(&i);
            return true;
        }
        if (rdl_machine_is_call(&i) || rdl_machine_is_jump(&i))
            memset(out->regs, 0, sizeof(out->regs));
        else
            element_do(out, &i, pc);
    }
    return false;
}

/* Can control jump to a place between the two? */
static bool element_jumped_into(const struct rdl_code *code, uintptr_t begin,
                                uintptr_t end, uintptr_t after, uintptr_t last)
{
    struct rdl_machine i;

    for (uintptr_t pc = begin; pc < end; pc = i.next) {
        uintptr_t target;

        if (!rdl_machine_decode(code, pc, &i))
            return true;
        target = rdl_machine_is_jump(&i) ? rdl_machine_target(&i) : 0;
        if (target > after && target <= last)
            return true;
    }
    return false;
}

/* Which argument of the function is the size of an element; -1 if none is. */
static int element_argument(const char *function)
{
    if (strcmp(function, "calloc") == 0)
        return RDL_REG_RSI;
    if (strcmp(function, "reallocarray") == 0)
        return RDL_REG_RDX;
    return -1;
}

void rdl_symbols_request(struct rdl_symbols *s, uintptr_t return_address,
                         struct symbol_request *out)
{
    uintptr_t begin, end;
    struct rdl_code code;
    const char *name;
    struct call call;
    int reg;

    *out = (struct symbol_request){ .array = false };
    if (!element_function(s, return_address - 1, &begin, &end) ||
        !rdl_code_at(s, return_address - 1, &code) ||
        !element_call(&code, begin, return_address, &call) || call.target == 0)
        return;
    name = rdl_code_function(s, call.target);
    if (name == NULL)
        return;
    out->array = strncmp(name, "_Zna", 4) == 0; /* operator new[] */
    reg = element_argument(name);
    if (reg >= 0 && call.regs[reg].known &&
        !element_jumped_into(&code, begin, end, call.regs[reg].set, call.at))
        out->element = call.regs[reg].value;
}
