/* abort.c - abort() and its equivalents: see abort.h. */
#include "runtime/signals/abort.h"

#include "base/text.h"
#include "runtime/core/persistent.h"
#include "runtime/observe/unwind.h"
#include "runtime/sched/noise.h"
#include "runtime/signals/handled.h"
#include "runtime/signals/signals.h"
#include "runtime/core/modules.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

RDL_REAL(void, abort, void);

/* Why a thread raised SIGABRT; its handler may raise it again. */
static struct {
    struct rdl_finding known;
    enum rdl_moment_kind kind;
} why;
static bool why_is_set;
RDL_PERSISTENT(why);

static bool abort_in_cxx_runtime(uintptr_t pc)
{
    return rdl_module_is(pc, "libstdc++.so") ||
           rdl_module_is(pc, "libc++abi.so");
}

/* The type of the uncaught exception, if there is a C++ runtime.  A
 * std::type_info is a table of functions and a mangled name. */
struct type_info {
    const void *functions;
    const char *name;
};
const struct type_info *__cxa_current_exception_type(void)
    __attribute__((weak));

/* Makes two simple forms readable: 7MyError and St13runtime_error. */
static void abort_describe_exception(char *text, size_t size)
{
    const struct type_info *type = __cxa_current_exception_type != NULL
                                       ? __cxa_current_exception_type()
                                       : NULL;
    const char *name = type != NULL ? type->name : NULL;
    size_t used;

    if (name == NULL)
        return;
    rdl_text_copy(text, "uncaught exception of type ", size);
    used = strlen(text);
    if (strncmp(name, "St", 2) == 0) {
        rdl_text_copy(text + used, "std::", size - used);
        used = strlen(text);
        name += 2;
    }
    rdl_text_copy(text + used, name + strspn(name, "*0123456789"), size - used);
}

void rdl_abort_moment(uintptr_t pc)
{
    if (!why_is_set) {
        why.kind = RDL_AT_ABORT;
        why.known = (struct rdl_finding){
            .tid = rdl_self->tid,
            .code = SIGABRT,
            .pc = pc,
        };
    }
    rdl_moment(why.kind, RDL_MISUSE_NONE, &why.known);
}

_Noreturn void rdl_abort(enum rdl_moment_kind kind, const char *text,
                         const char *file, unsigned line, uintptr_t pc)
{
    struct rdl_action action;
    siginfo_t info;

    if (unlikely(rdl_runs_free)) {
        rdl_noise_failed(kind, text, file, line, pc);
        REAL(abort)();
    }
    rdl_point(RDL_OP_EXIT, NULL, 0, pc);
    why.kind = kind;
    why.known = (struct rdl_finding){
        .tid = rdl_self->tid,
        .code = SIGABRT,
        .line = line,
        .pc = pc,
    };
    rdl_text_copy(why.known.text, text, sizeof(why.known.text));
    rdl_text_copy(why.known.file, file, sizeof(why.known.file));
    why_is_set = true;
    rdl_signals_set_mask(rdl_signals_of(rdl_self)->mask &
                         ~RDL_SIGNAL_BIT(SIGABRT));
    if (rdl_signals_handled(rdl_self, SIGABRT)) {
        rdl_signals_action(SIGABRT, NULL, &action);
        rdl_handled_begins(&(struct rdl_handled_failure){
            .kind = kind,
            .signo = SIGABRT,
            .pc = pc,
            .handler = action.handler.word,
            .words = &why.known,
        });
        memset(&info, 0, sizeof(info));
        info.si_signo = SIGABRT;
        info.si_code = SI_TKILL;
        rdl_signals_send(rdl_self, &info);
        rdl_signals_deliver();
        rdl_handled_returned();
    }
    rdl_signals_die(SIGABRT, NULL, pc, /*outside=*/false);
}

RDL_EXPORT void abort(void)
{
    uintptr_t pc = RDL_PC;
    char text[128] = "";

    if (unlikely(rdl_runs_free))
        rdl_noise_failed(RDL_AT_ABORT, NULL, NULL, 0, pc);
    if (!rdl_controlled())
        REAL(abort)();
    if (!abort_in_cxx_runtime(pc))
        rdl_abort(RDL_AT_ABORT, NULL, NULL, 0, pc);
    abort_describe_exception(text, sizeof(text));
    rdl_abort(RDL_AT_TERMINATE, text, NULL, 0, rdl_unwind_place(pc));
}
