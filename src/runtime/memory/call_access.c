/* call_access.c - what a call of a library does to memory that the program
 * handed it: core/interceptor.h.
 *
 * A call that also changes or reads something else that threads share (a
 * semaphore, the time) does the two one after the other, and another thread
 * may come between: then the access is a step of its own.  Where nobody could
 * notice that, it is part of the call's step. */
#include "runtime/core/interceptor.h"
#include "runtime/explore/exploring.h"
#include "runtime/memory/memory.h"
#include "runtime/observe/tap.h"

#include <string.h>

RDL_ASIDE void call_access_reads(const volatile void *addr, size_t size,
                                 uintptr_t pc)
{
    if (rdl_controlled() && addr != NULL && size > 0)
        rdl_memory_read(addr, size, pc, 0);
}
RDL_ASIDE_CALL(rdl_call_reads, call_access_reads);

RDL_ASIDE void call_access_writes(volatile void *addr, size_t size,
                                  uintptr_t pc)
{
    if (rdl_controlled() && addr != NULL && size > 0)
        rdl_memory_write(addr, size, pc, 0);
}
RDL_ASIDE_CALL(rdl_call_writes, call_access_writes);

void rdl_call_reads_text(const char *text, uintptr_t pc)
{
    if (text == NULL)
        return;
    if (unlikely(rdl_exploring))
        rdl_exploring_scans(text, strlen(text) + 1, pc);
    rdl_call_reads(text, strlen(text) + 1, pc);
    if (unlikely(rdl_exploring))
        rdl_exploring_scans(text, strlen(text) + 1, pc);
}

const struct timespec *rdl_until_read(const struct timespec *when,
                                      struct timespec *copy, uintptr_t pc)
{
    if (when == NULL)
        return NULL;
    rdl_call_reads(when, sizeof(*when), pc);
    *copy = *when;
    return copy;
}

RDL_ASIDE void call_access_touches(const volatile void *addr, size_t size,
                                   bool writes)
{
    if (!rdl_controlled() || addr == NULL || size == 0)
        return;
    rdl_sharing_touch(addr, size, writes);
    rdl_tap_touched((const void *)addr, size, writes);
}
RDL_ASIDE_CALL(rdl_call_touches, call_access_touches);

RDL_ASIDE void call_access_scans(const volatile void *addr, size_t size,
                                 bool writes, uintptr_t pc)
{
    if (unlikely(rdl_exploring) && addr != NULL && size > 0)
        size = rdl_exploring_scans(addr, size, pc);
    call_access_touches(addr, size, writes);
}
RDL_ASIDE_CALL(rdl_call_scans, call_access_scans);

RDL_ASIDE void call_access_touches_late(const volatile void *addr, size_t size,
                                        bool writes, const char *what,
                                        uintptr_t pc)
{
    call_access_touches(addr, size, writes);
    if (unlikely(rdl_exploring) && rdl_controlled() && addr != NULL &&
        size > 0 && rdl_sharing_any((uintptr_t)addr, size))
        rdl_note(RDL_NOTE_LIBRARY_CALLS, what, pc);
}
RDL_ASIDE_CALL(rdl_call_touches_late, call_access_touches_late);

RDL_ASIDE void call_access_unseen(const char *what, uintptr_t pc)
{
    if (unlikely(rdl_exploring) && rdl_controlled() && !rdl_sharing.alone)
        rdl_note(RDL_NOTE_LIBRARY_CALLS, what, pc);
}
RDL_ASIDE_CALL(rdl_call_unseen, call_access_unseen);
