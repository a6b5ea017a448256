/* keep.h - which variables of the runtime outlive an execution.
 *
 * A rewind brings the runtime's own .data and .bss back as it does the
 * target's, so that a new static variable needs no thought.  Two kinds do:
 *
 *   RDL_KEEP(x)          x is left alone: it describes the process, not the
 *                        execution (a cache that stays true, a descriptor
 *                        that stays open), or it is written before it is read
 *                        in every execution (scratch space).
 *   RDL_KEEP_USED(x, n)  x is a large table of which `n` elements are in use
 *                        at most (n is itself rewound, never shrinks within an
 *                        execution): only so many are brought back.
 *
 * Large: a rewind copies all that is not named here, so tens of kilobytes
 * matter.  Memory that the runtime maps for itself comes from rdl_own_map
 * (rewind/own.h), which knows what to do at a rewind. */
#ifndef RDL_RUNTIME_KEEP_H
#define RDL_RUNTIME_KEEP_H

#include <stddef.h>

struct rdl_keep {
    const char *name;
    void *start;
    size_t size;
    const void *used; /* how many elements are in use; NULL: leave it alone */
    size_t used_size; /* sizeof that number */
    size_t element;   /* bytes of one element */
} __attribute__((aligned(64))); /* no gaps between entries in the section */

#define RDL_KEEP_ENTRY(id, x, n, nsize, elsize)                                \
    static const struct rdl_keep keep_##id __attribute__((                     \
        section("rdl_keeps"), used)) = { #x, (void *)&(x), sizeof(x),          \
                                         n,  nsize,        elsize }
#define RDL_KEEP(x) RDL_KEEP_ENTRY(x, x, NULL, 0, 0)
#define RDL_KEEP_USED(x, n)                                                    \
    RDL_KEEP_ENTRY(x, x, &(n), sizeof(n), sizeof((x)[0]))

#endif
