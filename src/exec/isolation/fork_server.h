/* fork_server.h - a target that waits at main and takes requests: what the
 * isolations fork and rewind share.
 *
 * The target is loaded, relocated and constructed only once.  base/shared.h has
 * the protocol; the server's side is in the runtime. */
#ifndef RDL_EXEC_ISOLATION_FORK_SERVER_H
#define RDL_EXEC_ISOLATION_FORK_SERVER_H

#include "exec/isolation/isolation.h"

/* Sends the byte; starts the server first if there is none.  Results as for
 * begin() in isolation.h. */
int rdl_fork_server_ask(struct rdl_isolate *i, char ask);
/* Waits for the answer that the request is done, and returns the status of the
 * latest child.  If the server does not answer, ends it and returns the
 * server's status; i->own is then 0. */
int rdl_fork_server_hear(struct rdl_isolate *i);
void rdl_fork_server_stop(struct rdl_isolate *i);

#endif
