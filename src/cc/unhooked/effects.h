/* effects.h - what one instruction does to a state. */
#ifndef RDL_CC_UNHOOKED_EFFECTS_H
#define RDL_CC_UNHOOKED_EFFECTS_H

#include "cc/unhooked/image.h"
#include "cc/unhooked/leaks.h"
#include "cc/unhooked/state.h"

#include <Zydis/Zydis.h>

struct rdl_effects {
    const struct rdl_image *image;
    struct rdl_values values;
    /* Called for an access that no hook announced; NULL: not yet. */
    void (*found)(void *data, uint64_t at, int address);
    const struct rdl_leaks_reports *reports; /* in the last round */
    void *data;
    struct rdl_leaks leaks;
    /* Addresses in the frame that functions got; those that other threads have,
     * because it stores them outside or gives them to a new thread; and all
     * that other threads may have (leaks.h). */
    struct rdl_effects_escapes {
        int address[64];
        size_t n;
        bool full; /* there are more */
    } escaped, shared, reachable;
    /* The latest store to memory: where, and the instruction behind it. */
    int stored;
    uint64_t stored_next;
};

struct rdl_effects_instruction {
    ZydisDecodedInstruction ins;
    ZydisDecodedOperand operand[ZYDIS_MAX_OPERAND_COUNT];
    uint64_t at, next;
};

bool rdl_effects_decode(const struct rdl_image *image, uint64_t at,
                        struct rdl_effects_instruction *i);
/* The address that a direct jump or call goes to, 0 if it leaves the object;
 * *name is the symbol's if it has one, else NULL.  False: it is not direct. */
bool rdl_effects_goal(const struct rdl_effects *e,
                      const struct rdl_effects_instruction *i, uint64_t *goal,
                      const char **name);
/* Where an indirect jump goes: the value it jumps to, or that of the address it
 * loads the goal from (*loads). */
int rdl_effects_indirect(struct rdl_effects *e, struct rdl_state *s,
                         const struct rdl_effects_instruction *i, bool *loads);

void rdl_effects_entry(struct rdl_effects *e, struct rdl_state *s);
void rdl_effects_step(struct rdl_effects *e, struct rdl_state *s,
                      const struct rdl_effects_instruction *i);
/* Adds this address, if it is one in the frame. */
void rdl_effects_escape(const struct rdl_effects *e,
                        struct rdl_effects_escapes *to, int address);
/* Other threads may get this value. */
void rdl_effects_leak(struct rdl_effects *e, int value);
/* The round is over: and what is stored where they may look. */
void rdl_effects_leak_kept(struct rdl_effects *e);
/* A read in the frame that no hook announces. */
void rdl_effects_reads(struct rdl_effects *e, uint64_t at, int address,
                       int64_t size);
/* Does a call of this function return? */
bool rdl_effects_returns(const char *name);

#endif
