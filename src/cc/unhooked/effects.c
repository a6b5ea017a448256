/* effects.c - see effects.h.
 *
 * Instructions that compute addresses are followed exactly.  Of all others it
 * is enough to know which registers they write: the same instruction makes the
 * same value of the same operands. */
#include "cc/unhooked/effects.h"

#include "cc/unhooked/calls.h"
#include "cc/unhooked/operand.h"

/* --- Accesses ------------------------------------------------------------- */

/* Does it fill a variable in the frame, which other threads may have the
 * address of, with a structure?  gcc gives what a function returns no hook.
 * Numbers, parameters and what was computed do not come from there. */
static bool effects_fills(const struct rdl_effects *e,
                          const struct rdl_state *s,
                          const struct rdl_effects_instruction *i,
                          const ZydisDecodedOperand *o, int address)
{
    const ZydisDecodedOperand *from = &i->operand[1];
    const struct rdl_atom *atom;
    int64_t distance;
    int reg;

    if (o != &i->operand[0] || i->ins.operand_count_visible != 2 ||
        from->type != ZYDIS_OPERAND_TYPE_REGISTER)
        return false;
    reg = rdl_operand_register(from->reg.value);
    atom = reg >= 0 ? rdl_values_single(&e->values, s->reg[reg]) : NULL;
    if (reg >= 0 ? o->size != 64 || i->ins.mnemonic != ZYDIS_MNEMONIC_MOV ||
                       atom == NULL || atom->kind != RDL_ATOM_MADE
                 : o->size < 128)
        return false;
    for (size_t k = 0; k < e->shared.n; k++) {
        if (rdl_values_distance(&e->values, e->shared.address[k], address,
                                &distance) &&
            distance >= 0 && distance < o->size / 8)
            return true;
    }
    return false;
}

/* gcc may store a bool, and clear the upper bits of the same byte at once: the
 * value stays, whatever another thread has stored in between. */
static bool effects_clears_bool(const struct rdl_effects *e,
                                const struct rdl_effects_instruction *i,
                                const ZydisDecodedOperand *o, int address)
{
    const ZydisDecodedOperand *with = &i->operand[1];

    return i->ins.mnemonic == ZYDIS_MNEMONIC_AND && o->size == 8 &&
           with->type == ZYDIS_OPERAND_TYPE_IMMEDIATE &&
           with->imm.value.u == 1 && e->stored_next == i->at &&
           e->stored == address;
}

static void effects_check(struct rdl_effects *e, struct rdl_state *s,
                          const struct rdl_effects_instruction *i,
                          const ZydisDecodedOperand *o)
{
    unsigned kinds = 0, flags;
    int address;

    if ((o->actions & ZYDIS_OPERAND_ACTION_MASK_READ) != 0)
        kinds |= RDL_HOOK_READS;
    if ((o->actions & ZYDIS_OPERAND_ACTION_MASK_WRITE) != 0)
        kinds |= RDL_HOOK_WRITES;
    if (kinds == 0 ||
        rdl_operand_address(e, s, i, o, &address) != RDL_PLACE_MEMORY)
        return;
    if (effects_clears_bool(e, i, o, address))
        kinds = RDL_HOOK_WRITES;
    if (i->ins.mnemonic == ZYDIS_MNEMONIC_MOV && kinds == RDL_HOOK_WRITES) {
        e->stored = address;
        e->stored_next = i->next;
    }
    flags = rdl_values_flags(&e->values, address);
    if ((flags & RDL_ATOM_OWN) != 0 ||
        (kinds == RDL_HOOK_READS && (flags & RDL_ATOM_CONSTANT) != 0) ||
        rdl_state_announced(s, &e->values, address, o->size / 8, kinds))
        return;
    if ((flags & RDL_ATOM_FRAME) == 0 ||
        ((kinds & RDL_HOOK_WRITES) != 0 && effects_fills(e, s, i, o, address)))
        e->found(e->data, i->at, address);
    else if ((kinds & RDL_HOOK_READS) != 0)
        rdl_effects_reads(e, i->at, address, o->size / 8);
}

