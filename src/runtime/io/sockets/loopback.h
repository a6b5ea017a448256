/* loopback.h - TCP connections with both ends in the target.
 *
 * The kernel usually delivers over the loopback device before the sending call
 * returns.  But it may leave the work to another of its threads, and Nagle's
 * algorithm waits for acknowledgements that are delayed by real time.  Then the
 * same steps would not always see the same input.  So the runtime switches
 * Nagle off for such connections, and after each action waits for the bytes
 * that are in transit.
 *
 * How much more a receiver takes when its window is full depends on timers,
 * too. Sends that may wait therefore stop earlier, at a window of ours; those
 * that may not wait are left to the kernel, because poll has reported what it
 * will take. */
#ifndef RDL_RUNTIME_IO_SOCKETS_LOOPBACK_H
#define RDL_RUNTIME_IO_SOCKETS_LOOPBACK_H

#include <stdint.h>
#include <sys/socket.h>

/* `fd` was connected to `addr` (the kernel's address). */
void rdl_loopback_connected(int fd, const struct sockaddr *addr,
                            socklen_t size);
/* `fd` was accepted from `addr` (the kernel's address). */
void rdl_loopback_accepted(int fd, const struct sockaddr *addr, socklen_t size);
/* How many bytes a send on `fd` may put in transit: LONG_MAX unless it is such
 * a connection. */
long rdl_loopback_room(int fd);
/* `bytes` bytes went into or out of `fd`. */
void rdl_loopback_sent(int fd, long bytes);
void rdl_loopback_received(int fd, long bytes);
/* No more will be sent on `fd`.  Call ending() before the system call, and pass
 * its result to the second function after it. */
int rdl_loopback_ending(int fd);
void rdl_loopback_ended(int peer);

#endif
