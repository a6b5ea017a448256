/* test_use.c - see test_use.h. */
#include "symbols/code/test_use.h"

#include "symbols/code/code_hash.h"
#include "symbols/code/machine.h"

#include <string.h>

enum {
    MOST_STEPS = 512, /* instructions */
    MOST_WAYS = 16,   /* sides of branches yet to follow */
    MOST_SLOTS = 8,   /* parts of the frame */
    MOST_ROWS = 64,   /* instructions in a row */
};

#define FLAGS (UINT32_C(1) << RDL_N_REGISTERS)
/* rax, rdx, rcx, rsi, rdi, r8 to r11: a call changes them. */
#define CALLERS UINT32_C(0x0f37)

struct slot {
    int base; /* register */
    int64_t at;
};

struct state { /* before the instruction at `at` */
    uintptr_t at;
    uint32_t holds; /* registers with the value, or what comes of it */
    bool loads;     /* the value is what the next load from memory gets */
    size_t n_slots;
    struct slot slots[MOST_SLOTS];
};

struct walk {
    struct rdl_symbols *symbols;
    struct rdl_code code;
    uintptr_t goal; /* an instruction ends there */
    size_t n_seen;
    uintptr_t seen[MOST_STEPS];
    size_t n_ways;
    struct state ways[MOST_WAYS];
};

/* A call, also one that is idle (hooks/hooks.h). */
static bool use_is_call(const struct walk *w, const struct rdl_machine *i)
{
    return rdl_machine_is_call(i) ||
           (i->ins.mnemonic == ZYDIS_MNEMONIC_TEST &&
            rdl_code_called(w->symbols, i->next) != NULL);
}

static bool use_is_branch(const struct rdl_machine *i)
{
    return i->ins.meta.category == ZYDIS_CATEGORY_COND_BR;
}

/* Not followed before?  Then it is now. */
static bool use_new(struct walk *w, uintptr_t at)
{
    for (size_t i = 0; i < w->n_seen; i++) {
        if (w->seen[i] == at)
            return false;
    }
    if (w->n_seen == MOST_STEPS)
        return false;
    w->seen[w->n_seen++] = at;
    return true;
}

static void use_way(struct walk *w, const struct state *s, uintptr_t at)
{
    if (at < s->at || w->n_ways == MOST_WAYS)
        return;
    w->ways[w->n_ways] = *s;
    w->ways[w->n_ways++].at = at;
}

/* Where control goes without a condition; 0: nowhere that is known. */
static uintptr_t use_next(const struct rdl_machine *i)
{
    if (i->ins.meta.category == ZYDIS_CATEGORY_UNCOND_BR)
        return rdl_machine_target(i);
    return i->ins.meta.category == ZYDIS_CATEGORY_RET ? 0 : i->next;
}

/* Can the goal be reached from there without another test?  Compilers put what
 * is rarely done behind the rest, so this also goes back. */
static bool use_reaches(const struct walk *from, uintptr_t at, uintptr_t test)
{
    const struct state any = { .at = 0 };
    struct walk w = { .symbols = from->symbols, .code = from->code };
    struct rdl_machine i;

    use_way(&w, &any, at);
    while (w.n_ways > 0) {
        uintptr_t next;

        at = w.ways[--w.n_ways].at;
        if (!use_new(&w, at) || !rdl_machine_decode(&w.code, at, &i) ||
            i.next == test)
            continue;
        if (i.next == from->goal)
            return true;
        next = use_next(&i);
        if (use_is_branch(&i))
            use_way(&w, &any, rdl_machine_target(&i));
        if (next != 0)
            use_way(&w, &any, next);
    }
    return false;
}

/* --- Values --------------------------------------------------------------- */

/* A part of the frame? */
static bool use_slot(const ZydisDecodedOperand *o, struct slot *out)
{
    if (o->type != ZYDIS_OPERAND_TYPE_MEMORY ||
        o->mem.type != ZYDIS_MEMOP_TYPE_MEM ||
        o->mem.index != ZYDIS_REGISTER_NONE)
        return false;
    *out =
        (struct slot){ rdl_machine_register(o->mem.base), o->mem.disp.value };
    return out->base == RDL_REG_RBP || out->base == RDL_REG_RSP;
}

static bool use_same(const struct slot *a, const struct slot *b)
{
    return a->base == b->base && a->at == b->at;
}

static bool use_in_slot(const struct state *s, const struct slot *slot)
{
    for (size_t i = 0; i < s->n_slots; i++) {
        if (use_same(&s->slots[i], slot))
            return true;
    }
    return false;
}

static void use_set_slot(struct state *s, const struct slot *slot, bool holds)
{
    size_t n = 0;

    for (size_t i = 0; i < s->n_slots; i++) {
        if (!use_same(&s->slots[i], slot))
            s->slots[n++] = s->slots[i];
    }
    s->n_slots = n;
    if (holds && n < MOST_SLOTS)
        s->slots[s->n_slots++] = *slot;
}

/* The bit of a register; 0: the operand is none. */
static uint32_t use_bit(const ZydisDecodedOperand *o)
{
    int reg;

    if (rdl_machine_is_register(o, &reg))
        return UINT32_C(1) << reg;
    return o->type == ZYDIS_OPERAND_TYPE_REGISTER &&
                   (o->reg.value == ZYDIS_REGISTER_FLAGS ||
                    o->reg.value == ZYDIS_REGISTER_EFLAGS ||
                    o->reg.value == ZYDIS_REGISTER_RFLAGS)
               ? FLAGS
               : 0;
}

