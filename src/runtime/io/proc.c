/* proc.c - the process's own directory under /proc, by its virtual number.
 *
 * The runtime translates names on their way to the kernel, and
 * readlink("/proc/self") returns the virtual number.  The contents of files
 * that change are in proc_text.c; the listing of /proc is the kernel's.  A
 * thread's directory is that of the kernel thread that runs it: under fibers
 * there is only one. */
#include "runtime/io/proc.h"

#include "base/text.h"
#include "runtime/core/interceptor.h"
#include "runtime/core/identity.h"
#include "runtime/machine/raw.h"
#include "runtime/syscalls/syscalls.h"
#include "runtime/core/thread.h"
#include "runtime/core/children.h"

#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>

#define PROC "/proc/"
#define TASK "/task/"
#define LENGTH(text) (sizeof(text) - 1)

/* --- Names ---------------------------------------------------------------- */

static bool proc_begins(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

/* Reads a path component as a number: returns what follows it, or NULL if it is
 * not a number. */
static const char *proc_component(const char *text, int *number)
{
    const char *end = text;

    for (*number = 0; *end >= '0' && *end <= '9'; end++) {
        if (end - text >= 9)
            return NULL;
        *number = *number * 10 + (*end - '0');
    }
    return end > text && (*end == '/' || *end == '\0') ? end : NULL;
}

static void proc_add(char out[RDL_PROC_PATH], const char *more)
{
    size_t used = strlen(out);

    rdl_text_copy(out + used, more, RDL_PROC_PATH - used);
}

static void proc_add_number(char out[RDL_PROC_PATH], long number)
{
    char digits[24];
    size_t n = sizeof(digits);

    digits[--n] = '\0';
    do
        digits[--n] = (char)('0' + number % 10);
    while ((number /= 10) > 0);
    proc_add(out, digits + n);
}

/* The kernel's number for the process or thread `number`; `number` itself if it
 * is not one of ours. */
static int proc_real_number(int number)
{
    if (rdl_self != NULL && number != 0 && number != rdl_identity_pid() &&
        rdl_identity_thread(number) != NULL)
        return (int)rdl_raw(SYS_gettid);
    return rdl_children_real(number);
}

bool rdl_proc_real(const char *path, char out[RDL_PROC_PATH])
{
    const char *rest;
    int number, task;

    if (path == NULL || !proc_begins(path, PROC) ||
        strlen(path) >= RDL_PROC_PATH / 2)
        return false;
    rdl_text_copy(out, PROC, RDL_PROC_PATH);
    rest = proc_component(path + LENGTH(PROC), &number);
    if (rest != NULL) {
        proc_add_number(out, proc_real_number(number));
    } else if (proc_begins(path, PROC "self" TASK)) {
        rest = path + LENGTH(PROC "self");
        proc_add(out, "self");
    } else {
        return false;
    }
    if (proc_begins(rest, TASK)) {
        const char *end = proc_component(rest + LENGTH(TASK), &task);

        if (end != NULL) {
            proc_add(out, TASK);
            proc_add_number(out, proc_real_number(task));
            rest = end;
        }
    }
    proc_add(out, rest);
    return strcmp(out, path) != 0;
}

/* --- Calls with a name ---------------------------------------------------- */

/* The index of the path argument; -1: there is no path, or another family
 * translates it. */
static int proc_which_path(long number)
{
    switch (number) {
    case SYS_stat:
    case SYS_lstat:
    case SYS_access:
    case SYS_readlink:
    case SYS_chdir:
    case SYS_statfs:
        return 0;
    case SYS_newfstatat:
    case SYS_statx:
    case SYS_faccessat:
    case SYS_faccessat2:
    case SYS_readlinkat:
        return 1;
    default:
        return -1;
    }
}

/* The target may pass an address that is not mapped: the kernel must report
 * that, not a fault of ours. */
static bool proc_is_under(const char *path)
{
    char head[LENGTH(PROC)] = { 0 };
    const struct iovec to = { .iov_base = head, .iov_len = sizeof(head) };
    const struct iovec from = { .iov_base = (void *)(uintptr_t)path,
                                .iov_len = sizeof(head) };
    long got =
        rdl_raw(SYS_process_vm_readv, rdl_raw(SYS_getpid), &to, 1, &from, 1, 0);

    return got == (long)sizeof(head) && memcmp(head, PROC, sizeof(head)) == 0;
}

/* readlink: the link /proc/self or /proc/thread-self. */
static bool proc_own_link(const char *path, char out[RDL_PROC_PATH])
{
    bool thread = strcmp(path, PROC "thread-self") == 0;

    if (!thread && strcmp(path, PROC "self") != 0)
        return false;
    out[0] = '\0';
    proc_add_number(out, rdl_identity_pid());
    if (thread) {
        proc_add(out, TASK);
        proc_add_number(out, rdl_identity_tid(rdl_self));
    }
    return true;
}

static long proc_tell_link(const char *text, char *to, long room)
{
    long n = (long)strlen(text);

    if (room <= 0)
        return -EINVAL;
    n = n < room ? n : room;
    memcpy(to, text, (size_t)n);
    return n;
}

bool rdl_syscalls_proc(const struct rdl_syscall *call, long *result)
{
    const int which = proc_which_path(call->number);
    char real[RDL_PROC_PATH];
    const char *path;
    long a[6];

    if (which < 0 || !proc_is_under((const char *)call->arg[which]))
        return false;
    path = (const char *)call->arg[which];
    memcpy(a, call->arg, sizeof(a));
    if ((call->number == SYS_readlink || call->number == SYS_readlinkat) &&
        proc_own_link(path, real)) {
        *result = proc_tell_link(real, (char *)a[which + 1], a[which + 2]);
        return true;
    }
    if (!rdl_proc_real(path, real))
        return false;
    rdl_point(RDL_OP_SYSCALL, NULL, 0, call->pc);
    rdl_value((uint64_t)call->number);
    a[which] = (long)real;
    *result = rdl_raw6(call->number, a[0], a[1], a[2], a[3], a[4], a[5]);
    return true;
}
