/* extents.c - how much a call reads that reads up to what it finds, such as the
 * end of a string.
 *
 * Exploration needs to know what a step touches before it is taken, and what it
 * would touch at another place of the execution.  That depends on what is in
 * memory then: while a thread waits to measure a string, another one makes it
 * longer, and what a third one writes behind the old end matters, too.  So for
 * exploration such a call reads as much as it has read in any execution, from
 * that address on.  If it reads more, and threads share that, exploration
 * begins again; as it does when it learns that memory is shared.
 *
 * Why no interleaving is lost: take one in which a call reads shared memory
 * behind what is known, and in it the first such step.  All steps before it
 * touch no more than exploration takes for granted, so that some execution had
 * them in an equivalent order and then took this step. */
#include "runtime/explore/extents.h"

#include "runtime/core/state.h"
#include "runtime/explore/exploring.h"
#include "runtime/observe/sharing.h"

size_t rdl_exploring_scans(const volatile void *start, size_t size,
                           uintptr_t pc)
{
    const uintptr_t addr = (uintptr_t)start;
    size_t known;

    if (rdl_sharing.alone || rdl_exploring_now.left || !rdl_controlled())
        return size;
    rdl_sharing_touch(start, size, /*write=*/false);
    known = rdl_reach_extent(rdl_exploring_reach, pc, addr);
    if (size <= known || !rdl_sharing_any(addr + known, size - known))
        return known > 0 ? known : size;
    /* What grows does so by a byte at a time, and exploration begins again each
     * time: whole granules are enough. */
    if (known > 0)
        size = ((addr + size + 7) & ~(uintptr_t)7) - addr;
    if (!rdl_reach_extend(rdl_exploring_reach, pc, addr, size))
        rdl_exploring_trouble(RDL_REACH_MEMORY, pc, 0);
    rdl_exploring_now.again = true;
    return size;
}
