/* block_values.c - see block_values.h.  A value is unknown, the block, a
 * pointer of a known type, or an address of static memory.  Registers are an
 * array; the frame is a small list of slots by offset. */
#include "symbols/blocks/block_values.h"

#include "symbols/dwarf/scope.h"

#include <dwarf.h>
#include <stdio.h>
#include <string.h>

#define CALL_BYTES 2 /* at least, for every call instruction */

/* Is it the address where the block begins? */
bool rdl_flow_is_begin(const struct symbol_flow_value *v)
{
    return v->kind == FLOW_BLOCK && v->number == 0;
}

/* --- Uses ----------------------------------------------------------------- */

/* "items" of "queue.items[2]". */
static void values_last_name(const char *path, char *out, size_t size)
{
    const char *dot = strrchr(path, '.');
    const char *from = dot != NULL ? dot + 1 : path;

    snprintf(out, size, "%.*s", (int)strcspn(from, "["), from);
}

void rdl_flow_use(struct symbol_flow *f, Dwarf_Die *pointer, const char *path,
                  const char *function)
{
    struct symbol_uses *u = f->uses;
    struct symbol_use *use = &u->all[u->n];

    if (u->n == RDL_MOST_USES || !rdl_type_pointee(pointer, &use->type))
        return;
    values_last_name(path, use->name, sizeof(use->name));
    use->function = function;
    for (size_t i = 0; i < u->n; i++) {
        if (dwarf_dieoffset(&u->all[i].type) == dwarf_dieoffset(&use->type) &&
            strcmp(u->all[i].name, use->name) == 0)
            return;
    }
    u->n++;
}

bool rdl_flow_pointer_in(struct rdl_append *path, Dwarf_Die *type,
                         Dwarf_Word offset, bool indexed)
{
    Dwarf_Die inner = *type;

    if (dwarf_tag(&inner) == DW_TAG_pointer_type) {
        *type = inner;
        return offset == 0 || (indexed && offset % RDL_POINTER_SIZE == 0);
    }
    rdl_symbols_into(path, &inner, &offset);
    if (offset != 0 || dwarf_tag(&inner) != DW_TAG_pointer_type ||
        (indexed && strchr(path->out, '[') == NULL))
        return false;
    *type = inner;
    return true;
}

/* --- Places --------------------------------------------------------------- */

struct symbol_flow_place rdl_flow_place(struct symbol_flow *f,
                                        const struct symbol_flow_state *s,
                                        const struct rdl_machine *i,
                                        const ZydisDecodedOperand *o)
{
    const int64_t displacement = o->mem.disp.value;
    struct symbol_flow_place p = { .indexed =
                                       o->mem.index != ZYDIS_REGISTER_NONE };
    struct symbol_flow_value base;
    int reg;

    if (o->mem.segment == ZYDIS_REGISTER_FS ||
        o->mem.segment == ZYDIS_REGISTER_GS)
        return p;
    if (o->mem.base == ZYDIS_REGISTER_RIP) {
        p.kind = PLACE_STATIC;
        p.number = (int64_t)i->next + displacement;
        return p;
    }
    reg = rdl_machine_register(o->mem.base);
    if (reg < 0)
        return p;
    if (rdl_function_frame_offset(&f->function, s->pc, reg, displacement,
                                  &p.number)) {
        p.kind = PLACE_FRAME;
        return p;
    }
    base = rdl_flow_register(f, s, reg);
    p.number = base.number + displacement;
    if (base.kind == FLOW_POINTER) {
        p.kind = PLACE_IN_TYPE;
        p.type = base.type;
    } else if (base.kind == FLOW_STATIC) {
        p.kind = PLACE_STATIC;
    }
    return p;
}

/* The type and the name of the pointer at that place. */
static bool values_pointer_at(struct symbol_flow *f,
                              const struct symbol_flow_state *s,
                              const struct symbol_flow_place *p,
                              Dwarf_Die *type, char *path, size_t size,
                              const char **function)
{
    struct symbol_location location = { .in_frame = true, .offset = p->number };
    struct rdl_append t = { .out = path, .size = size };
    struct symbol_variable variable;
    Dwarf_Word offset = (Dwarf_Word)p->number;
    Dwfl_Module *module;
    GElf_Off at;

    path[0] = '\0';
    *function = NULL;
    switch (p->kind) {
    case PLACE_FRAME:
        if (rdl_function_variables(&f->function, s->pc, &location, &variable,
                                   1) != 1)
            return false;
        offset = variable.offset;
        *function = variable.function;
        break;
    case PLACE_STATIC:
        if (rdl_symbols_object(f->symbols, (uintptr_t)p->number, &module,
                               &at) == NULL ||
            !rdl_symbols_variable(module, (uintptr_t)p->number - at,
                                  &variable.die))
            return false;
        offset = at;
        break;
    case PLACE_IN_TYPE:
        *type = p->type;
        return p->number >= 0 &&
               rdl_flow_pointer_in(&t, type, offset, p->indexed);
    case PLACE_UNKNOWN:
        return false;
    }
    if (!rdl_symbols_type(&variable.die, type))
        return false;
    if (dwarf_diename(&variable.die) != NULL)
        rdl_append(&t, "%s", dwarf_diename(&variable.die));
    return rdl_flow_pointer_in(&t, type, offset, p->indexed);
}

