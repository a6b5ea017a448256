/* machine.c - what this machine offers: kernel, CPU, tools, and raddle's own
 * files.  It tries each feature in a child process instead of deriving it from
 * versions. */
#include "cli/doctor/doctor.h"

#include "util/where.h"
#include "exec/stack_limit.h"
#include "util/die.h"

#include <fcntl.h>
#include <gnu/libc-version.h>
#include <linux/userfaultfd.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/ioctl.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>

/* Newer than the headers of Debian 12: linux/prctl.h, linux/userfaultfd.h
 * (6.7), linux/fs.h (6.7). */
#ifndef PR_SET_SYSCALL_USER_DISPATCH
#define PR_SET_SYSCALL_USER_DISPATCH 59
#define PR_SYS_DISPATCH_ON 1
#endif
#define FEATURE_WP_ASYNC (UINT64_C(1) << 15)
#define HWCAP2_FSGSBASE_BIT 2

struct page_scan {
    uint64_t size, flags, start, end, walk_end, vec, vec_len, max_pages;
    uint64_t category_inverted, category_mask, category_anyof_mask, return_mask;
};
#define PAGE_SCAN _IOWR('f', 16, struct page_scan)

/* --- Tried in a child ------------------------------------------------------
 */

static bool machine_tried(bool (*ability)(void))
{
    int status = 1;
    pid_t child = fork();

    if (child == 0)
        _exit(ability() ? 0 : 1);
    while (child > 0 && waitpid(child, &status, 0) < 0)
        ;
    return child > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static bool machine_can_dispatch(void)
{
    static char selector; /* 0: let all calls through */

    return prctl(PR_SET_SYSCALL_USER_DISPATCH, PR_SYS_DISPATCH_ON, 0, 0,
                 &selector) == 0;
}

static bool machine_can_fix_addresses(void)
{
    return personality(ADDR_NO_RANDOMIZE) != -1 &&
           (personality(0xffffffff) & ADDR_NO_RANDOMIZE) != 0;
}

static bool machine_can_trace(void)
{
    return ptrace(PTRACE_TRACEME, 0, NULL, NULL) == 0;
}

static bool machine_can_watch_pages(void)
{
    struct uffdio_api api = { .api = UFFD_API, .features = FEATURE_WP_ASYNC };
    struct page_scan scan = { .size = sizeof(scan) };
    int fd = (int)syscall(SYS_userfaultfd, O_CLOEXEC | UFFD_USER_MODE_ONLY);
    int pages = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);

    if (fd < 0 || pages < 0 || ioctl(fd, UFFDIO_API, &api) != 0)
        return false;
    return ioctl(pages, PAGE_SCAN, &scan) >= 0; /* of no pages */
}

/* --- The lines -------------------------------------------------------------
 */

static void machine_check_kernel(struct rdl_checkup *c)
{
    struct utsname u;

    uname(&u);
    if (strcmp(u.machine, "x86_64") == 0)
        rdl_checkup_add(c, RDL_CHECK_OK, "kernel", NULL, "Linux %s on %s",
                        u.release, u.machine);
    else
        rdl_checkup_add(
            c, RDL_CHECK_PROBLEM, "kernel", "Use an x86-64 machine.",
            "Linux %s on %s, which raddle does not know", u.release, u.machine);
}

/* The cost of an execution depends on it. */
static void machine_check_isolation(struct rdl_checkup *c, bool dispatch)
{
    if (dispatch)
        rdl_checkup_add(c, RDL_CHECK_OK, "isolation", NULL,
                        "isolation rewind: the process goes back to main "
                        "after each execution");
    else
        rdl_checkup_add(c, RDL_CHECK_NOTE, "isolation", NULL,
                        "isolation is fork, which is slower: rewind must see "
                        "every system call");
    if (machine_tried(machine_can_watch_pages))
        rdl_checkup_add(c, RDL_CHECK_OK, "dirty-pages", NULL,
                        "userfaultfd and PAGEMAP_SCAN: written pages are "
                        "found without faults (--track scan)");
    else
        rdl_checkup_add(c, RDL_CHECK_NOTE, "dirty-pages", NULL,
                        "no userfaultfd with PAGEMAP_SCAN (Linux 6.7): written "
                        "pages of large programs are found through faults "
                        "(--track protect)");
}

