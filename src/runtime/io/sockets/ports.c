/* ports.c - our port numbers for those that the kernel chose. */
#include "runtime/io/sockets/ports.h"

#include "runtime/io/table.h"
#include "runtime/core/persistent.h"
#include "runtime/machine/raw.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/syscall.h>

#define FIRST 61000
#define COUNT (65536 - FIRST)

/* real[i], in network order, is shown as FIRST + i; 0: not in use. */
static uint16_t real[COUNT];
static unsigned made;

RDL_KEEP_USED(real, made);

static uint16_t *ports_port_at(const struct sockaddr *addr, socklen_t size)
{
    if (addr == NULL)
        return NULL;
    if (size >= sizeof(struct sockaddr_in) && addr->sa_family == AF_INET)
        return &((struct sockaddr_in *)addr)->sin_port;
    if (size >= sizeof(struct sockaddr_in6) && addr->sa_family == AF_INET6)
        return &((struct sockaddr_in6 *)addr)->sin6_port;
    return NULL;
}

unsigned rdl_port_of(const struct sockaddr *addr, socklen_t size)
{
    const uint16_t *port = ports_port_at(addr, size);

    return port != NULL ? *port : 0;
}

bool rdl_port_is_loopback(const struct sockaddr *addr, socklen_t size)
{
    const struct in6_addr *v6;

    if (ports_port_at(addr, size) == NULL)
        return false;
    if (addr->sa_family == AF_INET)
        return ((const struct sockaddr_in *)addr)->sin_addr.s_addr % 256 == 127;
    v6 = &((const struct sockaddr_in6 *)addr)->sin6_addr;
    return IN6_IS_ADDR_LOOPBACK(v6) ||
           (IN6_IS_ADDR_V4MAPPED(v6) && v6->s6_addr[12] == 127);
}

static int ports_shown_as(unsigned port)
{
    unsigned n = made < COUNT ? made : COUNT;

    for (unsigned i = 0; port != 0 && i < n; i++) {
        if (real[i] == port)
            return (int)i;
    }
    return -1;
}

void rdl_port_settle(int fd)
{
    struct rdl_descriptor *d = rdl_io_known(fd);
    struct sockaddr_storage name = { 0 };
    struct sockaddr *addr = (struct sockaddr *)&name;
    int size = sizeof(name), stale;
    unsigned port;

    if (d->named || rdl_raw(SYS_getsockname, fd, addr, &size) < 0)
        return;
    port = rdl_port_of(addr, (socklen_t)size);
    if (port == 0)
        return;
    d->named = true;
    /* The kernel reuses a port: its previous owner is gone. */
    stale = ports_shown_as(port);
    if (stale >= 0)
        real[stale] = 0;
    real[made++ % COUNT] = (uint16_t)port;
}

const struct sockaddr *rdl_port_real(const struct sockaddr *addr,
                                     socklen_t size,
                                     struct sockaddr_storage *copy)
{
    unsigned port = ntohs((uint16_t)rdl_port_of(addr, size));

    if (port < FIRST || real[port - FIRST] == 0 || size > sizeof(*copy))
        return addr;
    memcpy(copy, addr, size);
    *ports_port_at((struct sockaddr *)copy, size) = real[port - FIRST];
    return (struct sockaddr *)copy;
}

void rdl_port_show(struct sockaddr *addr, socklen_t size)
{
    int i = ports_shown_as(rdl_port_of(addr, size));

    if (i >= 0)
        *ports_port_at(addr, size) = htons((uint16_t)(FIRST + i));
}

bool rdl_port_is_ours(int fd)
{
    struct sockaddr_storage name = { 0 };
    int size = sizeof(name);

    return rdl_raw(SYS_getsockname, fd, &name, &size) == 0 &&
           ports_shown_as(
               rdl_port_of((struct sockaddr *)&name, (socklen_t)size)) >= 0;
}
