/* call_slot.c - which words on a stack are return addresses?
 *
 * A function calls with its stack pointer at a known distance from the upper
 * end of its frame, where its own return address is.  So one return address
 * leads to the next, whatever older calls have left between them.  The distance
 * comes from the unwind tables.  They do not have it for code with a frame
 * pointer; there this file adds up what the code before the call pushes.  A
 * function that moves its stack pointer by a variable (alloca) ends the walk.
 */
#include "symbols/internal.h"

#include "symbols/code/machine.h"

#include <dwarf.h>
#include <stdlib.h>

#define RSP 7 /* as a DWARF number */

/* From the unwind tables; false: not known, or relative to another register. */
static bool slot_from_tables(Dwfl_Module *module, uintptr_t pc,
                             uintptr_t *distance)
{
    Dwarf_Addr bias;
    Dwarf_CFI *cfi = dwfl_module_eh_cfi(module, &bias);
    Dwarf_Frame *frame = NULL;
    Dwarf_Op *ops;
    size_t n;
    bool known;

    if (cfi == NULL || dwarf_cfi_addrframe(cfi, pc - bias, &frame) != 0)
        return false;
    known = dwarf_frame_cfa(frame, &ops, &n) == 0 && n == 1 &&
            ops[0].atom == DW_OP_bregx && ops[0].number == RSP;
    if (known)
        *distance = (uintptr_t)ops[0].number2;
    free(frame);
    return known;
}

struct slot_walk {
    uintptr_t depth; /* bytes below the upper end of the frame */
    uintptr_t body;  /* most of it up to the function's first call */
    bool calls;      /* the walk is behind that call */
    bool lost;       /* it is moved by a variable */
};

static void slot_step(struct slot_walk *w, const struct rdl_machine *i)
{
    int to = -1;
    const bool rsp = rdl_machine_is_register(&i->operands[0], &to) && to == RSP;
    const bool number = i->operands[1].type == ZYDIS_OPERAND_TYPE_IMMEDIATE;
    const uintptr_t by = (uintptr_t)i->operands[1].imm.value.s;

    switch (i->ins.mnemonic) {
    case ZYDIS_MNEMONIC_PUSH:
        w->depth += 8;
        break;
    case ZYDIS_MNEMONIC_POP:
        w->depth -= 8;
        break;
    case ZYDIS_MNEMONIC_SUB:
    case ZYDIS_MNEMONIC_ADD:
        w->lost = w->lost || (rsp && !number);
        if (rsp && number)
            w->depth += i->ins.mnemonic == ZYDIS_MNEMONIC_SUB ? by : -by;
        break;
    case ZYDIS_MNEMONIC_MOV:
    case ZYDIS_MNEMONIC_AND:
    case ZYDIS_MNEMONIC_XCHG:
        w->lost = w->lost || rsp;
        break;
    case ZYDIS_MNEMONIC_RET: /* behind it the body continues */
    case ZYDIS_MNEMONIC_JMP: /* perhaps to another function, like a return */
        w->depth = w->body;
        break;
    default:
        w->calls = w->calls || rdl_machine_is_call(i);
    }
    if (!w->calls && (intptr_t)w->depth > (intptr_t)w->body)
        w->body = w->depth;
}

/* From the code of the function. */
static bool slot_from_code(struct rdl_symbols *s, Dwfl_Module *module,
                           uintptr_t pc, uintptr_t *distance)
{
    struct slot_walk w = { .depth = sizeof(uintptr_t),
                           .body = sizeof(uintptr_t) };
    struct rdl_machine i;
    struct rdl_code code;
    GElf_Off offset;
    GElf_Sym symbol;
    uintptr_t at;
    bool reached = false;

    if (!rdl_code_at(s, pc, &code) ||
        rdl_symbols_nearest(s, module, pc, &offset, &symbol) == NULL ||
        offset >= symbol.st_size)
        return false;
    for (at = pc - offset; at < pc - offset + symbol.st_size; at = i.next) {
        if (!rdl_machine_decode(&code, at, &i))
            return false;
        if (i.next == pc + 1 && rdl_machine_is_call(&i)) {
            *distance = w.depth;
            reached = true;
        }
        slot_step(&w, &i);
    }
    return reached && !w.lost;
}

/* The upper end of the frame that made the call of this return address. */
static bool slot_top(struct rdl_symbols *s, const struct rdl_stack_word *w,
                     uintptr_t *top)
{
    const uintptr_t pc = w->pc - 1;
    Dwfl_Module *module = rdl_symbols_open(s, pc);
    uintptr_t distance;

    if (module == NULL || (!slot_from_tables(module, pc, &distance) &&
                           !slot_from_code(s, module, pc, &distance)))
        return false;
    *top = w->slot + sizeof(uintptr_t) + distance;
    /* Further up, whatever the file says: a walk must end. */
    return *top > w->slot + sizeof(uintptr_t);
}

uintptr_t rdl_symbols_caller(struct rdl_symbols *s, uintptr_t pc,
                             const struct rdl_stack_word *words, size_t n,
                             uintptr_t top)
{
    for (size_t first = 0; first < n; first++) {
        size_t i = first;
        uintptr_t end;

        /* An older call may have left the same pc. */
        if (words[first].pc != pc)
            continue;
        while (i < n && slot_top(s, &words[i], &end)) {
            if (end == top)
                return words[i].pc;
            while (i < n && words[i].slot != end - sizeof(uintptr_t))
                i++;
        }
    }
    return 0;
}
