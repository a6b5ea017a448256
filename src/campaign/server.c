/* server.c - see server.h. */
#include "campaign/server.h"

#include "campaign/descriptor.h"
#include "campaign/die.h"
#include "campaign/interrupt.h"
#include "campaign/strays.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

/* A server that does not notice its child's end within that time is dead in
 * all but name. */
#define GRACE_MS 2000

/* The byte, or -1: the socket is closed, the time is over or the user wants
 * to stop. */
static int server_hear(int fd, int timeout_ms)
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

void rdl_server_stop(struct rdl_isolate *i)
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
static bool server_start(struct rdl_isolate *i)
{
    int pair[2], theirs;
    pid_t pid;

    rdl_memory_process(i->memory);
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
    if (server_hear(i->over, i->timeout_ms > 0 ? (int)i->timeout_ms : -1) !=
        RDL_SAY_READY) {
        rdl_server_stop(i);
        return false;
    }
    return true;
}

int rdl_server_ask(struct rdl_isolate *i, char ask)
{
    for (int attempt = 0; attempt < 2; attempt++) {
        if (i->own == 0 && !server_start(i))
            return -1;
        if (send(i->over, &ask, 1, MSG_NOSIGNAL) == 1)
            return i->over;
        rdl_server_stop(i);
    }
    return -1;
}

int rdl_server_hear(struct rdl_isolate *i)
{
    if (server_hear(i->over, GRACE_MS) == RDL_SAY_DONE)
        return (int)i->memory->shared->wait_status;
    rdl_server_stop(i);
    return i->status;
}