static void effects_accesses(struct rdl_effects *e, struct rdl_state *s,
                             const struct rdl_effects_instruction *i)
{
    switch (i->ins.meta.category) {
    case ZYDIS_CATEGORY_NOP:
    case ZYDIS_CATEGORY_WIDENOP:
    case ZYDIS_CATEGORY_PREFETCH:
        return;
    default:
        break;
    }
    /* Random bits that no call asks for.  (rdtsc is trapped when it runs.) */
    switch (i->ins.mnemonic) {
    case ZYDIS_MNEMONIC_RDRAND:
    case ZYDIS_MNEMONIC_RDSEED:
        e->found(e->data, i->at, 0);
        return;
    default:
        break;
    }
    for (unsigned k = 0; k < i->ins.operand_count; k++) {
        if (rdl_operand_is_memory(&i->operand[k]))
            effects_check(e, s, i, &i->operand[k]);
    }
}

/* --- Values --------------------------------------------------------------- */

/* What an instruction makes of values, if it is a function of them alone. */
static int effects_result(struct rdl_effects *e,
                          const struct rdl_effects_instruction *i, int x, int y)
{
    unsigned flags = 0;

    /* The frame is aligned. */
    if (i->ins.mnemonic == ZYDIS_MNEMONIC_AND)
        flags = rdl_values_flags(&e->values, x) & RDL_ATOM_FRAME;
    return rdl_values_atom(&e->values, RDL_ATOM_RESULT,
                           i->ins.mnemonic +
                               ((uint64_t)i->ins.operand_width << 16) +
                               ((uint64_t)i->operand[1].size << 24),
                           (uint64_t)x, (uint64_t)y, flags);
}

/* It moves values into a vector register, which nobody follows: from there
 * compilers store two at once. */
static void effects_widens(struct rdl_effects *e, struct rdl_state *s,
                           const struct rdl_effects_instruction *i)
{
    for (unsigned k = 0; k < i->ins.operand_count_visible; k++) {
        const ZydisDecodedOperand *o = &i->operand[k];

        if ((o->actions & ZYDIS_OPERAND_ACTION_MASK_READ) != 0 &&
            o->size == 64 &&
            (rdl_operand_is_memory(o) ||
             (o->type == ZYDIS_OPERAND_TYPE_REGISTER &&
              rdl_operand_register(o->reg.value) >= 0)))
            rdl_effects_leak(e, rdl_operand_value(e, s, i, o));
    }
}

/* It reads more of the frame than a register has, or copies memory. */
static void effects_copies(struct rdl_effects *e, struct rdl_state *s,
                           const struct rdl_effects_instruction *i)
{
    const bool string = i->ins.meta.category == ZYDIS_CATEGORY_STRINGOP;
    const bool repeats = (i->ins.attributes & ZYDIS_ATTRIB_HAS_REP) != 0;
    int64_t times = 1;
    int address;

    for (unsigned k = 0; k < i->ins.operand_count; k++) {
        const ZydisDecodedOperand *o = &i->operand[k];

        if (!rdl_operand_is_memory(o) || (o->size <= 64 && !string) ||
            (o->actions & ZYDIS_OPERAND_ACTION_MASK_READ) == 0 ||
            rdl_operand_address(e, s, i, o, &address) != RDL_PLACE_MEMORY)
            continue;
        if (repeats &&
            !rdl_values_is_number(&e->values, s->reg[RDL_STATE_RCX], &times))
            rdl_leaks_copy(&e->leaks, &e->values, address, RDL_LEAKS_OPEN);
        else
            rdl_leaks_copy(&e->leaks, &e->values, address, o->size / 8 * times);
    }
}

/* Any other instruction: the registers that it writes get values of its own,
 * and so does what it stores. */
