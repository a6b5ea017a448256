/* credentials.c - see credentials.h. */
#include "runtime/io/sockets/credentials.h"

#include "runtime/core/identity.h"
#include "runtime/machine/raw.h"
#include "runtime/core/children.h"

#include <string.h>
#include <sys/syscall.h>

int rdl_io_shown_pid(int real)
{
    int shown = rdl_children_virtual(real);

    if (real == rdl_raw(SYS_getpid))
        return rdl_identity_pid();
    return shown != 0 ? shown : real;
}

static void credentials_change(struct msghdr *m, int (*to)(int pid))
{
    if (m->msg_control == NULL)
        return;
    for (struct cmsghdr *c = CMSG_FIRSTHDR(m); c != NULL;
         c = CMSG_NXTHDR(m, c)) {
        struct ucred who;

        if (c->cmsg_level != SOL_SOCKET || c->cmsg_type != SCM_CREDENTIALS ||
            c->cmsg_len < CMSG_LEN(sizeof(who)))
            continue;
        memcpy(&who, CMSG_DATA(c), sizeof(who));
        who.pid = to(who.pid);
        memcpy(CMSG_DATA(c), &who, sizeof(who));
    }
}

void rdl_io_real_credentials(struct msghdr *m)
{
    credentials_change(m, rdl_children_real);
}

void rdl_io_shown_credentials(struct msghdr *m)
{
    credentials_change(m, rdl_io_shown_pid);
}
