/* table.h - what the runtime knows about the target's descriptors.
 *
 * The runtime asks the kernel at every call (fstat), so it notices a descriptor
 * that was opened, closed or passed without its knowledge.  The table adds what
 * the kernel does not tell: who is at the other end. */
#ifndef RDL_RUNTIME_IO_TABLE_H
#define RDL_RUNTIME_IO_TABLE_H

#include "base/event.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum rdl_io_kind {
    RDL_IO_NONE,  /* not open */
    RDL_IO_FILE,  /* never blocks: regular files, directories, /dev/null */
    RDL_IO_PIPE,  /* created by this process */
    RDL_IO_PAIR,  /* half of a socketpair created by this process */
    RDL_IO_EVENT, /* eventfd and similar */
    RDL_IO_EPOLL,
    RDL_IO_SOCKET, /* from socket or accept, or inherited */
    RDL_IO_FOREIGN /* terminal, inherited pipe, FIFO, inotify, pidfd */
};

/* Descriptors from here on are looked up at each call, and never known to be
 * inside.  As an operand RDL_IO_MAX names the table itself. */
#define RDL_IO_MAX RDL_NO_DESCRIPTOR

#define RDL_IO_NO_PEER UINT16_MAX

struct rdl_descriptor {
    uint64_t inode, device;
    uint32_t id; /* of the open file: copies of a descriptor share it */
    uint8_t kind;
    bool outside; /* results are recorded (external_input.h) */
    /* From outside: an epoll set with such a member, or shared with a child. */
    bool reachable;
    bool listening;       /* a socket that accepts */
    bool named;           /* its local port is known (ports.h) */
    bool held;            /* open only for a wait (wait.h) */
    bool slow;            /* a child did not write to it in time */
    uint16_t first, last; /* numbers of both ends when they were created */
    /* A stream socket whose other end is in this process (loopback.h): */
    bool loopback;
    uint16_t peer; /* RDL_IO_NO_PEER until it is accepted */
    uint32_t peer_id;
    uint64_t sent, received;
};

/* Never NULL; another call for the same descriptor does not change it. */
struct rdl_descriptor *rdl_io_find(int fd);
/* The same without asking the kernel, for descriptors below RDL_IO_MAX. */
struct rdl_descriptor *rdl_io_known(int fd);
/* One more than the highest descriptor seen so far. */
int rdl_io_limit(void);

/* The target created, copied or closed descriptors. */
struct rdl_descriptor *rdl_io_made(int fd, enum rdl_io_kind kind, bool outside);
void rdl_io_made_pair(const int fd[2], enum rdl_io_kind kind);
void rdl_io_copied(int from, int to);
void rdl_io_closed(int fd);
/* Its flags change, with those of its copies: whether it can wait. */
void rdl_io_flagged(int fd);
/* An epoll set has got an `outside` member: from now on its results are
 * recorded. */
void rdl_io_set_outside(struct rdl_descriptor *set, bool reachable);

/* From now on a child has copies of all descriptors. */
void rdl_io_share_all(void);

/* Can anything beyond this process make it ready?  For descriptors that are
 * `outside`; false if both ends of a connection are here, or if no one else
 * knows the port number. */
bool rdl_io_reachable(int fd);

/* A socket of either kind, so that MSG_DONTWAIT works. */
static inline bool rdl_io_is_socket(const struct rdl_descriptor *d)
{
    return d->kind == RDL_IO_SOCKET || d->kind == RDL_IO_PAIR;
}

/* Announces a call on `fd` (-1: on the table of descriptors).  The operand is
 * the descriptor's number; for a pipe or pair it covers both ends, so that
 * strategies see the race. */
void rdl_io_point(enum rdl_op op, int fd, uintptr_t pc);

#endif
