/* persistent.h - which variables of the runtime outlive an execution.
 *
 * A rewind brings the runtime's own .data and .bss back as it does the
 * target's, so that a new static variable needs no thought.  Two kinds do:
 *
 *   RDL_PERSISTENT(x)          x is left alone: it describes the process, not
 * the execution (a cache that stays true, a descriptor that stays open), or it
 * is written before it is read in every execution (scratch space).
 *   RDL_KEEP_USED(x, n)  x is a large table of which `n` elements are in use
 *                        at most (n is itself rewound, never shrinks within an
 *                        execution): only so many are brought back.
 *
 * Large: a rewind copies all that is not named here, so tens of kilobytes
 * matter.  Memory that the runtime maps for itself comes from
 * rdl_runtime_memory_map (core/runtime_memory.h), which knows what to do at a
 * rewind. */
#ifndef RDL_RUNTIME_CORE_PERSISTENT_H
#define RDL_RUNTIME_CORE_PERSISTENT_H

#include <stddef.h>

struct rdl_persistent {
    const char *name;
    void *start;
    size_t size;
    const void *used; /* how many elements are in use; NULL: leave it alone */
    size_t used_size; /* sizeof that number */
    size_t element;   /* bytes of one element */
} __attribute__((aligned(64))); /* no gaps between entries in the section */

#define RDL_KEEP_ENTRY(id, x, n, nsize, elsize)                                \
    static const struct rdl_persistent keep_##id __attribute__((               \
        section("rdl_persistents"), used)) = { #x, (void *)&(x), sizeof(x),    \
                                               n,  nsize,        elsize }
#define RDL_PERSISTENT(x) RDL_KEEP_ENTRY(x, x, NULL, 0, 0)
#define RDL_KEEP_USED(x, n)                                                    \
    RDL_KEEP_ENTRY(x, x, &(n), sizeof(n), sizeof((x)[0]))

#endif
