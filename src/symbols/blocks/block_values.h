/* block_values.h - the contents of registers, frame and memory while
 * block_flow.c follows a block through a function. */
#ifndef RDL_SYMBOLS_BLOCKS_BLOCK_VALUES_H
#define RDL_SYMBOLS_BLOCKS_BLOCK_VALUES_H

#include "symbols/blocks/block_flow.h"
#include "symbols/code/machine.h"
#include "symbols/dwarf/variables.h"

#define RDL_FLOW_STEPS 128 /* limit of instructions followed */
#define RDL_FLOW_WAYS 8    /* limit of branches yet to follow */
#define RDL_FLOW_SLOTS 16  /* parts of the frame */
#define RDL_FLOW_AT_ONE 8  /* variables at one place */
#define RDL_POINTER_SIZE 8

struct symbol_flow_value {
    enum { FLOW_UNKNOWN, FLOW_BLOCK, FLOW_POINTER, FLOW_STATIC } kind;
    /* POINTER: the type that it points to, without qualifiers. */
    Dwarf_Die type;
    int64_t number; /* BLOCK, POINTER: offset in that; STATIC: the address */
};

struct symbol_flow_slot {
    int64_t at; /* from the canonical frame address */
    struct symbol_flow_value value;
};

struct symbol_flow_state { /* before the instruction at pc */
    uintptr_t pc;
    struct symbol_flow_value regs[RDL_N_REGISTERS];
    struct symbol_flow_slot slots[RDL_FLOW_SLOTS];
    size_t n_slots;
};

struct symbol_flow {
    struct rdl_symbols *symbols;
    struct symbol_function function;
    struct rdl_code code;
    uintptr_t begin; /* the return address of the call */
    struct symbol_uses *uses;
    struct symbol_flow_state ways[RDL_FLOW_WAYS];
    size_t n_ways;
    uintptr_t seen[RDL_FLOW_STEPS];
    size_t n_seen;
};

/* What a memory operand refers to. */
struct symbol_flow_place {
    enum { PLACE_UNKNOWN, PLACE_FRAME, PLACE_IN_TYPE, PLACE_STATIC } kind;
    int64_t number; /* offset from the CFA or in the type; address */
    Dwarf_Die type;
    bool indexed;
};

/* Is it the address where the block begins? */
bool rdl_flow_is_begin(const struct symbol_flow_value *v);

/* What a memory operand of the instruction refers to. */
struct symbol_flow_place rdl_flow_place(struct symbol_flow *f,
                                        const struct symbol_flow_state *s,
                                        const struct rdl_machine *i,
                                        const ZydisDecodedOperand *o);

/* The contents of a register and of a place, and the effect of a store there:
 * it records a use if the value is the block's address. */
struct symbol_flow_value rdl_flow_register(struct symbol_flow *f,
                                           const struct symbol_flow_state *s,
                                           int reg);
struct symbol_flow_value rdl_flow_load(struct symbol_flow *f,
                                       struct symbol_flow_state *s,
                                       const struct symbol_flow_place *p);
void rdl_flow_store(struct symbol_flow *f, struct symbol_flow_state *s,
                    const struct symbol_flow_place *p,
                    const struct symbol_flow_value *value);

/* Records that a pointer of that type, "queue.items[2]", points to the block,
 * unless it is a void *. */
void rdl_flow_use(struct symbol_flow *f, Dwarf_Die *pointer, const char *path,
                  const char *function);
/* The pointer at an offset of a type; appends its path to the name. indexed: at
 * an unknown index after the offset, in an array. */
bool rdl_flow_pointer_in(struct rdl_append *path, Dwarf_Die *type,
                         Dwarf_Word offset, bool indexed);

#endif
