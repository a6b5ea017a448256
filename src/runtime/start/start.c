/* start.c - starts the runtime inside the target.
 *
 * The loader runs our constructor; __libc_start_main is interposed, so that
 * control begins at the call of main.  If a constructor of the target creates a
 * thread, control begins there (rdl_activate).  Under isolation fork the
 * process becomes a server at that point, and each execution is a child of
 * it. */

#include "coverage/tables/memory.h"

#include "runtime/observe/coverage.h"
#include "runtime/observe/tap.h"
#include "runtime/threads/lifecycle.h"
#include "runtime/machine/glibc.h"
#include "runtime/machine/raw.h"
#include "runtime/machine/secrets.h"
#include "runtime/machine/switch.h"
#include "runtime/sched/noise.h"
#include "runtime/effects/descriptors.h"
#include "runtime/rewind/rewind.h"
#include "runtime/rewind/shared_memory.h"
#include "runtime/core/runtime_descriptors.h"
#include "runtime/core/closed_stack.h"
#include "runtime/core/stack.h"
#include "runtime/observe/sharing.h"
#include "runtime/syscalls/file_metadata.h"
#include "runtime/syscalls/syscalls.h"
#include "runtime/observe/unwind.h"
#include "runtime/start/watchdog.h"
#include "runtime/core/engine.h"
#include "runtime/core/state.h"
#include "runtime/observe/log.h"
#include "runtime/sched/begin.h"
#include "runtime/sched/needs.h"
#include "runtime/sched/thread_life.h"
#include "runtime/signals/signals.h"

#include "base/text.h"

#include <dlfcn.h>
#include "runtime/core/persistent.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/single_threaded.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static int control = -1; /* the server's socket; -1: no server */
static char program[4096];

RDL_PERSISTENT(program);

/* Removes NAME=... from the environment; returns the value. */
static char *start_take_variable(const char *name)
{
    size_t length = strlen(name);
    char *value = NULL;
    char **to = environ;

    for (char **from = environ; *from != NULL; from++) {
        if (strncmp(*from, name, length) == 0 && (*from)[length] == '=')
            value = *from + length + 1;
        else
            *to++ = *from;
    }
    *to = NULL;
    return value;
}

/* The driver put our library in front of LD_PRELOAD: leaves what the user had.
 * In place, because an allocation here would be one more than without
 * raddle. */
static void start_restore_preload(void)
{
    static const char name[] = "LD_PRELOAD=";

    for (char **e = environ; *e != NULL; e++) {
        char *rest;

        if (strncmp(*e, name, sizeof(name) - 1) != 0)
            continue;
        rest = strchr(*e, ':');
        if (rest == NULL)
            break;
        memmove(*e + sizeof(name) - 1, rest + 1, strlen(rest + 1) + 1);
        return;
    }
    start_take_variable("LD_PRELOAD");
}

static bool start_map_shared(const char *descriptor)
{
    int fd = atoi(descriptor);
    struct rdl_shared *s;
    struct stat status;

    if (rdl_raw(SYS_fstat, fd, &status) < 0 ||
        (size_t)status.st_size < sizeof(*s))
        return false;
    s = (void *)rdl_raw(SYS_mmap, NULL, status.st_size, PROT_READ | PROT_WRITE,
                        MAP_SHARED, fd, 0);
    rdl_raw(SYS_close, fd);
    if (rdl_raw_failed((long)s))
        return false;
    if (s->magic != RDL_SHARED_MAGIC || s->version != RDL_SHARED_VERSION) {
        rdl_raw(SYS_munmap, s, status.st_size);
        return false;
    }
    rdl_shared = s;
    return true;
}

__attribute__((constructor(101))) static void loaded(void)
{
    char *shared, *socket, *coverage;
    const char *missing;
    ssize_t n;

    rdl_secrets_fix();
    rdl_reals_resolve();
    shared = start_take_variable(RDL_SHARED_ENV);
    if (shared == NULL || rdl_shared != NULL)
        return;
    socket = start_take_variable(RDL_CONTROL_ENV);
    coverage = start_take_variable(RDL_COVERAGE_ENV);
    start_restore_preload();
    start_take_variable("LD_BIND_NOW");
    if (!start_map_shared(shared))
        return;
    rdl_runtime_descriptors_reserve();
    if (coverage != NULL)
        rdl_observe_coverage_map(atoi(coverage));
    if (socket != NULL)
        control = rdl_runtime_descriptor_raise(atoi(socket));
    n = readlink("/proc/self/exe", program, sizeof(program) - 1);
    if (n > 0)
        program[n] = '\0';
    rdl_unwind_load();
    rdl_affinity_init();
    missing = rdl_glibc_begin();
    if (missing != NULL) {
        rdl_note(RDL_NOTE_UNKNOWN_LIBC, missing, 0);
        rdl_shared->outcome.state = RDL_UNABLE;
        rdl_shared = NULL;
        return;
    }
    if (control < 0)
        rdl_noise_begin(program);
    rdl_shared->stage = RDL_STAGE_LOADED;
}

