/* syscalls.c - asks the families whether a system call is theirs; makes the
 * others. */
#include "runtime/syscalls/syscalls.h"

#include "base/text.h"
#include "runtime/syscalls/dispatch.h"
#include "runtime/syscalls/numbers.h"
#include "runtime/core/closed_stack.h"
#include "runtime/core/interceptor.h"
#include "runtime/machine/raw.h"
#include "runtime/effects/effects.h"
#include "runtime/observe/race.h"
#include "runtime/observe/sharing.h"
#include "runtime/rewind/image/image.h"
#include "runtime/syscalls/file_metadata.h"
#include "runtime/syscalls/machine_state.h"
#include "runtime/syscalls/unprotect.h"
#include "runtime/syscalls/shared_buffers.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>

typedef bool family(const struct rdl_syscall *call, long *result);

#define FAMILY(name) rdl_syscalls_##name,
static family *const families[] = { RDL_SYSCALL_FAMILIES(FAMILY) };
#undef FAMILY

#define N_FAMILIES (sizeof(families) / sizeof(families[0]))

/* What a call is to other threads, if no family handles it (list.h). */
enum step { ALONE, SHARED, SHARED_BY_NAME, BLOCKS };

/* Does it change what other threads may notice beside memory? */
enum change { NOTHING, ITS_MEMORY, MORE };
#define LEAVES_NOTHING NOTHING
#define MAPPING(f) ITS_MEMORY
#define MEMORY(f) ITS_MEMORY
#define SETTING(f) MORE
#define DESCRIPTOR(f) MORE
#define OUTSIDE(f) MORE
#define PERSISTS(text) MORE
#define FORK(text) MORE
#define SYSCALL(name, handler, buffers, effect, step)                          \
    [SYS_##name] = { #name, step, effect },
static const struct {
    const char *name;
    enum step step;
    enum change changes;
} calls[] = {
#include "runtime/syscalls/list.h"
};
#undef SYSCALL
#undef LEAVES_NOTHING
#undef MAPPING
#undef MEMORY
#undef SETTING
#undef DESCRIPTOR
#undef OUTSIDE
#undef PERSISTS
#undef FORK

#define N_CALLS (long)(sizeof(calls) / sizeof(calls[0]))

static const char *syscalls_name(long number)
{
    return number >= 0 && number < N_CALLS ? calls[number].name : NULL;
}

static enum step syscalls_step(const struct rdl_syscall *call)
{
    enum step step = call->number >= 0 && call->number < N_CALLS
                         ? calls[call->number].step
                         : ALONE;

    /* Newfstatat is also fstat() of the C library. */
    if (step != SHARED_BY_NAME)
        return step;
    return (call->arg[3] & AT_EMPTY_PATH) == 0 ? SHARED : ALONE;
}

static void syscalls_add(char *text, size_t size, const char *more)
{
    size_t used = strlen(text);

    rdl_text_copy(text + used, more, size - used);
}

static void syscalls_say_blocks(long number, const char *what, uintptr_t pc)
{
    const char *name = syscalls_name(number);
    char text[160] = "", digits[4] = { 0 };

    if (name != NULL) {
        syscalls_add(text, sizeof(text), name);
    } else {
        digits[0] = (char)('0' + number / 100 % 10);
        digits[1] = (char)('0' + number / 10 % 10);
        digits[2] = (char)('0' + number % 10);
        syscalls_add(text, sizeof(text), "system call ");
        syscalls_add(text, sizeof(text), digits);
    }
    syscalls_add(text, sizeof(text), what);
    rdl_note(RDL_NOTE_UNCONTROLLED_CALL, text, pc);
}

void rdl_syscall_blocks(long number)
{
    syscalls_say_blocks(number, " blocks, and no other thread runs meanwhile",
                        0);
}

/* Which threads notice what it changes, or whose changes it notices, is not
 * explored: it is not a step. */
static void syscalls_say_unseen(const struct rdl_syscall *call)
{
    const char *name = syscalls_name(call->number);
    char text[160] = RDL_UNSEEN;

    if (name == NULL || (calls[call->number].changes != MORE &&
                         !rdl_sharing_reads_state(call->number, call->arg)))
        return;
    syscalls_add(text, sizeof(text), name);
    rdl_call_unseen(text, call->pc);
}

/* A thread may learn here what another one has told the kernel, though the call
 * is no step: the size of a file, say. */
static void syscalls_order(long number)
{
    if (number == SYS_membarrier)
        rdl_race_membarrier();
    else if (number < 0 || number >= N_CALLS ||
             calls[number].changes != ITS_MEMORY)
        rdl_race_outside();
}

/* The kernel ends a list of names early if a signal is pending, and the
 * watchdog's may be: asks for more until there is nothing, or no room. */
static long syscalls_all_names(const struct rdl_syscall *call, long got)
{
    for (long more = got; more > 0; got += more > 0 ? more : 0) {
        const long arg[6] = { call->arg[0], call->arg[1] + got,
                              call->arg[2] - got };

        more = rdl_image_call(call->number, arg);
    }
    return got;
}

static long syscalls_answer(const struct rdl_syscall *call)
{
    long result;

    for (size_t i = 0; i < N_FAMILIES; i++) {
        if (families[i](call, &result))
            return result;
    }
    if (syscalls_step(call) == SHARED) {
        rdl_point(RDL_OP_SYSCALL, NULL, 0, call->pc);
        rdl_value((uint64_t)call->number);
    } else if (unlikely(syscalls_step(call) == BLOCKS)) {
        syscalls_say_blocks(
            call->number, " is not controlled: while it blocks, no thread runs",
            call->pc);
    }
    if (unlikely(rdl_sharing.all) && syscalls_step(call) == ALONE)
        syscalls_say_unseen(call);
    rdl_effects_before(call->number, call->arg);
    rdl_dispatch_in_call = call->number;
    result = rdl_image_call(call->number, call->arg);
    if (call->number == SYS_getdents64 || call->number == SYS_getdents)
        result = syscalls_all_names(call, result);
    rdl_dispatch_in_call = -1;
    return result;
}

long rdl_syscall(const struct rdl_syscall *call)
{
    const uint64_t steps = rdl_steps;
    long result;

    for (size_t i = 0; i < sizeof(call->arg) / sizeof(call->arg[0]); i++)
        rdl_closed_stacks_named((uintptr_t)call->arg[i], 1);
    rdl_unprotect_call(call->number, call->arg);
    syscalls_order(call->number);
    result = syscalls_answer(call);
    rdl_sharing_call(call->number, call->arg, result, steps, call->pc);
    rdl_effects_made(call->number, call->arg, result, call->pc);
    rdl_file_metadata_after(call->number, call->arg, result);
    rdl_machine_state_after(call->number, call->arg, result);
    return result;
}

long rdl_syscall_errno(long number, const long arg[6], uintptr_t pc)
{
    const struct rdl_syscall call = {
        .number = number,
        .arg = { arg[0], arg[1], arg[2], arg[3], arg[4], arg[5] },
        .pc = pc,
    };

    return rdl_answer(rdl_syscall(&call));
}
