/* peer.h - a command that runs beside an execution (--peer), such as the
 * client of a server under test. */
#ifndef RDL_EXEC_PEER_H
#define RDL_EXEC_PEER_H

#include <stdbool.h>
#include <sys/types.h>

struct rdl_peer {
    pid_t pid; /* 0: not running */
    int over;  /* readable when it has ended, -1 if it is not running */
};

void rdl_peer_start(struct rdl_peer *p, const char *command, int output);
/* Has ended by itself: reaps it. */
void rdl_peer_ended(struct rdl_peer *p);
/* Ends it if it still runs. */
void rdl_peer_end(struct rdl_peer *p);

#endif