static void effects_other(struct rdl_effects *e, struct rdl_state *s,
                          const struct rdl_effects_instruction *i)
{
    const ZydisDecodedOperand *o = i->operand;
    const unsigned visible = i->ins.operand_count_visible;
    bool pure = visible == 2 || visible == 1;
    int x, y;

    effects_copies(e, s, i);
    for (unsigned k = 0; k < i->ins.operand_count; k++)
        pure = pure && (o[k].type == ZYDIS_OPERAND_TYPE_IMMEDIATE ||
                        (o[k].type == ZYDIS_OPERAND_TYPE_REGISTER &&
                         (rdl_operand_register(o[k].reg.value) >= 0
                              ? k < visible
                              : o[k].reg.value == ZYDIS_REGISTER_RFLAGS &&
                                    (o[k].actions &
                                     ZYDIS_OPERAND_ACTION_MASK_READ) == 0)));
    if (pure && o[0].type == ZYDIS_OPERAND_TYPE_REGISTER &&
        (o[0].actions & ZYDIS_OPERAND_ACTION_MASK_WRITE) != 0 &&
        (visible == 1 ||
         (o[1].actions & ZYDIS_OPERAND_ACTION_MASK_WRITE) == 0)) {
        x = rdl_operand_value(e, s, i, &o[0]);
        y = visible == 2 ? rdl_operand_value(e, s, i, &o[1]) : 0;
        rdl_operand_set(e, s, i, &o[0], effects_result(e, i, x, y));
        return;
    }
    for (unsigned k = 0; k < i->ins.operand_count; k++) {
        if ((o[k].actions & ZYDIS_OPERAND_ACTION_MASK_WRITE) == 0)
            continue;
        if (o[k].type == ZYDIS_OPERAND_TYPE_REGISTER) {
            const int reg = rdl_operand_register(o[k].reg.value);

            if (reg >= 0)
                s->reg[reg] = rdl_operand_made(e, i, reg);
            else if (o[k].reg.value != ZYDIS_REGISTER_RFLAGS)
                effects_widens(e, s, i);
        } else if (rdl_operand_is_memory(&o[k])) {
            rdl_operand_store(e, s, i, &o[k],
                              rdl_operand_made(e, i, RDL_STATE_REGISTERS + 3));
        }
    }
}

static void effects_move_stack(struct rdl_effects *e, struct rdl_state *s,
                               int64_t by)
{
    s->reg[RDL_STATE_RSP] =
        rdl_values_add(&e->values, s->reg[RDL_STATE_RSP],
                       rdl_values_number(&e->values, by), 1);
}

static void effects_choice(struct rdl_effects *e, struct rdl_state *s,
                           const struct rdl_effects_instruction *i)
{
    const ZydisDecodedOperand *o = i->operand;
    const int x = rdl_operand_value(e, s, i, &o[0]);
    const int y = rdl_operand_value(e, s, i, &o[1]);
    const unsigned both = rdl_values_flags(&e->values, x) &
                          rdl_values_flags(&e->values, y) & RDL_ATOM_FRAME;

    /* What only one of them is would not be followed any more. */
    if (both == 0) {
        rdl_effects_leak(e, x);
        rdl_effects_leak(e, y);
    }
    rdl_operand_set(e, s, i, &o[0],
                    x == y ? x
                           : rdl_values_atom(&e->values, RDL_ATOM_JOINED, i->at,
                                             0, 0, both));
}

/* 32 bits become 64, by the sign. */
static int effects_extends(struct rdl_effects *e, int value)
{
    return rdl_values_atom(&e->values, RDL_ATOM_RESULT, ZYDIS_MNEMONIC_CDQE,
                           (uint64_t)value, 0, 0);
}

/* Only the alignment of an array of variable size needs it. */
static bool effects_shifts_frame(struct rdl_effects *e, struct rdl_state *s,
                                 const struct rdl_effects_instruction *i)
{
    const ZydisDecodedOperand *o = i->operand;
    int value;

    if (o[0].type != ZYDIS_OPERAND_TYPE_REGISTER || o[0].size != 64 ||
        o[1].type != ZYDIS_OPERAND_TYPE_IMMEDIATE || o[1].imm.value.u > 12)
        return false;
    value = rdl_operand_value(e, s, i, &o[0]);
    if ((rdl_values_flags(&e->values, value) & RDL_ATOM_FRAME) == 0)
        return false;
    rdl_operand_set(e, s, i, &o[0],
                    rdl_values_atom(&e->values, RDL_ATOM_RESULT,
                                    i->ins.mnemonic, (uint64_t)value,
                                    o[1].imm.value.u, RDL_ATOM_SHIFTED));
    return true;
}