/* Creates some donors before any execution, under every isolation: creating one
 * waits for the loader's lock, which would show in the schedule. */
static void start_make_pool(void)
{
    if ((rdl_shared->config.flags & RDL_CFG_NO_FSGSBASE) != 0)
        rdl_switch_avoid_fsgsbase();
    rdl_sched.engine = rdl_engine_find(rdl_shared->config.engine);
    ASSERT(rdl_sched.engine != NULL);
    /* A debugger would show them as threads that the target did not create. */
    if ((rdl_shared->config.flags & RDL_CFG_STOP) == 0)
        rdl_donor_pool(RDL_DONOR_POOL);
}

/* Settings in the kernel that are made once per process; a rewind does not
 * change them. */
static void start_establish(void)
{
    static bool established;

    if (established)
        return;
    established = true;
    rdl_donor_main();
    rdl_signals_establish();
    rdl_signals_thread_init();
    rdl_watchdog_thread();
    rdl_watchdog_start();
    rdl_dispatch_arm();
    rdl_file_metadata_begin();
    start_make_pool();
    rdl_observe_coverage_open();
}

/* Control begins: the calling thread becomes thread 0. */
static void start_begin(void *frame)
{
    start_establish();
    rdl_shared->outcome.state = RDL_RUNNING;
    rdl_names_program(program);
    rdl_names_begin(frame);
    rdl_sched_begin();
    rdl_thread_main();
    rdl_sched.engine->adopt(rdl_self);
    /* libstdc++ and glibc take other code paths while this is 1. */
    __libc_single_threaded = 0;
    rdl_signals_begin();
    rdl_active = true;
    rdl_dispatch_begin();
}

void rdl_activate(void)
{
    if (rdl_active || rdl_shared == NULL || rdl_in_libc > 0 || rdl_runs_free)
        return;
    if (control >= 0) {
        rdl_shared->fall.level = RDL_ISOLATION_EXEC;
        rdl_text_copy(rdl_shared->fall.why,
                      "a constructor makes threads before main",
                      sizeof(rdl_shared->fall.why));
        rdl_shared->outcome.state = RDL_UNABLE;
        rdl_raw(SYS_exit_group, 99);
    }
    start_begin(__builtin_frame_address(0));
}

/* In a child that the target forked: one thread, nothing recorded, and nothing
 * written into the memory of the parent's execution. */
