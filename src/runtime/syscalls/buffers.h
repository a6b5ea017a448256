/* buffers.h - where a system call reads and writes memory.
 *
 * One table for all users: the tracker that would make the kernel fail there
 * (syscalls/unprotect.c), and the code that learns which memory threads share
 * (runtime/observe/sharing.h).
 *
 * The column `buffers` of list.h: the memory that the kernel writes, and what
 * it reads; calls that raddle prove does not explore may lack the latter.  The
 * first number is an argument.
 *   NOTHING    it writes nothing
 *   IN(at, type), BYTES_IN(at, n), TEXT(at)  it reads one such, or a string;
 *              GIVEN(at, type) when the call begins
 *   OUT(at, type), BYTES(at, n)  `at` points to one such, which it may write
 *   UP_TO(at, n)  it writes at most n bytes, perhaps none
 *   WRITES(at, count, unit)  to argument `count` units
 *   COUNTS(at, count, unit)  the same, and the kernel reads them
 *   READS(at, count)         the same in bytes
 *   RECORD(at, count)        to a long and as many bytes
 *   PAGES(at, count)         to a byte for each page of memory
 *   BITS(at, count)          to as many bits, in whole longs
 *   ADDRESS(at, length)      to an address; `length` to its size
 *   FILLS, DRAINS(at, count) to struct iovec, which it writes or reads
 *   MESSAGE(at, written), MESSAGES(at, count), CLONE(at)   to struct msghdr,
 *              mmsghdr, clone_args
 *   KEEPS(at, count)  to bytes that it moves or fills in with their permissions
 *   BY(at)     argument `at` decides: commands.h
 *   IOCTL(command, at)  the command says it itself, or commands.h does
 *   SCATTERED  it writes later, or through nested pointers */
#ifndef RDL_RUNTIME_SYSCALLS_BUFFERS_H
#define RDL_RUNTIME_SYSCALLS_BUFFERS_H

#include <stddef.h>

enum rdl_buffer_use {
    RDL_BUFFER_READ,
    RDL_BUFFER_TEXT, /* reads a string; its size is not given */
    /* Says where others are, and is read when the call begins: before its step,
     * or in it. */
    RDL_BUFFER_EARLY,
    RDL_BUFFER_WRITTEN,
    /* The kernel needs it writable, and may write less of it or nothing. */
    RDL_BUFFER_OPEN,
};

typedef void rdl_buffers_visit(void *start, size_t size,
                               enum rdl_buffer_use use);

/* What the kernel writes besides the visited buffers. */
enum rdl_buffers_rest {
    RDL_BUFFERS_NONE,
    RDL_BUFFERS_UNKNOWN,  /* something of fixed size, behind any argument */
    RDL_BUFFERS_ANYWHERE, /* later, or through nested pointers */
};

enum rdl_buffers_rest rdl_buffers_each(long number, const long arg[6],
                                       rdl_buffers_visit *visit);

#endif