/* --- Values --------------------------------------------------------------- */

/* The value of a pointer of this type, which may point to any object of it. */
static struct symbol_flow_value values_pointer(Dwarf_Die *pointer)
{
    struct symbol_flow_value v = { .kind = FLOW_UNKNOWN };

    if (rdl_symbols_type(pointer, &v.type))
        v.kind = FLOW_POINTER;
    return v;
}

struct symbol_flow_value rdl_flow_register(struct symbol_flow *f,
                                           const struct symbol_flow_state *s,
                                           int reg)
{
    struct symbol_location location = { .reg = reg };
    struct symbol_variable variable;
    Dwarf_Die type;

    if (s->regs[reg].kind == FLOW_UNKNOWN &&
        rdl_function_variables(&f->function, s->pc, &location, &variable, 1) ==
            1 &&
        rdl_symbols_type(&variable.die, &type) &&
        dwarf_tag(&type) == DW_TAG_pointer_type)
        return values_pointer(&type);
    return s->regs[reg];
}

static struct symbol_flow_slot *values_slot_at(struct symbol_flow_state *s,
                                               int64_t at)
{
    for (size_t i = 0; i < s->n_slots; i++) {
        if (s->slots[i].at == at)
            return &s->slots[i];
    }
    return NULL;
}

struct symbol_flow_value rdl_flow_load(struct symbol_flow *f,
                                       struct symbol_flow_state *s,
                                       const struct symbol_flow_place *p)
{
    struct symbol_flow_value unknown = { .kind = FLOW_UNKNOWN };
    const struct symbol_flow_slot *slot;
    const char *function;
    char path[128];
    Dwarf_Die type;

    if (p->kind == PLACE_FRAME && !p->indexed) {
        slot = values_slot_at(s, p->number);
        if (slot != NULL && slot->value.kind != FLOW_UNKNOWN)
            return slot->value;
    }
    if (!values_pointer_at(f, s, p, &type, path, sizeof(path), &function))
        return unknown;
    return values_pointer(&type);
}

/* The call's result is stored into the frame. gcc places a variable there from
 * the return on, before the store, and only until the next call.  A variable
 * that had no value at the call got it from this store. */
static void values_spilled(struct symbol_flow *f,
                           const struct symbol_flow_state *s, int64_t offset)
{
    const struct symbol_location location = { .in_frame = true,
                                              .offset = offset };
    struct symbol_variable found[RDL_FLOW_AT_ONE];
    const size_t n = rdl_function_variables(&f->function, s->pc, &location,
                                            found, RDL_FLOW_AT_ONE);
    Dwarf_Die type;

    for (size_t i = 0; i < n; i++) {
        const char *name = dwarf_diename(&found[i].die);

        if (name != NULL && found[i].offset == 0 &&
            !rdl_function_has_value(&f->function, f->begin - CALL_BYTES,
                                    &found[i].die) &&
            rdl_symbols_type(&found[i].die, &type))
            rdl_flow_use(f, &type, name, found[i].function);
    }
}

void rdl_flow_store(struct symbol_flow *f, struct symbol_flow_state *s,
                    const struct symbol_flow_place *p,
                    const struct symbol_flow_value *value)
{
    struct symbol_flow_slot *slot;
    const char *function;
    char path[128];
    Dwarf_Die type;

    if (p->kind == PLACE_FRAME && !p->indexed) {
        slot = values_slot_at(s, p->number);
        if (slot == NULL && rdl_flow_is_begin(value))
            values_spilled(f, s, p->number);
        if (slot == NULL && s->n_slots < RDL_FLOW_SLOTS)
            slot = &s->slots[s->n_slots++];
        if (slot != NULL)
            *slot =
                (struct symbol_flow_slot){ .at = p->number, .value = *value };
    }
    if (value->kind != FLOW_BLOCK)
        return;
    if (p->kind != PLACE_FRAME)
        f->uses->stored = true;
    /* Variables in the frame are checked after the store. */
    if (rdl_flow_is_begin(value) && (p->kind != PLACE_FRAME || p->indexed) &&
        values_pointer_at(f, s, p, &type, path, sizeof(path), &function))
        rdl_flow_use(f, &type, path, function);
}
