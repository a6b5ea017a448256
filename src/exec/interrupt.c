/* interrupt.c - see interrupt.h. */
#include "exec/interrupt.h"

#include "util/fd.h"

#include <sys/signalfd.h>
#include <unistd.h>

/* One per process, like the signal mask. */
static struct {
    int fd;
    bool came;
    sigset_t before;
} interrupt = { .fd = -1 };

static sigset_t interrupt_set(void)
{
    sigset_t set;

    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGHUP);
    return set;
}

bool rdl_interrupt_take(struct rdl_error *error)
{
    const sigset_t set = interrupt_set();
    int fd;

    sigprocmask(SIG_BLOCK, &set, &interrupt.before);
    fd = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
    if (fd < 0)
        return rdl_error_errno(error, RDL_EXIT_INTERNAL,
                               "cannot watch for Ctrl-C (signalfd)");
    interrupt.fd = rdl_fd_raise(fd);
    return true;
}

int rdl_interrupt_fd(void)
{
    return interrupt.fd;
}

bool rdl_interrupted(void)
{
    struct signalfd_siginfo info;

    if (interrupt.fd >= 0 && !interrupt.came)
        interrupt.came = read(interrupt.fd, &info, sizeof(info)) > 0;
    return interrupt.came;
}

void rdl_interrupt_at_once(bool yes)
{
    const sigset_t set = interrupt_set();

    if (interrupt.fd < 0)
        return;
    if (yes)
        sigprocmask(SIG_SETMASK, &interrupt.before, NULL);
    else
        sigprocmask(SIG_BLOCK, &set, NULL);
}

void rdl_interrupt_child(void)
{
    if (interrupt.fd >= 0)
        sigprocmask(SIG_SETMASK, &interrupt.before, NULL);
}
