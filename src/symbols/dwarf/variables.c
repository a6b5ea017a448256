/* variables.c - see variables.h.  A search walks the scopes of a function,
 * evaluates the location expression of each variable at the pc, and compares it
 * with the wanted register or frame offset. */
#include "symbols/dwarf/variables.h"

#include "symbols/code/code.h"
#include "symbols/dwarf/scope.h"

#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

#define MOST_DEEP 32 /* limit of nested blocks and inlined calls */

bool rdl_function_open(struct rdl_symbols *s, uintptr_t addr,
                       struct symbol_function *out)
{
    Dwfl_Module *module = rdl_symbols_open(s, addr);
    struct symbol_scope scope;
    bool found = false;

    if (module == NULL || !rdl_scope_open(&scope, s, addr + 1, /*inlined=*/0))
        return false;
    for (int i = 0; i < scope.n && !found; i++) {
        found = dwarf_tag(&scope.scopes[i]) == DW_TAG_subprogram;
        if (found)
            out->die = scope.scopes[i];
    }
    out->bias = addr - scope.pc;
    rdl_scope_close(&scope);
    out->cfi = dwfl_module_eh_cfi(module, &out->cfi_bias);
    return found;
}

bool rdl_function_has(struct symbol_function *f, uintptr_t pc)
{
    return dwarf_haspc(&f->die, pc - f->bias) > 0;
}

/* --- The frame ------------------------------------------------------------ */

bool rdl_function_frame_offset(struct symbol_function *f, uintptr_t pc, int reg,
                               int64_t displacement, int64_t *offset)
{
    Dwarf_Frame *frame = NULL;
    bool known = false;
    Dwarf_Op *ops;
    size_t n;

    if (f->cfi == NULL ||
        dwarf_cfi_addrframe(f->cfi, pc - f->cfi_bias, &frame) != 0)
        return false;
    /* The canonical frame address is that register and a number. */
    if (dwarf_frame_cfa(frame, &ops, &n) == 0 && n == 1 &&
        ops[0].atom == DW_OP_breg0 + reg) {
        *offset = displacement - (int64_t)ops[0].number;
        known = true;
    } else if (n == 1 && ops[0].atom == DW_OP_bregx &&
               ops[0].number == (Dwarf_Word)reg) {
        *offset = displacement - (int64_t)ops[0].number2;
        known = true;
    }
    free(frame);
    return known;
}

/* The base for DW_OP_fbreg. */
static bool variables_frame_base(struct symbol_function *f, uintptr_t pc,
                                 int64_t *base)
{
    Dwarf_Attribute attribute;
    Dwarf_Op *ops;
    size_t n;

    if (dwarf_attr_integrate(&f->die, DW_AT_frame_base, &attribute) == NULL ||
        dwarf_getlocation_addr(&attribute, pc - f->bias, &ops, &n, 1) != 1 ||
        n != 1)
        return false;
    *base = 0;
    if (ops[0].atom == DW_OP_call_frame_cfa)
        return true;
    return ops[0].atom >= DW_OP_reg0 &&
           ops[0].atom < DW_OP_reg0 + RDL_N_REGISTERS &&
           rdl_function_frame_offset(f, pc, ops[0].atom - DW_OP_reg0, 0, base);
}

/* --- Variables ------------------------------------------------------------ */

struct variable_search {
    struct symbol_function *f;
    uintptr_t pc;
    struct symbol_location location;
    int64_t base; /* of the frame */
    bool has_base;
    struct symbol_variable *out;
    size_t n, max;
};

/* Where the variable begins in the frame. */
static bool variables_in_frame(const struct variable_search *v,
                               const Dwarf_Op *op, int64_t *begin)
{
    if (op->atom == DW_OP_fbreg) {
        *begin = v->base + (int64_t)op->number;
        return v->has_base;
    }
    return op->atom >= DW_OP_breg0 &&
           op->atom < DW_OP_breg0 + RDL_N_REGISTERS &&
           rdl_function_frame_offset(v->f, v->pc, op->atom - DW_OP_breg0,
                                     (int64_t)op->number, begin);
}

/* Is its value that of the register minus the location's offset? */
static bool variables_in_register(const struct symbol_location *l,
                                  const Dwarf_Op *ops, size_t n)
{
    if (n == 1)
        return l->offset == 0 && ops[0].atom == DW_OP_reg0 + l->reg;
    return n == 2 && ops[0].atom == DW_OP_breg0 + l->reg &&
           ops[1].atom == DW_OP_stack_value &&
           (int64_t)ops[0].number == -l->offset;
}

