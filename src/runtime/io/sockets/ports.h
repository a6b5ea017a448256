/* ports.h - the port numbers that the target sees.
 *
 * A port that the kernel chose (bind to port 0, connect without bind) differs
 * between executions.  When both ends of a connection are in the target, as in
 * most tests, that would be the only difference.  So the target sees numbers of
 * ours, in order of creation, and addresses that it passes back are translated.
 * The numbers are above the kernel's own range (net.ipv4.ip_local_port_range),
 * hence never equal to another real port. Ports that the target chose itself
 * are real.  A peer outside cannot use a port of ours: it needs a fixed one. */
#ifndef RDL_RUNTIME_IO_SOCKETS_PORTS_H
#define RDL_RUNTIME_IO_SOCKETS_PORTS_H

#include <stdbool.h>
#include <sys/socket.h>

/* The socket may have a local port now: if the kernel chose it, gives it a
 * number of ours. */
void rdl_port_settle(int fd);
/* The address to pass to the kernel: `addr`, or a translation in *copy. */
const struct sockaddr *rdl_port_real(const struct sockaddr *addr,
                                     socklen_t size,
                                     struct sockaddr_storage *copy);
/* Changes an address from the kernel to what the target sees. */
void rdl_port_show(struct sockaddr *addr, socklen_t size);
/* Did the kernel choose the socket's local port?  Then no one outside can know
 * it. */
bool rdl_port_is_ours(int fd);

/* In network order; 0 if the address has no port. */
unsigned rdl_port_of(const struct sockaddr *addr, socklen_t size);
/* Is it an address of this machine that no other machine can reach? */
bool rdl_port_is_loopback(const struct sockaddr *addr, socklen_t size);

#endif
