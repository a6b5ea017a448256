/* state.c - see state.h. */
#include "runtime/core/state.h"

#include "runtime/core/persistent.h"

struct rdl_sched rdl_sched;
RDL_PERSISTENT(rdl_sched); /* rdl_sched_begin */
uint64_t rdl_steps;
uint64_t rdl_virtual_ns;
volatile uint64_t rdl_due_step = RDL_NEVER;
struct rdl_thread *rdl_self;

void rdl_enabled_list(void)
{
    for (size_t n = 0, word = 0; n < rdl_sched.n_enabled; word++) {
        uint64_t bits = rdl_sched.enabled_bits[word];

        for (; bits != 0; bits &= bits - 1)
            rdl_sched.enabled[n++] =
                (rdl_tid)(64 * word + (size_t)__builtin_ctzll(bits));
    }
    rdl_sched.listed = true;
}
