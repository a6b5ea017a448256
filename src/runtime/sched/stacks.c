/* stacks.c - the stacks of all threads, from the unwinder.
 *
 * Shadow stacks contain only instrumented functions.  When a finding ends the
 * execution there is time for more: each thread is resumed once, walks its own
 * stack and gives the turn back.  No code of the target runs in between.  A
 * thread that cannot walk (it never ran, there is no unwinder, its stack is
 * destroyed) keeps the frames of its shadow stack. */

#include "runtime/core/persistent.h"
#include "runtime/observe/unwind.h"
#include "runtime/sched/stacks.h"
#include "runtime/core/interceptor.h"
#include "runtime/core/state.h"
#include "runtime/sched/needs.h"

#include <signal.h>

static struct rdl_thread *collector;
static struct rdl_thread_view *wanted;

/* The innermost frames may be libc's, inside the call that the thread made: its
 * place is where the target called. */
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

/* The collector may be in a signal handler, and the walk may touch memory whose
 * changes are tracked: that raises another signal on the same stack. */
_Noreturn void rdl_stacks_show(struct rdl_thread *t)
{
    rdl_signals_swap_stack();
    stacks_fill(wanted);
    rdl_signals_swap_stack();
    rdl_thread_run(collector);
    rdl_sched.engine->leave(t, collector);
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
            rdl_thread_run(t);
            rdl_sched.engine->resume(collector, t);
        }
    }
}

/* If a stack overflowed inside the runtime, the frame could differ in a replay:
 * so the runtime reports the overflow here, a little early. */
void rdl_stacks_overflow(struct rdl_thread *t, uintptr_t pc)
{
    static struct rdl_finding known; /* too large for a stack */
    RDL_PERSISTENT_HERE(known);

    known = (struct rdl_finding){
        .tid = t->tid,
        .code = SIGSEGV,
        .pc = pc,
        .addr = t->stack_floor,
    };
    t->stack_floor = 0;
    if (rdl_signals_handled(t, SIGSEGV))
        return; /* the target handles the real fault */
    rdl_moment(RDL_AT_SIGNAL, RDL_MISUSE_NONE, &known);
}
