/* fork_server.c - see fork_server.h. */
#include "exec/isolation/fork_server.h"

#include "util/fd.h"
#include "exec/interrupt.h"
#include "exec/reaper.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/pidfd.h>
#include <sys/socket.h>
#include <unistd.h>

/* A server that does not notice its child's end within this time is considered
 * dead. */
#define GRACE_MS 2000

/* The byte, or -1: the server has ended, the time is over (i->late) or the user
 * stops raddle.  Watches the server's pidfd too: a child of the target may hold
 * the socket open after the server has ended. */
static int server_hear(struct rdl_isolate *i, int timeout_ms)
{
    struct pollfd fds[] = {
        { .fd = i->over, .events = POLLIN },
        { .fd = rdl_interrupt_fd(), .events = POLLIN },
        { .fd = i->ended, .events = POLLIN },
    };
    unsigned char byte;
    int n;

    do {
        n = poll(fds, 3, timeout_ms);
    } while (n < 0 && errno == EINTR);
    i->late = n == 0;
    /* All that the server sent before it ended is there by now. */
    return recv(i->over, &byte, 1, MSG_DONTWAIT) == 1 ? byte : -1;
}

void rdl_fork_server_stop(struct rdl_isolate *i)
{
    if (i->own == 0)
        return;
    kill(-i->own, SIGKILL);
    kill(i->own, SIGKILL);
    i->status = rdl_reaper_reap(i->own);
    close(i->over);
    close(i->ended);
    i->own = 0;
    i->over = -1;
    i->ended = -1;
}

/* The server has not reached main. */
static void server_stillborn(struct rdl_isolate *i)
{
    rdl_startup_look(i->memory->shared, i->late ? i->own : 0, i->stage);
    rdl_fork_server_stop(i);
}

/* Starts the server and waits until it has reached main. */
static bool server_start(struct rdl_isolate *i)
{
    int pair[2], theirs;

    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0)
        return rdl_error_errno(i->failure, RDL_EXIT_INTERNAL,
                               "cannot make a socket to the program's process");
    theirs = rdl_fd_raise(pair[1]);
    i->own = rdl_isolate_start(i, theirs);
    close(theirs);
    i->over = rdl_fd_raise(pair[0]);
    if (i->own == 0) {
        close(i->over);
        i->over = -1;
        return false;
    }
    i->ended = pidfd_open(i->own, 0);
    if (i->ended < 0) {
        rdl_error_errno(i->failure, RDL_EXIT_INTERNAL,
                        "cannot watch the program's process (pidfd_open)");
        rdl_fork_server_stop(i);
        return false;
    }
    i->ended = rdl_fd_raise(i->ended);
    if (server_hear(i, i->timeout_ms > 0 ? (int)i->timeout_ms + GRACE_MS
                                         : -1) != RDL_SAY_READY) {
        server_stillborn(i);
        return false;
    }
    return true;
}

int rdl_fork_server_ask(struct rdl_isolate *i, char ask)
{
    for (int attempt = 0; attempt < 2; attempt++) {
        if (i->own == 0 && !server_start(i))
            return -1;
        if (send(i->over, &ask, 1, MSG_NOSIGNAL) == 1)
            return i->over;
        rdl_fork_server_stop(i);
    }
    return -1;
}

int rdl_fork_server_hear(struct rdl_isolate *i)
{
    if (server_hear(i, GRACE_MS) == RDL_SAY_DONE)
        return (int)i->memory->shared->wait_status;
    rdl_fork_server_stop(i);
    return i->status;
}