/* `xor %eax,%eax` */
static bool use_clears(const struct rdl_machine *i)
{
    int a, b;

    return (i->ins.mnemonic == ZYDIS_MNEMONIC_XOR ||
            i->ins.mnemonic == ZYDIS_MNEMONIC_SUB) &&
           rdl_machine_is_register(&i->operands[0], &a) &&
           rdl_machine_is_register(&i->operands[1], &b) && a == b;
}

static bool use_reads(struct state *s, const ZydisDecodedOperand *o)
{
    struct slot slot;

    if ((o->actions & ZYDIS_OPERAND_ACTION_MASK_READ) == 0)
        return false;
    if ((s->holds & use_bit(o)) != 0)
        return true;
    if (o->type != ZYDIS_OPERAND_TYPE_MEMORY ||
        o->mem.type != ZYDIS_MEMOP_TYPE_MEM)
        return false;
    if (use_slot(o, &slot))
        return use_in_slot(s, &slot);
    if (!s->loads)
        return false;
    s->loads = false;
    return true;
}

/* What the instruction makes of the value. */
static void use_do(struct state *s, const struct rdl_machine *i)
{
    const ZydisDecodedOperand *o = i->operands;
    struct slot slot;
    bool holds = false;

    for (size_t k = 0; k < i->ins.operand_count; k++)
        holds |= use_reads(s, &o[k]);
    holds &= !use_clears(i);
    for (size_t k = 0; k < i->ins.operand_count; k++) {
        const uint32_t bit = use_bit(&o[k]);

        if ((o[k].actions & ZYDIS_OPERAND_ACTION_MASK_WRITE) == 0)
            continue;
        s->holds = holds ? s->holds | bit : s->holds & ~bit;
        if (bit == 0 && use_slot(&o[k], &slot))
            use_set_slot(s, &slot, holds);
    }
}

/* --- The three questions -------------------------------------------------- */

/* Does a test of the value decide whether the goal is reached? */
static bool use_decides(struct walk *w, const struct rdl_test_use *t)
{
    const struct state begin = {
        .at = t->test,
        .holds = t->call ? UINT32_C(1) << RDL_REG_RAX : 0,
        .loads = !t->call,
    };
    struct rdl_machine i;

    use_way(w, &begin, t->test);
    while (w->n_ways > 0) {
        struct state s = w->ways[--w->n_ways];
        uintptr_t next, other;

        if (!use_new(w, s.at) || !rdl_machine_decode(&w->code, s.at, &i) ||
            i.next == w->goal)
            continue;
        next = use_next(&i);
        if (use_is_branch(&i)) {
            other = rdl_machine_target(&i);
            if ((s.holds & FLAGS) != 0 && use_reaches(w, i.next, t->test) !=
                                              use_reaches(w, other, t->test))
                return true;
            use_way(w, &s, other);
        } else if (use_is_call(w, &i)) {
            s.holds &= ~(CALLERS | FLAGS);
        } else {
            use_do(&s, &i);
        }
        if (next != 0)
            use_way(w, &s, next);
    }
    return false;
}

/* Does the change follow without a condition? */
static bool use_straight(const struct walk *w, uintptr_t from, uintptr_t to)
{
    struct rdl_machine i;

    for (size_t n = 0; n < MOST_ROWS && from != 0; n++) {
        if (!rdl_machine_decode(&w->code, from, &i) || use_is_branch(&i))
            return false;
        if (i.next == to)
            return true;
        from = use_next(&i);
    }
    return false;
}

/* Does nobody look at what the call at `from` has returned? */
static bool use_unread(const struct walk *w, uintptr_t from)
{
    const uint32_t rax = UINT32_C(1) << RDL_REG_RAX;
    struct rdl_machine i;

    for (size_t n = 0; n < MOST_ROWS && from != 0; n++) {
        bool writes = false;

        if (!rdl_machine_decode(&w->code, from, &i) || use_is_branch(&i) ||
            i.ins.meta.category == ZYDIS_CATEGORY_RET)
            return false;
        if (use_is_call(w, &i))
            return true;
        for (size_t k = 0; k < i.ins.operand_count; k++) {
            const ZydisDecodedOperand *o = &i.operands[k];

            if (o->type == ZYDIS_OPERAND_TYPE_MEMORY &&
                (rdl_machine_register(o->mem.base) == RDL_REG_RAX ||
                 rdl_machine_register(o->mem.index) == RDL_REG_RAX))
                return false;
            if (use_bit(o) != rax)
                continue;
            if ((o->actions & ZYDIS_OPERAND_ACTION_MASK_READ) != 0 &&
                !use_clears(&i))
                return false;
            writes |= (o->actions & ZYDIS_OPERAND_ACTION_MASK_WRITE) != 0;
        }
        if (writes)
            return true;
        from = use_next(&i);
    }
    return false;
}

bool rdl_code_test_use(struct rdl_symbols *s, const struct rdl_test_use *t)
{
    struct walk w = { .symbols = s, .goal = t->use != 0 ? t->use : t->change };

    return rdl_code_at(s, t->test, &w.code) && use_decides(&w, t) &&
           (t->use == 0 || use_straight(&w, t->use, t->change)) &&
           (!t->gives || use_unread(&w, t->change));
}
