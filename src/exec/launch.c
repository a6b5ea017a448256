/* launch.c - see launch.h.  The child is set up between fork and exec; a
 * close-on-exec pipe carries errno back if exec fails. */
#include "exec/launch.h"

#include "base/shared.h"
#include "util/fd.h"
#include "exec/interrupt.h"
#include "exec/reaper.h"
#include "coverage/tables/memory.h"
#include "util/alloc.h"
#include "util/error.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

/* Whether the target's environment has one of these variables. */
static bool launch_has(const struct rdl_launch *l, const char *const *names)
{
    char *const *all = l->environment != NULL ? l->environment : environ;

    for (; *all != NULL; all++) {
        for (const char *const *name = names; *name != NULL; name++) {
            size_t n = strlen(*name);

            if (strncmp(*all, *name, n) == 0 && (*all)[n] == '=')
                return true;
        }
    }
    return false;
}

size_t rdl_launch_variables(const struct rdl_launch *l, int control,
                            char *out[RDL_LAUNCH_VARIABLES])
{
    /* What the user may say about how threads of OpenMP wait. */
    static const char *const wait_policy[] = { "OMP_WAIT_POLICY",
                                               "GOMP_SPINCOUNT",
                                               "KMP_BLOCKTIME", NULL };
    const char *before = getenv("LD_PRELOAD");
    size_t n = 0;

    out[n++] = before != NULL && before[0] != '\0'
                   ? rdl_format("LD_PRELOAD=%s:%s", l->runtime, before)
                   : rdl_format("LD_PRELOAD=%s", l->runtime);
    /* Lazy binding would write to the GOT in every execution. */
    out[n++] = rdl_strdup("LD_BIND_NOW=1");
    /* The libraries of OpenMP spin for milliseconds before they sleep.  raddle
     * does not see their code, so no other thread can run meanwhile. */
    if (!launch_has(l, wait_policy))
        out[n++] = rdl_strdup("OMP_WAIT_POLICY=passive");
    out[n++] = rdl_format("%s=%d", RDL_SHARED_ENV, l->shared);
    if (l->coverage >= 0)
        out[n++] = rdl_format("%s=%d", RDL_COVERAGE_ENV, l->coverage);
    /* Set even without a server, and with the same length: so main's stack
     * begins at the same address under every isolation, and overflows after the
     * same number of calls. */
    out[n++] = rdl_format("%s=%4d", RDL_CONTROL_ENV, control);
    return n;
}

/* The core file's limit is the only one that raddle changes: a campaign with
 * ten thousand crashes must not fill the disk. */
static void launch_no_core(void)
{
    struct rlimit limit;

    if (getrlimit(RLIMIT_CORE, &limit) != 0)
        return;
    limit.rlim_cur = 0;
    setrlimit(RLIMIT_CORE, &limit);
}

/* For all children, between fork and exec. */
static void launch_child(pid_t driver, int mark, int input, int output)
{
    setsid();
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != driver)
        _exit(RDL_EXIT_INTERNAL); /* the driver died before prctl took effect */
    rdl_interrupt_child();
    signal(SIGPIPE, SIG_DFL);
    signal(SIGXFSZ, SIG_DFL);
    rdl_reaper_mark(mark);
    launch_no_core();
    if (input >= 0)
        dup2(input, STDIN_FILENO);
    dup2(output, STDOUT_FILENO);
    dup2(output, STDERR_FILENO);
    rdl_fd_seal();
}

/* Retries fork for a second: a process that the target left behind may just be
 * ending, so the limit on processes may be reached only for a moment.  -1: fork
 * fails. */
static pid_t launch_fork(struct rdl_error *error)
{
    const struct timespec pause = { .tv_nsec = 10000000 };
    pid_t pid = fork();

    for (int i = 0; pid < 0 && i < 100; i++) {
        nanosleep(&pause, NULL);
        pid = fork();
    }
    if (pid < 0)
        rdl_error_errno(error, RDL_EXIT_INTERNAL,
                        "cannot start another process (fork)");
    if (pid > 0)
        rdl_reaper_know(pid);
    return pid;
}

static void launch_pass_on(int fd)
{
    if (fd >= 0)
        fcntl(fd, F_SETFD, 0);
}

void rdl_launch_place(const struct rdl_launch *l)
{
    if (l->environment != NULL)
        environ = (char **)l->environment; /* the child's copy of it */
    if (l->directory != NULL && chdir(l->directory) != 0)
        return; /* the caller has checked it and reported it */
}

static void launch_target(const struct rdl_launch *l, int control)
{
    char *variables[RDL_LAUNCH_VARIABLES];
    size_t n = rdl_launch_variables(l, control, variables);
    int now = personality(0xffffffff);

    rdl_launch_place(l);
    unsetenv(RDL_CONTROL_ENV);
    unsetenv(RDL_COVERAGE_ENV);
    for (size_t i = 0; i < n; i++)
        putenv(variables[i]);
    launch_pass_on(l->shared);
    launch_pass_on(l->coverage);
    launch_pass_on(control);
    if (now != -1)
        personality((unsigned long)now | ADDR_NO_RANDOMIZE);
    execv(l->path, l->argv);
}

pid_t rdl_launch_start(const struct rdl_launch *l, int control,
                       struct rdl_error *failure)
{
    pid_t driver = getpid(), pid;
    int report[2], error;
    ssize_t n;

    /* A successful exec closes it; otherwise it carries errno. */
    if (pipe2(report, O_CLOEXEC) != 0) {
        rdl_error_errno(failure, RDL_EXIT_INTERNAL,
                        "cannot make a pipe to the program's process");
        return 0;
    }
    pid = launch_fork(failure);
    if (pid == 0) {
        launch_child(driver, l->mark, l->input, l->output);
        launch_target(l, control);
        error = errno;
        if (write(report[1], &error, sizeof(error)) < 0)
            _exit(RDL_EXIT_INTERNAL);
        _exit(127);
    }
    close(report[1]);
    if (pid < 0) {
        close(report[0]);
        return 0;
    }
    do {
        n = read(report[0], &error, sizeof(error));
    } while (n < 0 && errno == EINTR);
    close(report[0]);
    if (n != sizeof(error))
        return pid;
    rdl_reaper_reap(pid);
    return -error;
}

pid_t rdl_launch_shell(const char *command, int output,
                       struct rdl_error *failure)
{
    pid_t driver = getpid(), pid = launch_fork(failure);
    int null;

    if (pid != 0)
        return pid;
    null = open("/dev/null", O_RDONLY);
    launch_child(driver, 0, null, output);
    execl("/bin/sh", "sh", "-c", command, (char *)NULL);
    _exit(127);
}
