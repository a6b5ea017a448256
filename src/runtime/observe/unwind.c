/* unwind.c - see unwind.h.
 *
 * A walk must leave nothing behind that the target could see: the Makefile
 * makes a copy of the unwinder for walks, in which strlen is the runtime's.  In
 * libgcc_s.so it is the target's if that has its own, and a pthread_once says
 * whether somebody has walked before.
 *
 * Unwinding runs handlers of the target and of libstdc++, which ask the
 * unwinder of libgcc_s.so, so it is that one.  Our library is linked with it,
 * because to load it later would allocate, perhaps with a malloc of the target
 * that is not ready.  The copy has locks and a once, too, so a walk runs in
 * libc brackets. With glibc 2.35 and later it finds its tables without a lock.
 */
#include "runtime/observe/unwind.h"

#include "runtime/core/guard.h"
#include "runtime/core/interceptor.h"
#include "runtime/core/modules.h"
#include "runtime/core/state.h"
#include "runtime/machine/elf_symbol.h"

static _Unwind_Reason_Code (*forced)(struct _Unwind_Exception *,
                                     _Unwind_Stop_Fn, void *);
static _Unwind_Word (*forced_cfa)(struct _Unwind_Context *);

/* The copy: as _Unwind_Backtrace, GetCFA, GetIP, GetRegionStart, GetGR. */
_Unwind_Reason_Code rdl_walk_backtrace(_Unwind_Trace_Fn, void *) RDL_HIDDEN;
_Unwind_Word rdl_walk_cfa(struct _Unwind_Context *) RDL_HIDDEN;
_Unwind_Ptr rdl_walk_pc(struct _Unwind_Context *) RDL_HIDDEN;
_Unwind_Ptr rdl_walk_function(struct _Unwind_Context *) RDL_HIDDEN;
_Unwind_Word rdl_walk_register(struct _Unwind_Context *, int) RDL_HIDDEN;

static _Unwind_Reason_Code unwind_stop(struct _Unwind_Context *context,
                                       void *argument)
{
    (void)context;
    (void)argument;
    return _URC_NORMAL_STOP;
}

void rdl_unwind_load(void)
{
    static const char library[] = "libgcc_s.so.1";

    *(void **)&forced = rdl_elf_symbol_in(library, "_Unwind_ForcedUnwind");
    *(void **)&forced_cfa = rdl_elf_symbol_in(library, "_Unwind_GetCFA");
    ASSERT(forced != NULL && forced_cfa != NULL);
    /* The first walk sets the copy up: here, so that a rewind keeps it. */
    rdl_libc_begin();
    rdl_walk_backtrace(unwind_stop, NULL);
    rdl_libc_end();
}

void rdl_unwind_forced(struct _Unwind_Exception *exception,
                       _Unwind_Stop_Fn stop, void *argument)
{
    if (forced != NULL)
        forced(exception, stop, argument);
}

uintptr_t rdl_unwind_sp(struct _Unwind_Context *context)
{
    return forced_cfa(context);
}

struct walk {
    _Unwind_Trace_Fn visit;
    void *argument;
};

static void unwind_walk_all(void *walk)
{
    const struct walk *w = walk;

    rdl_walk_backtrace(w->visit, w->argument);
}

/* False: the target has overwritten its stack, and the walk cannot continue. */
static bool unwind_walk(_Unwind_Trace_Fn visit, void *argument)
{
    struct walk w = { .visit = visit, .argument = argument };
    bool whole;

    if (forced == NULL)
        return true;
    rdl_libc_begin();
    whole = rdl_guard_run(unwind_walk_all, &w);
    rdl_libc_end();
    return whole;
}

bool rdl_unwind_is_target(uintptr_t pc)
{
    static const char *const others[] = {
        "libraddle.so", "libc.so",      "libgcc_s.so",
        "libstdc++.so", "libc++abi.so", "ld-linux",
    };

    for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
        if (rdl_module_is(pc, others[i]))
            return false;
    }
    return true;
}

static _Unwind_Reason_Code
unwind_look_for_target(struct _Unwind_Context *context, void *found)
{
    uintptr_t pc = rdl_walk_pc(context);

    if (!rdl_unwind_is_target(pc))
        return _URC_NO_REASON;
    *(uintptr_t *)found = pc;
    return _URC_NORMAL_STOP;
}

uintptr_t rdl_unwind_target(void)
{
    uintptr_t found = 0;

    unwind_walk(unwind_look_for_target, &found);
    return found;
}

uintptr_t rdl_unwind_place(uintptr_t pc)
{
    uintptr_t found;

    if (rdl_unwind_is_target(pc))
        return pc;
    found = rdl_unwind_target();
    return found != 0 ? found : rdl_sched.last[rdl_self->tid].pc;
}

struct search {
    bool (*is)(uintptr_t pc, uintptr_t function);
    bool found;
};

static _Unwind_Reason_Code unwind_look_for_any(struct _Unwind_Context *context,
                                               void *argument)
{
    struct search *s = argument;

    s->found = s->is(rdl_walk_pc(context), rdl_walk_function(context));
    return s->found ? _URC_NORMAL_STOP : _URC_NO_REASON;
}

bool rdl_unwind_any(bool (*is)(uintptr_t pc, uintptr_t function))
{
    struct search s = { .is = is };

    unwind_walk(unwind_look_for_any, &s);
    return s.found;
}

struct frames {
    uintptr_t *out;
    size_t n, max;
};

static _Unwind_Reason_Code unwind_take_frame(struct _Unwind_Context *context,
                                             void *argument)
{
    struct frames *f = argument;
    uintptr_t pc = rdl_walk_pc(context), function = rdl_walk_function(context);

    if (f->n == f->max || pc == 0 || function == (uintptr_t)rdl_start_main ||
        function == (uintptr_t)rdl_thread_entry)
        return _URC_NORMAL_STOP;
    if (!rdl_module_is(pc, "libraddle.so"))
        f->out[f->n++] = pc;
    return _URC_NO_REASON;
}

size_t rdl_unwind_frames(uintptr_t *out, size_t max, bool *whole)
{
    struct frames f = { .out = out, .max = max };

    *whole = unwind_walk(unwind_take_frame, &f);
    return f.n;
}

static _Unwind_Reason_Code
unwind_look_for_caller(struct _Unwind_Context *context, void *found)
{
    /* rbx, rbp, r12 to r15 in the numbers of the x86-64 psABI. */
    static const int saved[RDL_UNWIND_SAVED] = { 3, 6, 12, 13, 14, 15 };
    struct rdl_unwind_frame *f = found;
    uintptr_t pc = rdl_walk_pc(context);

    if (pc == 0 || rdl_module_is(pc, "libraddle.so"))
        return _URC_NO_REASON;
    f->pc = pc;
    f->sp = rdl_walk_cfa(context);
    for (size_t i = 0; i < RDL_UNWIND_SAVED; i++)
        f->saved[i] = rdl_walk_register(context, saved[i]);
    return _URC_NORMAL_STOP;
}

bool rdl_unwind_caller(struct rdl_unwind_frame *frame)
{
    frame->pc = 0;
    return unwind_walk(unwind_look_for_caller, frame) && frame->pc != 0;
}
