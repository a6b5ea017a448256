/* credentials.h - process ids that are sent through local sockets. */
#ifndef RDL_RUNTIME_IO_SOCKETS_CREDENTIALS_H
#define RDL_RUNTIME_IO_SOCKETS_CREDENTIALS_H

#include <sys/socket.h>

/* The number by which the target knows the process with this real pid. */
int rdl_io_shown_pid(int real);
/* Changes the SCM_CREDENTIALS of a message from the target's numbers to real
 * ones, or back. */
void rdl_io_real_credentials(struct msghdr *m);
void rdl_io_shown_credentials(struct msghdr *m);

#endif
