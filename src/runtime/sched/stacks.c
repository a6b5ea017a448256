/* stacks.c - the stacks of all threads, as the unwinder sees them.
 *
 * Shadow stacks know only instrumented functions.  When a finding ends the
 * execution there is time to do better: every thread is resumed once more,
 * walks its own stack where it stands, and hands back.  Nothing of the target
 * runs in between.  What a thread cannot show (it never ran, there is no
 * unwinder, its stack is destroyed) stays as the shadow stack has it. */

#include "runtime/core/persistent.h"
#include "runtime/observe/unwind.h"
#include "runtime/sched/stacks.h"
#include "runtime/core/interceptor.h"
#include "runtime/core/state.h"
#include "runtime/sched/needs.h"

#include <signal.h>

static struct rdl_thread *collector;
static struct rdl_thread_view *wanted;

/* The innermost frames may be libc's, inside the call that the thread made:
 * its place is where the target called. */
static void stacks_fill(struct rdl_thread_view *v)
{
    uintptr_t frames[RDL_MAX_FRAMES];
    bool whole;
    size_t n = rdl_unwind_frames(frames, RDL_MAX_FRAMES, &whole), first = 0;

    for (size_t i = 0; i < n; i++) {
        if (frames[i] == v->frames[0]) {
            first = i;
            break;
        }
    }
    if (n == 0 || (!whole && n - first < v->n_frames))
        return;
    v->n_frames = (uint16_t)(n - first);
    for (size_t i = first; i < n; i++)
        v->frames[i - first] = frames[i];
}

/* The collector may stand in the handler of a signal, and the walk may touch
 * memory that is watched for changes: a signal again, on the same stack. */
_Noreturn void rdl_stacks_show(struct rdl_thread *t)
{
    rdl_signals_swap_stack();
    stacks_fill(wanted);
    rdl_signals_swap_stack();
    rdl_self = collector;
    rdl_sched.carrier->leave(t, collector);
}

void rdl_stacks_walk(struct rdl_finding *f)
{
    collector = rdl_self;
    for (unsigned i = 0; i < f->n_threads; i++) {
        struct rdl_thread *t = rdl_thread_at(f->threads[i].tid);

        wanted = &f->threads[i];
        if (t == collector) {
            stacks_fill(wanted);
        } else if (t->live && t->started) {
            rdl_self = t;
            rdl_sched.carrier->resume(collector, t);
        }
    }
}

/* A stack that overflows inside the runtime would do so at a frame that is
 * not the same at a replay: so it overflows here, a little early. */
void rdl_stacks_overflow(struct rdl_thread *t, uintptr_t pc)
{
    static struct rdl_finding known; /* too large for a stack */
    RDL_PERSISTENT(known);

    known = (struct rdl_finding){
        .tid = t->tid,
        .code = SIGSEGV,
        .pc = pc,
        .addr = t->stack_floor,
    };
    t->stack_floor = 0;
    if (rdl_signals_handled(t, SIGSEGV))
        return; /* the real fault is the target's to handle */
    rdl_moment(RDL_AT_SIGNAL, RDL_MISUSE_NONE, &known);
}