void rdl_child_after_fork(void)
{
    size_t size = sizeof(struct rdl_shared);
    struct rdl_shared *own = (void *)rdl_raw(
        SYS_mmap, NULL, rdl_shared->size, PROT_READ | PROT_WRITE,
        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

    if (rdl_raw_failed((long)own))
        rdl_raw(SYS_exit_group, 99);
    memcpy(own, rdl_shared, size);
    rdl_raw(SYS_munmap, rdl_shared, rdl_shared->size);
    rdl_shared = own;
    own->config.flags &= ~(uint32_t)RDL_CFG_REPLAY;
    own->config.max_steps = UINT64_MAX;
    rdl_child = true;
    rdl_sharing_stop();
    rdl_tap_stop();
    rdl_sched_child();
    rdl_log_begin();
    rdl_thread_forget_others();
    /* The kernel threads of the others are gone; without them their donors are
     * like a fiber's. */
    rdl_sched.engine = &rdl_engine_fiber;
    rdl_sched.engine->adopt(rdl_self);
}

static void start_say(char byte)
{
    rdl_raw(SYS_write, control, &byte, 1);
}

/* Not the C library's fork: that counts forks, which shows in pthread_once, and
 * calls the target's fork handlers although the target has not forked. */
static pid_t start_fork_here(void)
{
    void *robust = NULL;
    size_t size = 0;
    long child;

    rdl_raw(SYS_get_robust_list, 0, &robust, &size);
    child =
        rdl_raw(SYS_clone, CLONE_CHILD_SETTID | CLONE_CHILD_CLEARTID | SIGCHLD,
                0, NULL, rdl_glibc_tid(rdl_fs_base()), 0);
    if (child == 0)
        rdl_raw(SYS_set_robust_list, robust, size);
    return (pid_t)child;
}

/* Runs one execution per request: returns in a child, or in place each time
 * main has to be called. */
static void start_serve(void)
{
    char ask;

    rdl_sharing_open();
    rdl_descriptors_list(control);
    rdl_shared_memory_copy();
    /* Kernel threads would not survive the fork. */
    if (strcmp(rdl_shared->config.engine, rdl_engine_fiber.name) == 0)
        start_make_pool();
    rdl_observe_coverage_open();
    start_say(RDL_SAY_READY);
    while (rdl_raw(SYS_read, control, &ask, 1) == 1) {
        pid_t child;

        if (ask == RDL_ASK_LOOP) {
            rdl_rewind_serve(control, start_establish);
            return;
        }
        if (ask != RDL_ASK_RUN)
            break;
        rdl_observe_coverage_sync();
        child = start_fork_here();
        if (child == 0) {
            rdl_raw(SYS_setpgid, 0, 0);
            rdl_raw(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL);
            rdl_raw(SYS_close, control);
            control = -1;
            rdl_isolation_now = RDL_ISOLATION_FORK;
            rdl_descriptors_unshare();
            rdl_shared_memory_unshare();
            return;
        }
        rdl_raw(SYS_setpgid, child, 0);
        __atomic_store_n(&rdl_shared->child, child, __ATOMIC_RELEASE);
        rdl_shared->wait_status = UINT32_MAX;
        if (child > 0) {
            int status = 0;

            /* A traced child is also reported when it stops. */
            while (rdl_raw(SYS_wait4, child, &status, 0, NULL) == -EINTR ||
                   WIFSTOPPED(status))
                ;
            rdl_shared->wait_status = (uint32_t)status;
        }
        start_say(RDL_SAY_DONE);
    }
    rdl_raw(SYS_exit_group, 0);
}

static int (*user_main)(int, char **, char **);

/* The offset of main's frame within a page must not depend on the size of the
 * environment: over-aligned locals would then move. */
int rdl_start_main(int argc, char **argv, char **envp)
{
    uintptr_t sp = (uintptr_t)__builtin_frame_address(0);
    volatile char *pad = __builtin_alloca((sp - 512) % RDL_PAGE + 16);
    char *from;

    pad[0] = 0;
    /* What lies below has the same distance from here in every environment; the
     * frames above do not. */
    rdl_names_begin((void *)(uintptr_t)pad);
    __asm__ volatile("mov %%rsp, %0" : "=r"(sp) : : "memory");
    from = rdl_stack_tidy(&rdl_stack_of_main, rdl_stack_lowest(), (char *)sp);
    /* Nothing may move over it: what lies below is cleared.  (That call may
     * have opened some more.) */
    __asm__ volatile("mov %%rsp, %0" : "=r"(sp) : : "memory");
    if (rdl_stack_of_main.open != NULL)
        from = rdl_stack_of_main.open;
    rdl_stack_clear(from, (char *)sp);
    return (int)rdl_switch_call((uintptr_t)user_main, (uintptr_t)argc,
                                (uintptr_t)argv, (uintptr_t)envp);
}

static int start_main_under_control(int argc, char **argv, char **envp)
{
    if (rdl_shared == NULL || rdl_runs_free)
        return user_main(argc, argv, envp);
    rdl_shared->stage = RDL_STAGE_MAIN;
    if (control >= 0)
        start_serve();
    if (!rdl_active)
        start_begin((void *)((uintptr_t)__builtin_frame_address(0) & ~4095ul));
    /* The place is main itself; places are return addresses. */
    rdl_exit(rdl_start_main(argc, argv, envp), (uintptr_t)user_main + 1);
}

typedef int main_function(int, char **, char **);
RDL_REAL(int, __libc_start_main, main_function *, int, char **, void (*)(void),
         void (*)(void), void (*)(void), void *);

int __libc_start_main(main_function *main, int argc, char **argv,
                      void (*init)(void), void (*fini)(void),
                      void (*rtld_fini)(void), void *stack_end);

RDL_EXPORT int __libc_start_main(main_function *main, int argc, char **argv,
                                 void (*init)(void), void (*fini)(void),
                                 void (*rtld_fini)(void), void *stack_end)
{
    user_main = main;
    return REAL(__libc_start_main)(start_main_under_control, argc, argv, init,
                                   fini, rtld_fini, stack_end);
}
