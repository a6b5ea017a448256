/* loopback.h - TCP connections whose two ends are both in the target.
 *
 * The kernel delivers over the loopback device before the sending call
 * returns, as a rule: it may leave the work to another of its threads, and
 * Nagle's algorithm waits for acknowledgements that are delayed by real time.
 * Then the same steps would not always see the same input.  So Nagle is
 * switched off for such connections, and after each action the bytes that are
 * under way are waited for.
 *
 * How much more a receiver takes when its window is full depends on timers,
 * too.  Sends that may wait therefore stop earlier, at a window of ours; those
 * that may not are the kernel's matter, for poll has told what it will take. */
#ifndef RDL_RUNTIME_IO_SOCKETS_LOOPBACK_H
#define RDL_RUNTIME_IO_SOCKETS_LOOPBACK_H

#include <stdint.h>
#include <sys/socket.h>

/* `fd` was connected to `addr`, as the kernel has it. */
void rdl_loopback_connected(int fd, const struct sockaddr *addr,
                            socklen_t size);
/* `fd` was accepted from `addr`, as the kernel has it. */
void rdl_loopback_accepted(int fd, const struct sockaddr *addr, socklen_t size);
/* How many bytes a send on `fd` may put under way: LONG_MAX unless it is such
 * a connection. */
long rdl_loopback_room(int fd);
/* So many bytes went into or came out of `fd`. */
void rdl_loopback_sent(int fd, long bytes);
void rdl_loopback_received(int fd, long bytes);
/* No more will be sent on `fd`: before the call, what to give to the second,
 * which comes after it. */
int rdl_loopback_ending(int fd);
void rdl_loopback_ended(int peer);

#endif
