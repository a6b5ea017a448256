/* isolation_fork.c - the target is loaded once and waits at main; each
 * execution is a child that it forks.  Loading, relocation and constructors
 * are paid once.  The server's side is in the runtime. */
#include "campaign/isolation.h"

#include "campaign/descriptor.h"
#include "campaign/die.h"
#include "campaign/interrupt.h"
#include "campaign/strays.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* A server that does not notice its child's end within that time is dead in
 * all but name. */
#define GRACE_MS 2000

/* The byte, or -1: the socket is closed, the time is over or the user wants
 * to stop. */
static int fork_hear(int fd, int timeout_ms)
{
    struct pollfd fds[] = {
        { .fd = fd, .events = POLLIN },
        { .fd = rdl_interrupt_fd(), .events = POLLIN },
    };
    unsigned char byte;
    int n;

    do {
        n = poll(fds, 2, timeout_ms);
    } while (n < 0 && errno == EINTR);
    if (fds[0].revents == 0)
        return -1;
    return recv(fd, &byte, 1, 0) == 1 ? byte : -1;
}

static void fork_stop(struct rdl_isolate *i)
{
    if (i->own == 0)
        return;
    kill(-i->own, SIGKILL);
    kill(i->own, SIGKILL);
    i->status = rdl_strays_reap(i->own);
    close(i->over);
    i->own = 0;
    i->over = -1;
}

/* Starts the server and waits until it stands at main. */
static bool fork_serve(struct rdl_isolate *i)
{
    int pair[2], theirs;
    pid_t pid;

    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0)
        rdl_die_errno(RDL_EXIT_INTERNAL, "cannot make a socket");
    theirs = rdl_descriptor_raise(pair[1]);
    pid = rdl_launch_start(i->launch, theirs);
    close(theirs);
    i->over = rdl_descriptor_raise(pair[0]);
    i->error = 0;
    if (pid < 0) {
        i->error = -pid;
        close(i->over);
        i->over = -1;
        return false;
    }
    i->own = pid;
    if (fork_hear(i->over, i->timeout_ms > 0 ? (int)i->timeout_ms : -1) !=
        RDL_SAY_READY) {
        fork_stop(i);
        return false;
    }
    return true;
}

static int fork_begin(struct rdl_isolate *i)
{
    const char ask = RDL_ASK_RUN;

    for (int attempt = 0; attempt < 2; attempt++) {
        if (i->own == 0 && !fork_serve(i))
            return -1;
        if (send(i->over, &ask, 1, MSG_NOSIGNAL) == 1)
            return i->over;
        fork_stop(i);
    }
    return -1;
}

/* The child's pid stands in shared memory, where the target can write: it is
 * believed only if the kernel says that it is a child of the server. */
static pid_t fork_process(struct rdl_isolate *i)
{
    pid_t pid =
        (pid_t)__atomic_load_n(&i->memory->shared->child, __ATOMIC_RELAXED);
    char path[64], text[512];
    const char *name_end;
    int parent = 0, fd;
    ssize_t n;

    if (pid <= 0)
        return 0;
    snprintf(path, sizeof(path), "/proc/%d/stat", (int)pid);
    fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return 0;
    n = read(fd, text, sizeof(text) - 1);
    close(fd);
    text[n > 0 ? n : 0] = '\0';
    /* The name in parentheses may itself hold any character. */
    name_end = strrchr(text, ')');
    if (name_end == NULL || sscanf(name_end, ") %*c %d", &parent) != 1)
        return 0;
    return parent == i->own ? pid : 0;
}

static int fork_finish(struct rdl_isolate *i)
{
    if (fork_hear(i->over, GRACE_MS) == RDL_SAY_DONE)
        return (int)i->memory->shared->wait_status;
    /* The server itself is gone or stuck; the next begin() makes another. */
    fork_stop(i);
    return i->status;
}

const struct rdl_isolation rdl_isolation_fork = {
    .name = "fork",
    .summary = "the program is loaded once and forked at main (default)",
    .begin = fork_begin,
    .process = fork_process,
    .finish = fork_finish,
    .stop = fork_stop,
};