static void machine_check_abilities(struct rdl_checkup *c)
{
    bool dispatch = machine_tried(machine_can_dispatch);

    if (dispatch)
        rdl_checkup_add(c, RDL_CHECK_OK, "syscall-user-dispatch", NULL,
                        "Syscall User Dispatch: system calls and locks inside "
                        "libraries are caught");
    else
        rdl_checkup_add(c, RDL_CHECK_NOTE, "syscall-user-dispatch",
                        "Linux 5.11 or newer has it; containers may forbid it. "
                        "Without it a watchdog falls back to --engine=kernel.",
                        "no Syscall User Dispatch: a thread that blocks inside "
                        "a library stops all others");
    if ((getauxval(AT_HWCAP2) & HWCAP2_FSGSBASE_BIT) != 0)
        rdl_checkup_add(c, RDL_CHECK_OK, "fsgsbase", NULL,
                        "FSGSBASE: threads switch without a system call");
    else
        rdl_checkup_add(c, RDL_CHECK_NOTE, "fsgsbase",
                        "Linux 5.9 or newer on a CPU since 2012 has it.",
                        "no FSGSBASE: each switch of threads takes a system "
                        "call, which is slower");
    if (machine_tried(machine_can_fix_addresses))
        rdl_checkup_add(c, RDL_CHECK_OK, "aslr", NULL,
                        "address randomisation can be turned off");
    else
        rdl_checkup_add(c, RDL_CHECK_NOTE, "aslr", NULL,
                        "address randomisation cannot be turned off; "
                        "addresses in reports differ from run to run");
    machine_check_isolation(c, dispatch);
}

/* The first line of `NAME --version`. */
static bool machine_version_of(const char *name, char *out, size_t size)
{
    char *argv[] = { (char *)name, (char *)"--version", NULL };

    if (!rdl_doctor_run(argv, out, size))
        return false;
    out[strcspn(out, "\n")] = '\0';
    return true;
}

static void machine_check_compilers(struct rdl_checkup *c)
{
    static const char *const names[] = { "gcc", "clang" };
    char version[512];
    size_t n = 0;

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        if (!machine_version_of(names[i], version, sizeof(version)))
            continue;
        rdl_checkup_add(c, RDL_CHECK_OK, "compiler", NULL, "%s: %s", names[i],
                        version);
        n++;
    }
    if (n == 0)
        rdl_checkup_add(c, RDL_CHECK_NOTE, "compiler", "Install gcc or clang.",
                        "no compiler: raddle cc has nothing to call");
}

static void machine_check_debugger(struct rdl_checkup *c)
{
    char version[512];

    if (!machine_version_of("gdb", version, sizeof(version)))
        rdl_checkup_add(c, RDL_CHECK_NOTE, "gdb", "Install gdb.",
                        "no gdb: replay --gdb cannot work");
    else if (!machine_tried(machine_can_trace))
        rdl_checkup_add(c, RDL_CHECK_NOTE, "gdb",
                        "Allow ptrace (in a container: --cap-add=SYS_PTRACE).",
                        "ptrace is forbidden: replay --gdb cannot work");
    else
        rdl_checkup_add(c, RDL_CHECK_OK, "gdb", NULL, "%s", version);
}

static void machine_check_files(struct rdl_checkup *c)
{
    char path[4096];

    if (!rdl_where_file("libraddle.so", path, sizeof(path)))
        rdl_checkup_add(c, RDL_CHECK_PROBLEM, "runtime",
                        "Install raddle anew (make install), or keep its files "
                        "together.",
                        "the runtime is missing: %s", path);
    if (!rdl_where_file("libraddle_hooks.a", path, sizeof(path)))
        rdl_checkup_add(c, RDL_CHECK_NOTE, "hooks",
                        "Install raddle anew (make install), or keep its files "
                        "together.",
                        "raddle cc cannot work, its archive is missing: %s",
                        path);
}

static void machine_check_stack(struct rdl_checkup *c)
{
    size_t kib;

    if (rdl_stack_limit_small(&kib))
        rdl_checkup_add(c, RDL_CHECK_PROBLEM, "stack",
                        "Raise the limit: ulimit -s 8192.",
                        "stacks are limited to %zu KiB (ulimit -s): under "
                        "raddle a program needs %d KiB to reach main",
                        kib, RDL_STACK_LEAST);
}

void rdl_doctor_machine(struct rdl_checkup *c)
{
    c->group = "machine";
    machine_check_kernel(c);
    machine_check_abilities(c);
    machine_check_stack(c);
    rdl_checkup_add(c, RDL_CHECK_OK, "glibc", NULL, "glibc %s",
                    gnu_get_libc_version());
    machine_check_compilers(c);
    machine_check_debugger(c);
    machine_check_files(c);
}
