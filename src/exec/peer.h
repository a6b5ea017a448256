/* peer.h - a command that runs beside an execution (--peer), for instance the
 * client of a server under test. */
#ifndef RDL_EXEC_PEER_H
#define RDL_EXEC_PEER_H

#include "util/error.h"

#include <stdbool.h>
#include <sys/types.h>

struct rdl_peer {
    pid_t pid; /* 0: not running */
    int over;  /* readable when it has ended, -1 if not running */
};

bool rdl_peer_start(struct rdl_peer *p, const char *command, int output,
                    struct rdl_error *error);
/* Reaps a peer that has ended.  False if the shell could not run the
 * command. */
bool rdl_peer_ended(struct rdl_peer *p, struct rdl_error *error);
/* Ends the peer if it still runs.  False as for rdl_peer_ended(). */
bool rdl_peer_end(struct rdl_peer *p, struct rdl_error *error);

#endif
