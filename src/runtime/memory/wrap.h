/* wrap.h - how the wrappers for the libc functions in hooks/wraps.h are
 * written.
 *
 * Only instrumented code calls them.  Each announces the ranges it accesses,
 * then lets libc do the work (with REAL: the plain name is the runtime's own,
 * libc_free.c).  The range of a string is determined when it is announced, its
 * value at the step.
 *
 * libc reads everything in the last step that the call takes.  What was
 * announced as a step of its own before is read again there: rereads(). */
#ifndef RDL_RUNTIME_MEMORY_WRAP_H
#define RDL_RUNTIME_MEMORY_WRAP_H

#include "runtime/core/interceptor.h"
#include "runtime/explore/exploring.h"
#include "runtime/memory/memory.h"

#include <string.h>

/* Declares and opens the function behind the entry `name`. */
#define CALL(type, name, ...)                                                  \
    RDL_REAL(type, name, __VA_ARGS__);                                         \
    type rdl_call_##name(__VA_ARGS__);                                         \
    type rdl_call_##name(__VA_ARGS__)

/* Bytes of a source that a copy takes as they are when it reads them. */
#define WRAP_TAKEN 512

/* Called between the read of `from` and the write: the n bytes, at most
 * WRAP_TAKEN, are to be written as they are now.  The scheduler saves them in
 * `copy` before anybody else can run, in most calls never.  raddle prove
 * compares stacks: there `copy` is always the same. */
static inline void takes(char *copy, const void *from, size_t n)
{
    struct rdl_thread *t = rdl_self;

    t->unsaved = from;
    t->unsaved_to = copy;
    t->unsaved_size = (uint32_t)n;
    if (unlikely(rdl_exploring)) {
        memcpy(copy, from, n);
        t->unsaved_size = 0;
    }
}

/* After the write is announced: where these bytes are. */
static inline const void *taken(const char *copy, const void *from)
{
    if (rdl_self->unsaved_size == 0)
        return copy;
    rdl_self->unsaved_size = 0;
    return from;
}

/* A compiler announces the initialisation of a large object as one write, and
 * may then call one of these functions for a part of it: the object does not
 * yet hold the announced value. */
static inline void lowers(const void *to, size_t n)
{
    if (likely(rdl_controlled()) &&
        (uintptr_t)to - rdl_self->write_due < rdl_self->write_size &&
        (uintptr_t)to + n - rdl_self->write_due <= rdl_self->write_size)
        rdl_self->write_due = 0;
}

void rdl_hook_read_range_pc(const void *from, size_t n, uintptr_t pc);
void rdl_hook_write_range_pc(const void *to, size_t n, uintptr_t pc);

static inline void reads(const void *from, size_t n, uintptr_t pc)
{
    rdl_hook_read_range_pc(from, n, pc);
}

static inline void writes(const void *to, size_t n, uintptr_t pc)
{
    rdl_hook_write_range_pc(to, n, pc);
}

/* Reads s: the first n bytes, or if it is shorter all with its NUL. */
static inline size_t string_size(const char *s, size_t n)
{
    size_t length;

    if (n == SIZE_MAX)
        return strlen(s) + 1;
    length = strnlen(s, n);
    return length < n ? length + 1 : n;
}
void rdl_wrap_string_reads(const char *s, size_t n, uintptr_t pc);

/* Does it matter to exploration how much is read?  What a thread reads before
 * there are others, nobody changes. */
static inline bool scans_count(void)
{
    return unlikely(rdl_exploring) && !rdl_sharing.alone;
}

/* The same where `n`, an expression, depends on what is in memory: while the
 * thread waits for its turn, others may change that. */
#define SCANS(s, n, pc)                                                        \
    do {                                                                       \
        rdl_wrap_string_reads(s, n, pc);                                       \
        if (scans_count())                                                     \
            rdl_exploring_scans(s, string_size(s, n), pc);                     \
    } while (0)

/* The same for memory that is not a string. */
#define SCANS_BYTES(from, n, pc)                                               \
    do {                                                                       \
        if (scans_count())                                                     \
            rdl_exploring_scans(from, n, pc);                                  \
        reads(from, n, pc);                                                    \
        if (scans_count())                                                     \
            rdl_exploring_scans(from, n, pc);                                  \
    } while (0)

/* In the step that the thread has just taken the call reads this, too.  Its
 * size is known, or depends on what is there. */
static inline void rereads(const void *from, size_t n)
{
    if (scans_count())
        rdl_call_touches(from, n, /*writes=*/false);
}
#define RESCANS(s, n, pc)                                                      \
    do {                                                                       \
        if (scans_count())                                                     \
            rdl_call_scans(s, string_size(s, n), /*writes=*/false, pc);        \
    } while (0)

#endif