static void variables_ask(struct variable_search *v, Dwarf_Die *die,
                          const char *function)
{
    Dwarf_Attribute attribute;
    Dwarf_Word size;
    Dwarf_Die type;
    Dwarf_Op *ops;
    int64_t begin = 0;
    size_t n;

    if (v->n == v->max ||
        dwarf_attr_integrate(die, DW_AT_location, &attribute) == NULL ||
        dwarf_getlocation_addr(&attribute, v->pc - v->f->bias, &ops, &n, 1) !=
            1)
        return;
    if (v->location.in_frame) {
        if (n != 1 || !variables_in_frame(v, &ops[0], &begin) ||
            !rdl_symbols_type(die, &type) ||
            dwarf_aggregate_size(&type, &size) != 0 ||
            (Dwarf_Word)(v->location.offset - begin) >= size)
            return;
        begin = v->location.offset - begin;
    } else if (!variables_in_register(&v->location, ops, n)) {
        return;
    }
    v->out[v->n++] = (struct symbol_variable){ .die = *die,
                                               .offset = (Dwarf_Word)begin,
                                               .function = function };
}

static void variables_below(struct variable_search *v, Dwarf_Die *parent,
                            const char *function, int deep)
{
    Dwarf_Die die;

    if (deep > MOST_DEEP || dwarf_child(parent, &die) != 0)
        return;
    do {
        const int tag = dwarf_tag(&die);

        if (tag == DW_TAG_variable || tag == DW_TAG_formal_parameter)
            variables_ask(v, &die, function);
        else if ((tag == DW_TAG_lexical_block ||
                  tag == DW_TAG_inlined_subroutine) &&
                 dwarf_haspc(&die, v->pc - v->f->bias) > 0)
            variables_below(v, &die,
                            tag == DW_TAG_lexical_block ? function
                                                        : dwarf_diename(&die),
                            deep + 1);
    } while (dwarf_siblingof(&die, &die) == 0);
}

size_t rdl_function_variables(struct symbol_function *f, uintptr_t pc,
                              const struct symbol_location *location,
                              struct symbol_variable *out, size_t max)
{
    struct variable_search v = {
        .f = f, .pc = pc, .location = *location, .out = out, .max = max
    };

    v.has_base = location->in_frame && variables_frame_base(f, pc, &v.base);
    variables_below(&v, &f->die, dwarf_diename(&f->die), 0);
    return v.n;
}

bool rdl_function_has_value(const struct symbol_function *f, uintptr_t pc,
                            Dwarf_Die *variable)
{
    Dwarf_Attribute attribute;
    Dwarf_Op *ops;
    size_t n;

    return dwarf_attr_integrate(variable, DW_AT_location, &attribute) != NULL &&
           dwarf_getlocation_addr(&attribute, pc - f->bias, &ops, &n, 1) > 0;
}

/* --- Parameters ----------------------------------------------------------- */

/* Is a value of that type passed and returned in a general register? */
static bool variables_is_integer(Dwarf_Die *type)
{
    switch (dwarf_tag(type)) {
    case DW_TAG_pointer_type:
    case DW_TAG_reference_type:
    case DW_TAG_rvalue_reference_type:
    case DW_TAG_enumeration_type:
        return true;
    case DW_TAG_base_type:
        return rdl_symbols_number(type, DW_AT_encoding) != DW_ATE_float &&
               rdl_symbols_number(type, DW_AT_encoding) !=
                   DW_ATE_complex_float &&
               dwarf_bytesize(type) <= (int)sizeof(void *);
    default:
        return false;
    }
}

size_t rdl_function_parameters(struct rdl_symbols *s, uintptr_t target,
                               Dwarf_Die out[RDL_N_ARGUMENTS])
{
    const char *name = rdl_code_function(s, target);
    struct symbol_function f;
    Dwarf_Die die, type;
    size_t n = 0;

    /* gcc may change what the parameters of "push.isra.0" are.  A structure
     * that is returned may take the first register. */
    if (name == NULL || strchr(name, '.') != NULL ||
        !rdl_function_open(s, target, &f) ||
        (rdl_symbols_type(&f.die, &type) && !variables_is_integer(&type)) ||
        dwarf_child(&f.die, &die) != 0)
        return 0;
    do {
        if (dwarf_tag(&die) != DW_TAG_formal_parameter)
            continue;
        if (!rdl_symbols_type(&die, &type) || !variables_is_integer(&type))
            break;
        out[n++] = die;
    } while (n < RDL_N_ARGUMENTS && dwarf_siblingof(&die, &die) == 0);
    return n;
}
