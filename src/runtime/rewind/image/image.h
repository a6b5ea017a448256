/* image.h - memory as it was at main.
 *
 * rewind.c names the ranges; the image keeps a copy of each and brings them
 * back.  How it learns what changed is a tracker's business (tracker.h): copy
 * everything, ask the kernel (userfaultfd WP_ASYNC and PAGEMAP_SCAN), or
 * protect pages and catch the fault.
 *
 * The caller promises:
 *   - ranges do not overlap, but a small one may lie in one that is not;
 *   - between save and restore they stay mapped, private and writable; what is
 *     replaced, unmapped or emptied (madvise DONTNEED, FREE, REMOVE) in between
 *     is mapped and writable again before restore and told of
 *     (rdl_image_remapped);
 *   - restore is called on a stack outside all ranges, with no other thread;
 *   - for tracker protect: faults come to rdl_image_fault, on a stack outside
 *     all ranges; what the kernel writes unasked is small or was touched (the
 *     registered rseq area; the stack below a thread for signal frames).
 * The image promises:
 *   - after restore every byte of every range is as it was at save;
 *   - its own memory comes from rdl_runtime_memory_map and lies in no range;
 *   - restore allocates nothing, and its cost grows with what changed lately
 *     (trackers scan, protect) or with the size of the ranges (copy). */
#ifndef RDL_RUNTIME_REWIND_IMAGE_IMAGE_H
#define RDL_RUNTIME_REWIND_IMAGE_IMAGE_H

#include "runtime/machine/raw.h"

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Forgets all ranges; for a snapshot that is taken anew. */
void rdl_image_begin(void);
/* Bytes [start, start + size), any alignment.  Ranges may be as small as a
 * variable.  `small`: written while nothing may fault (the runtime's own
 * variables; what the kernel writes unasked): no tracker that works by faults
 * sees it. */
void rdl_image_add(void *start, size_t size, bool small);
/* Copies; from now on changes are tracked.  `tracker` is "auto", "copy",
 * "scan" or "protect"; NULL or what went wrong, as "PAGEMAP_SCAN needs Linux
 * 6.7" (then nothing is tracked). */
const char *rdl_image_save(const char *tracker);
/* [start, start + size) was unmapped or replaced and is mapped anew: all of it
 * counts as changed, and tracking there starts again. */
void rdl_image_remapped(void *start, size_t size);
/* The target is changing the mappings or their protection there: from now on a
 * fault is its own.  rdl_image_remapped is due before restore. */
void rdl_image_lost(void *start, size_t size);
void rdl_image_restore(void);
/* The name of the tracker in use. */
const char *rdl_image_tracker(void);

/* A fault at addr, from a signal handler: was it only the tracker's?  Then the
 * access may be made again. */
bool rdl_image_fault(uintptr_t addr);
/* The kernel is about to write there on behalf of the target: tracker protect
 * must open the pages first, for the kernel would answer EFAULT.  True if some
 * were closed. */
bool rdl_image_touch(void *start, size_t size);
/* As if all of it were touched.  The way out when the kernel answered EFAULT
 * for a place that nobody thought of: true if the call is worth a second try.
 * Expensive: restore brings all of it back. */
bool rdl_image_open(void);

/* Makes a system call of the target's. */
static inline long rdl_image_call(long number, const long arg[6])
{
    long result =
        rdl_raw6(number, arg[0], arg[1], arg[2], arg[3], arg[4], arg[5]);

    if (result == -EFAULT && rdl_image_open())
        result =
            rdl_raw6(number, arg[0], arg[1], arg[2], arg[3], arg[4], arg[5]);
    return result;
}

/* Sum over all that a restore goes by, to notice a wild write into it. */
uint64_t rdl_image_checksum(void);

#endif
