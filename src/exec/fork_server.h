/* fork_server.h - a target that stands at main and takes requests: what the
 * isolations fork and rewind have in common.
 *
 * Loading, relocation and constructors are paid once.  The conversation is
 * that of base/shared.h; the server's side is in the runtime. */
#ifndef RDL_EXEC_FORK_SERVER_H
#define RDL_EXEC_FORK_SERVER_H

#include "exec/isolation.h"

/* Sends the byte; starts the server first if there is none.  Like begin() of
 * isolation.h. */
int rdl_fork_server_ask(struct rdl_isolate *i, char ask);
/* Hears that the request is done: the status of the latest child.  If the
 * server does not say so it is ended: its own status, and i->own is 0. */
int rdl_fork_server_hear(struct rdl_isolate *i);
void rdl_fork_server_stop(struct rdl_isolate *i);

#endif
