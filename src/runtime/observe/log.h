/* log.h - the path of every step through log.c and names.c, inline. */
#ifndef RDL_RUNTIME_OBSERVE_LOG_H
#define RDL_RUNTIME_OBSERVE_LOG_H

#include "runtime/sched/sched.h"

struct rdl_log {
    uint64_t hash;
    uint64_t *steps; /* RDL_TRACE_STEPS */
    uint64_t max_steps;
    uint16_t choices_here; /* choices asked since the last step */
    bool replays;
};
extern struct rdl_log rdl_log RDL_HIDDEN;

/* Direct-mapped: code addresses repeat. */
#define RDL_CODE_NAMES 4096
extern struct rdl_code_name {
    uintptr_t pc;
    uint64_t name;
} rdl_code_names[RDL_CODE_NAMES] RDL_HIDDEN;

/* Enters it into the table. */
uint64_t rdl_name_new_code(uintptr_t pc);

static inline uint64_t rdl_name_of_code(uintptr_t pc)
{
    const struct rdl_code_name *c =
        &rdl_code_names[(pc ^ pc >> 12) % RDL_CODE_NAMES];

    return likely(c->pc == pc) ? c->name : rdl_name_new_code(pc);
}

static inline void rdl_log_value(uint64_t value)
{
    if (!rdl_looks_like_pointer(value))
        rdl_log.hash = rdl_fold(rdl_log.hash, value);
}

/* A step of the thread that took the one before; `what` is all of the event
 * but its place and its operand (rdl_event_rest). */
static inline void rdl_log_record(uintptr_t pc, uintptr_t addr, uint64_t what)
{
    const uint64_t step = rdl_steps;

    if (likely(step < rdl_log.max_steps)) {
        rdl_log.steps[step] = rdl_step_pack(pc, what);
        rdl_shared->regions[RDL_TRACE_STEPS].used = step + 1;
    }
    rdl_log.hash = rdl_fold(rdl_log.hash, rdl_name_of_code(pc) ^
                                              (rdl_name_of_data(addr) + what));
    rdl_log.choices_here = 0;
}

#endif
