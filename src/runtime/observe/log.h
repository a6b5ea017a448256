/* log.h - the record of an execution: its steps, its choices, its hash.  The
 * path of every step is inline. */
#ifndef RDL_RUNTIME_OBSERVE_LOG_H
#define RDL_RUNTIME_OBSERVE_LOG_H

#include "base/hash.h"
#include "runtime/core/interceptor.h"
#include "runtime/observe/names.h"

struct rdl_log {
    uint64_t hash;
    uint64_t *steps; /* RDL_TRACE_STEPS */
    uint64_t max_steps;
    uint16_t choices_here; /* choices made since the last step */
    bool replays;
    bool stands; /* it ends with steps that threads only stand at */
};
extern struct rdl_log rdl_log RDL_HIDDEN;

void rdl_log_begin(void);
/* Thread `e->tid` takes the step `e`. */
void rdl_log_step(const struct rdl_event *e);
/* Mixes a value into the hash that is not a step but must be equal too. */
void rdl_log_mix(uint64_t value);
uint64_t rdl_log_hash(void);
uint64_t rdl_log_switches(void);
bool rdl_log_replays(void);
/* The thread that takes the next step of the recorded execution.  Ends the
 * execution as diverged if that thread cannot. */
rdl_tid rdl_log_expected(void);
/* The n-th choice of the next step as recorded (0 unless another one was
 * taken). */
unsigned rdl_log_expected_choice(enum rdl_choice_kind kind, unsigned n);
void rdl_log_choice(enum rdl_choice_kind kind, unsigned value);
/* The execution ends: checks whether a replay is complete. */
void rdl_log_end(void);
_Noreturn void rdl_log_diverged(const char *why);

static inline void rdl_log_value(uint64_t value)
{
    if (!rdl_looks_like_pointer(value))
        rdl_log.hash = rdl_fold(rdl_log.hash, value);
}

/* Records a step of the thread that took the previous one; `what` is the rest
 * of the event without its place and its operand (rdl_event_rest). */
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
