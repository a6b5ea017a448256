/* plain_run.c - see plain_run.h.  The output goes to a file in memory, so that
 * raddle need not read it while the program runs. */
#include "exec/plain_run.h"

#include "base/time.h"
#include "util/alloc.h"
#include "util/fd.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define LOOK_US 2000
#define CANNOT_EXECUTE 127

static _Noreturn void plain_child(const struct rdl_plain_run *r, int output)
{
    const int null = open("/dev/null", O_RDWR);

    for (size_t i = 0; i < r->n_variables; i++)
        putenv(r->variables[i]);
    if (dup2(null, STDIN_FILENO) >= 0 && dup2(null, STDERR_FILENO) >= 0 &&
        dup2(output, STDOUT_FILENO) >= 0)
        execv(r->path, r->argv);
    _exit(CANNOT_EXECUTE);
}

/* Its wait status; -1: it timed out, and is gone. */
static int plain_wait(pid_t child, uint64_t timeout_ns)
{
    const uint64_t begin = rdl_time_ns();
    int status;

    for (;;) {
        const pid_t ended = waitpid(child, &status, WNOHANG);

        if (ended == child)
            return status;
        if (ended < 0 && errno != EINTR)
            return -1;
        if (rdl_time_ns() - begin > timeout_ns)
            break;
        usleep(LOOK_US);
    }
    kill(child, SIGKILL);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    return -1;
}

static char *plain_output(int fd)
{
    struct stat st;
    const size_t size = fstat(fd, &st) == 0 ? (size_t)st.st_size : 0;
    char *text = rdl_alloc(size + 1);
    const ssize_t n = pread(fd, text, size, 0);

    text[n > 0 ? n : 0] = '\0';
    return text;
}

char *rdl_plain_run(const struct rdl_plain_run *run, struct rdl_error *error)
{
    const int fd = rdl_fd_memory("raddle-plain");
    char *output = NULL;
    pid_t child;
    int status;

    if (fd < 0) {
        rdl_error_errno(error, RDL_EXIT_INTERNAL,
                        "cannot make a file in memory");
        return NULL;
    }
    child = fork();
    if (child == 0)
        plain_child(run, fd);
    status = child > 0 ? plain_wait(child, run->timeout_ns) : 0;
    if (child < 0)
        rdl_error_errno(error, RDL_EXIT_INTERNAL, "cannot make a process");
    else if (status == -1)
        rdl_error_set(error, RDL_EXIT_NOTHING,
                      "%s did not end within %.3g s (--timeout)", run->argv[0],
                      (double)run->timeout_ns / 1e9);
    else if (WIFSIGNALED(status))
        rdl_error_set(error, RDL_EXIT_NOTHING, "%s was killed by %s",
                      run->argv[0], strsignal(WTERMSIG(status)));
    else
        output = plain_output(fd);
    close(fd);
    return output;
}