static void effects_multiply(struct rdl_effects *e, struct rdl_state *s,
                             const struct rdl_effects_instruction *i)
{
    const ZydisDecodedOperand *o = i->operand;
    const unsigned visible = i->ins.operand_count_visible;
    int64_t times;

    if (i->ins.mnemonic == ZYDIS_MNEMONIC_SHL && visible == 2 &&
        o[1].type == ZYDIS_OPERAND_TYPE_IMMEDIATE && o[0].size == 64) {
        times = (int64_t)((uint64_t)1 << (o[1].imm.value.u & 63));
        rdl_operand_set(
            e, s, i, &o[0],
            rdl_values_add(&e->values, rdl_values_number(&e->values, 0),
                           rdl_operand_value(e, s, i, &o[0]), times));
        return;
    }
    if (i->ins.mnemonic == ZYDIS_MNEMONIC_IMUL && visible == 3 &&
        o[0].size == 64) {
        times = o[2].imm.value.s;
        rdl_operand_set(
            e, s, i, &o[0],
            rdl_values_add(&e->values, rdl_values_number(&e->values, 0),
                           rdl_operand_value(e, s, i, &o[1]), times));
        return;
    }
    effects_other(e, s, i);
}

void rdl_effects_step(struct rdl_effects *e, struct rdl_state *s,
                      const struct rdl_effects_instruction *i)
{
    const ZydisDecodedOperand *o = i->operand;
    struct rdl_values *v = &e->values;
    int value;

    if (e->found != NULL)
        effects_accesses(e, s, i);
    if (i->ins.meta.category == ZYDIS_CATEGORY_CMOV) {
        effects_choice(e, s, i);
        return;
    }
    switch (i->ins.mnemonic) {
    case ZYDIS_MNEMONIC_MOV:
        rdl_operand_set(e, s, i, &o[0], rdl_operand_value(e, s, i, &o[1]));
        break;
    case ZYDIS_MNEMONIC_LEA:
        rdl_operand_address(e, s, i, &o[1], &value);
        rdl_operand_set(e, s, i, &o[0], value);
        break;
    case ZYDIS_MNEMONIC_ADD:
    case ZYDIS_MNEMONIC_SUB:
        value = rdl_values_add(v, rdl_operand_value(e, s, i, &o[0]),
                               rdl_operand_value(e, s, i, &o[1]),
                               i->ins.mnemonic == ZYDIS_MNEMONIC_ADD ? 1 : -1);
        rdl_operand_set(e, s, i, &o[0], value);
        break;
    case ZYDIS_MNEMONIC_INC:
    case ZYDIS_MNEMONIC_DEC:
        value = rdl_values_add(v, rdl_operand_value(e, s, i, &o[0]),
                               rdl_values_number(v, 1),
                               i->ins.mnemonic == ZYDIS_MNEMONIC_INC ? 1 : -1);
        rdl_operand_set(e, s, i, &o[0], value);
        break;
    case ZYDIS_MNEMONIC_XOR:
        if (o[0].type == ZYDIS_OPERAND_TYPE_REGISTER &&
            o[1].type == ZYDIS_OPERAND_TYPE_REGISTER &&
            o[0].reg.value == o[1].reg.value)
            rdl_operand_set(e, s, i, &o[0], rdl_values_number(v, 0));
        else
            effects_other(e, s, i);
        break;
    case ZYDIS_MNEMONIC_SHR:
        if (!effects_shifts_frame(e, s, i))
            effects_other(e, s, i);
        break;
    case ZYDIS_MNEMONIC_SHL:
    case ZYDIS_MNEMONIC_IMUL:
        effects_multiply(e, s, i);
        break;
    case ZYDIS_MNEMONIC_MOVSXD:
        value = rdl_values_short(v, rdl_operand_value(e, s, i, &o[1]));
        rdl_operand_set(e, s, i, &o[0], effects_extends(e, value));
        break;
    case ZYDIS_MNEMONIC_MOVZX:
    case ZYDIS_MNEMONIC_MOVSX:
        value = rdl_operand_value(e, s, i, &o[1]);
        rdl_operand_set(e, s, i, &o[0],
                        effects_result(e, i, value, rdl_values_number(v, 0)));
        break;
    case ZYDIS_MNEMONIC_CDQE:
        value = rdl_values_short(v, s->reg[RDL_STATE_RAX]);
        s->reg[RDL_STATE_RAX] = effects_extends(e, value);
        break;
    case ZYDIS_MNEMONIC_PUSH:
        value = rdl_operand_value(e, s, i, &o[0]);
        effects_move_stack(e, s, -8);
        rdl_leaks_store(&e->leaks, s->reg[RDL_STATE_RSP], 8);
        rdl_state_store(s, v, s->reg[RDL_STATE_RSP], 8, value);
        break;
    case ZYDIS_MNEMONIC_POP:
        value = rdl_state_load(s, v, s->reg[RDL_STATE_RSP], 8, i->at);
        effects_move_stack(e, s, 8);
        rdl_operand_set(e, s, i, &o[0], value);
        break;
    case ZYDIS_MNEMONIC_LEAVE:
        s->reg[RDL_STATE_RSP] = s->reg[RDL_STATE_RBP];
        s->reg[RDL_STATE_RBP] =
            rdl_state_load(s, v, s->reg[RDL_STATE_RSP], 8, i->at);
        effects_move_stack(e, s, 8);
        break;
    case ZYDIS_MNEMONIC_CALL:
        rdl_calls_step(e, s, i);
        break;
    default:
        effects_other(e, s, i);
    }
}

