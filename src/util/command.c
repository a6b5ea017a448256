/* command.c - see command.h. */
#include "util/command.h"

#include "base/time.h"
#include "util/alloc.h"
#include "util/fd.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/pidfd.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define TERM_MS 2000 /* from SIGTERM to SIGKILL */

/* Files in memory, not pipes: both fill up without a reader. */
static char *command_read(int fd)
{
    struct stat st;
    char *text;
    ssize_t n;

    if (fstat(fd, &st) != 0)
        return rdl_strdup("");
    text = rdl_alloc((size_t)st.st_size + 1);
    n = pread(fd, text, (size_t)st.st_size, 0);
    text[n > 0 ? n : 0] = '\0';
    return text;
}

static _Noreturn void command_child(char *const *argv, int out, int err)
{
    const int null = open("/dev/null", O_RDONLY);

    signal(SIGXFSZ, SIG_DFL);
    if (null >= 0)
        dup2(null, STDIN_FILENO);
    dup2(out, STDOUT_FILENO);
    dup2(err, STDERR_FILENO);
    execvp(argv[0], argv);
    dprintf(STDERR_FILENO, "cannot run %s: %s\n", argv[0], strerror(errno));
    _exit(127);
}

/* Has the process ended within that time?  A signal does not end the wait. */
static bool command_ends(struct pollfd *over, uint64_t ms)
{
    const uint64_t began = rdl_time_ns();
    uint64_t gone = 0;
    int n;

    do {
        const uint64_t left = ms > gone ? ms - gone : 0;

        n = poll(over, 1, left < INT_MAX ? (int)left : INT_MAX);
        gone = (rdl_time_ns() - began) / 1000000;
    } while (n < 0 && errno == EINTR);
    return n != 0;
}

/* True: the child has ended, or waitpid() will wait for it.  It may have
 * children of its own to end: SIGTERM first. */
static bool command_in_time(pid_t child, uint64_t ms)
{
    struct pollfd over = { .fd = pidfd_open(child, 0), .events = POLLIN };
    bool in_time;

    if (over.fd < 0)
        return true;
    in_time = command_ends(&over, ms);
    if (!in_time) {
        kill(child, SIGTERM);
        if (!command_ends(&over, TERM_MS))
            kill(child, SIGKILL);
    }
    close(over.fd);
    return in_time;
}

static bool command_wait(char *const *argv, uint64_t ms, int out, int err,
                         struct rdl_command_result *result)
{
    int *status = &result->status;
    const pid_t child = fork();

    if (child == 0)
        command_child(argv, out, err);
    if (child < 0)
        return false;
    result->late = ms > 0 && !command_in_time(child, ms);
    while (waitpid(child, status, 0) < 0) {
        if (errno != EINTR)
            return false;
    }
    *status =
        WIFSIGNALED(*status) ? 128 + WTERMSIG(*status) : WEXITSTATUS(*status);
    return true;
}

bool rdl_command_run(char *const *argv, struct rdl_command_result *result,
                     struct rdl_error *e)
{
    return rdl_command_run_within(argv, 0, result, e);
}

bool rdl_command_run_within(char *const *argv, uint64_t ms,
                            struct rdl_command_result *result,
                            struct rdl_error *e)
{
    const int out = rdl_fd_memory("out"), err = rdl_fd_memory("err");
    bool good =
        out >= 0 && err >= 0 && command_wait(argv, ms, out, err, result);

    if (!good) {
        rdl_error_errno(e, RDL_EXIT_INTERNAL, "cannot run %s", argv[0]);
    } else {
        result->out = command_read(out);
        result->err = command_read(err);
    }
    if (out >= 0)
        close(out);
    if (err >= 0)
        close(err);
    return good;
}

void rdl_command_free(struct rdl_command_result *result)
{
    free(result->out);
    free(result->err);
}
