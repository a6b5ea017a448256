/* image.h - restores memory to its contents at main.
 *
 * rewind.c names the ranges; the image has a copy of each and restores it.  A
 * tracker finds what changed (tracker.h): copy everything, ask the kernel
 * (userfaultfd WP_ASYNC and PAGEMAP_SCAN), or protect pages and catch the
 * fault.
 *
 * The caller promises:
 *   - ranges do not overlap, except that a small one may lie in a large one;
 *   - between save and restore they stay mapped, private and writable; what is
 *     replaced, unmapped or emptied (madvise DONTNEED, FREE, REMOVE) in between
 *     is mapped and writable again before restore, and reported with
 *     rdl_image_remapped;
 *   - restore runs on a stack outside all ranges, with no other thread;
 *   - for tracker protect: faults reach rdl_image_fault, on a stack outside all
 *     ranges; what the kernel writes on its own is small or was touched (the
 *     registered rseq area; the stack below a thread for signal frames).
 * The image promises:
 *   - after restore every byte of every range is as it was at save;
 *   - its own memory is from rdl_runtime_memory_map and lies in no range;
 *   - restore allocates nothing, and its cost grows with what changed recently
 *     (trackers scan, protect) or with the size of the ranges (copy). */
#ifndef RDL_RUNTIME_REWIND_IMAGE_IMAGE_H
#define RDL_RUNTIME_REWIND_IMAGE_IMAGE_H

#include "runtime/machine/raw.h"

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Forgets all ranges, before a new snapshot. */
void rdl_image_begin(void);
/* Adds the bytes [start, start + size), with any alignment.  Ranges may be as
 * small as a variable.  `small`: written while nothing may fault (the runtime's
 * own variables; what the kernel writes on its own); trackers that work by
 * faults do not watch it. */
void rdl_image_add(void *start, size_t size, bool small);
/* Copies the ranges and starts tracking.  `tracker` is "auto", "copy", "scan"
 * or "protect".  Returns NULL, or an error such as "PAGEMAP_SCAN needs Linux
 * 6.7" (then nothing is tracked). */
const char *rdl_image_save(const char *tracker);
/* [start, start + size) was unmapped or replaced and is mapped again: all of it
 * counts as changed, and tracking starts again there. */
void rdl_image_remapped(void *start, size_t size);
/* The target changes the mappings or their protection there: from now on a
 * fault is the target's.  Call rdl_image_remapped before restore. */
void rdl_image_lost(void *start, size_t size);
void rdl_image_restore(void);
/* For tests: the first byte of a tracked page that is not as it was at save;
 * NULL: all are.  Pieces that are copied every time are not looked at, nor are
 * the bytes [besides, besides + size), which the kernel may write at any
 * time. */
const char *rdl_image_differs(const char *besides, size_t size);
/* The name of the tracker in use. */
const char *rdl_image_tracker(void);

/* For signal handlers: did only the tracker cause the fault at addr?  Then the
 * access can be repeated. */
bool rdl_image_fault(uintptr_t addr);
/* The kernel is about to write there on behalf of the target: tracker protect
 * must unprotect the pages first, or the kernel would return EFAULT.  True if
 * some were protected. */
bool rdl_image_touch(void *start, size_t size);
/* Unprotects everything, for when the kernel returned EFAULT for memory that no
 * rdl_image_touch covered: true if the call is worth a second try.  Expensive:
 * restore has to restore all of it. */
bool rdl_image_open(void);

/* Makes a system call of the target. */
static inline long rdl_image_call(long number, const long arg[6])
{
    long result =
        rdl_raw6(number, arg[0], arg[1], arg[2], arg[3], arg[4], arg[5]);

    if (result == -EFAULT && rdl_image_open())
        result =
            rdl_raw6(number, arg[0], arg[1], arg[2], arg[3], arg[4], arg[5]);
    return result;
}

/* What the latest restore looked at or wrote: pages, and bytes of them and of
 * smaller pieces. */
void rdl_image_restored(uint64_t *pages, uint64_t *bytes);

/* A checksum over all data that a restore uses, to notice a wild write into
 * it. */
uint64_t rdl_image_checksum(void);

#endif