/* --- Control -------------------------------------------------------------- */

bool rdl_effects_goal(const struct rdl_effects *e,
                      const struct rdl_effects_instruction *i, uint64_t *goal,
                      const char **name)
{
    const ZydisDecodedOperand *o = &i->operand[0];
    const bool offsets = o->type == ZYDIS_OPERAND_TYPE_MEMORY &&
                         o->mem.base == ZYDIS_REGISTER_RIP;
    const unsigned offset =
        offsets ? i->ins.raw.disp.offset : i->ins.raw.imm[0].offset;
    const GElf_Rela *r;
    struct rdl_image_target t;

    *name = NULL;
    *goal = 0;
    if (!offsets &&
        (o->type != ZYDIS_OPERAND_TYPE_IMMEDIATE || !o->imm.is_relative))
        return false;
    r = rdl_operand_relocation(
        e, i, offset, offsets ? i->ins.raw.disp.size : i->ins.raw.imm[0].size);
    if (offsets && (r == NULL || !rdl_operand_is_got(GELF_R_TYPE(r->r_info))))
        return false;
    if (r == NULL) {
        *goal = i->next + (uint64_t)o->imm.value.s;
        return true;
    }
    if (!rdl_image_target(e->image, r, (int64_t)(i->next - (i->at + offset)),
                          &t))
        return false;
    *goal = t.at;
    *name = t.name[0] != '\0' ? t.name : NULL;
    return true;
}

int rdl_effects_indirect(struct rdl_effects *e, struct rdl_state *s,
                         const struct rdl_effects_instruction *i, bool *loads)
{
    int value;

    *loads = i->operand[0].type == ZYDIS_OPERAND_TYPE_MEMORY;
    if (!*loads)
        return rdl_operand_value(e, s, i, &i->operand[0]);
    rdl_operand_address(e, s, i, &i->operand[0], &value);
    return value;
}

void rdl_effects_entry(struct rdl_effects *e, struct rdl_state *s)
{
    s->n_slots = s->n_hooks = 0;
    for (int r = 0; r < RDL_STATE_REGISTERS; r++)
        s->reg[r] = rdl_values_atom(&e->values, RDL_ATOM_ENTRY, (uint64_t)r, 0,
                                    0, r == RDL_STATE_RSP ? RDL_ATOM_FRAME : 0);
}
