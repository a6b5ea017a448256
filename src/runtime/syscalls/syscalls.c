/* syscalls.c - asks the families whose a system call is; makes the rest. */
#include "runtime/syscalls/syscalls.h"

#include "base/text.h"
#include "runtime/syscalls/dispatch.h"
#include "runtime/core/interceptor.h"
#include "runtime/machine/raw.h"
#include "runtime/effects/effects.h"
#include "runtime/rewind/image/image.h"
#include "runtime/syscalls/unprotect.h"
#include "runtime/syscalls/shared_buffers.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/syscall.h>

typedef bool family(const struct rdl_syscall *call, long *result);

#define FAMILY(name) rdl_syscalls_##name,
static family *const families[] = { RDL_SYSCALL_FAMILIES(FAMILY) };
#undef FAMILY

#define N_FAMILIES (sizeof(families) / sizeof(families[0]))

/* Calls that may block and that no family takes: while one does, nothing else
 * runs. */
static const struct {
    long number;
    const char *name;
} blocking[] = {
    { SYS_io_getevents, "io_getevents" },
    { SYS_io_pgetevents, "io_pgetevents" },
    { SYS_io_uring_enter, "io_uring_enter" },
    { SYS_splice, "splice" },
    { SYS_tee, "tee" },
    { SYS_vmsplice, "vmsplice" },
};

#define N_BLOCKING (sizeof(blocking) / sizeof(blocking[0]))

static const char *syscalls_blocking_name(long number)
{
    for (size_t i = 0; i < N_BLOCKING; i++) {
        if (blocking[i].number == number)
            return blocking[i].name;
    }
    return NULL;
}

static void syscalls_add(char *text, size_t size, const char *more)
{
    size_t used = strlen(text);

    rdl_text_copy(text + used, more, size - used);
}

static void syscalls_say_blocks(long number, const char *what, uintptr_t pc)
{
    const char *name = syscalls_blocking_name(number);
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

/* Does the call tell or change something that threads share beside memory:
 * the file system, the working directory? */
static bool syscalls_is_shared(const struct rdl_syscall *call)
{
    switch (call->number) {
    case SYS_open:
    case SYS_openat:
    case SYS_openat2:
    case SYS_creat:
    case SYS_unlink:
    case SYS_unlinkat:
    case SYS_rename:
    case SYS_renameat:
    case SYS_renameat2:
    case SYS_mkdir:
    case SYS_mkdirat:
    case SYS_rmdir:
    case SYS_link:
    case SYS_linkat:
    case SYS_symlink:
    case SYS_symlinkat:
    case SYS_readlink:
    case SYS_readlinkat:
    case SYS_mknod:
    case SYS_mknodat:
    case SYS_truncate:
    case SYS_ftruncate:
    case SYS_chmod:
    case SYS_fchmod:
    case SYS_fchmodat:
    case SYS_access:
    case SYS_faccessat:
    case SYS_faccessat2:
    case SYS_stat:
    case SYS_lstat:
    case SYS_statx:
    case SYS_getdents64:
    case SYS_utimensat:
    case SYS_chdir:
    case SYS_fchdir:
    case SYS_umask:
        return true;
    case SYS_newfstatat: /* fstat() in the C library, too */
        return (call->arg[3] & AT_EMPTY_PATH) == 0;
    default:
        return false;
    }
}

static long syscalls_answer(const struct rdl_syscall *call)
{
    long result;

    for (size_t i = 0; i < N_FAMILIES; i++) {
        if (families[i](call, &result))
            return result;
    }
    if (syscalls_is_shared(call)) {
        rdl_point(RDL_OP_SYSCALL, NULL, 0, call->pc);
        rdl_value((uint64_t)call->number);
    } else if (unlikely(syscalls_blocking_name(call->number) != NULL)) {
        syscalls_say_blocks(
            call->number, " is not controlled: while it blocks, no thread runs",
            call->pc);
    }
    rdl_effects_before(call->number, call->arg);
    rdl_dispatch_in_call = call->number;
    result = rdl_image_call(call->number, call->arg);
    rdl_dispatch_in_call = -1;
    return result;
}

long rdl_syscall(const struct rdl_syscall *call)
{
    long result;

    rdl_unprotect_call(call->number, call->arg);
    rdl_sharing_call(call->number, call->arg);
    result = syscalls_answer(call);
    rdl_effects_made(call->number, call->arg, result, call->pc);
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
