/* ports.h - the port numbers that the target is shown.
 *
 * A port that the kernel chose (bind to port 0, connect without bind) differs
 * from execution to execution.  When both ends of a connection are in the
 * target, as in most tests, that would be the only difference; so the target
 * is shown numbers of ours, in order of their making, and addresses that it
 * hands back are translated.  They come from above the kernel's own range
 * (net.ipv4.ip_local_port_range), hence never stand for another real port.
 * Ports that the target chose itself are real.  A peer outside cannot use a
 * port of ours: it needs a fixed one. */
#ifndef RDL_RUNTIME_IO_SOCKETS_PORTS_H
#define RDL_RUNTIME_IO_SOCKETS_PORTS_H

#include <stdbool.h>
#include <sys/socket.h>

/* The socket may have a local port now: if the kernel chose it, it gets a
 * number of ours. */
void rdl_port_settle(int fd);
/* The address to give to the kernel: `addr`, or a translation in *copy. */
const struct sockaddr *rdl_port_real(const struct sockaddr *addr,
                                     socklen_t size,
                                     struct sockaddr_storage *copy);
/* Changes an address that the kernel gave to what the target is shown. */
void rdl_port_show(struct sockaddr *addr, socklen_t size);
/* Was the socket's local port chosen by the kernel?  Then nobody outside can
 * know it. */
bool rdl_port_is_ours(int fd);

/* In network order; 0 if the address has none. */
unsigned rdl_port_of(const struct sockaddr *addr, socklen_t size);
/* An address of this machine that nobody else can reach. */
bool rdl_port_is_loopback(const struct sockaddr *addr, socklen_t size);

#endif
