/* persistent.h - which variables of the runtime outlive an execution.
 *
 * A rewind restores the runtime's own .data and .bss like the target's, so a
 * new static variable needs no thought.  Two kinds of variables do:
 *
 *   RDL_PERSISTENT(x)    The rewind leaves x alone: x describes the process,
 *                        not the execution (a cache that stays valid, a
 *                        descriptor that stays open), or every execution
 *                        writes it before reading it (scratch space).
 *   RDL_KEEP_USED(x, n)  x is a large table with at most `n` elements in use
 *                        (n is itself rewound and never shrinks within an
 *                        execution): the rewind restores only those n.
 *
 * Why large: a rewind copies every variable that is not named here, so tens of
 * kilobytes matter (scripts/check_statics.py finds what is above one).  The
 * runtime maps memory for itself only with rdl_runtime_memory_map
 * (core/runtime_memory.h), which handles a rewind. */
#ifndef RDL_RUNTIME_CORE_PERSISTENT_H
#define RDL_RUNTIME_CORE_PERSISTENT_H

#include <stddef.h>

struct rdl_persistent {
    const char *name;
    void *start;
    size_t size;
    /* Address of the number of elements in use; NULL: do not restore. */
    const void *used;
    size_t used_size;           /* size of that number in bytes */
    size_t element;             /* size of one element in bytes */
} __attribute__((aligned(64))); /* entries are contiguous in the section */

#define RDL_KEEP_ENTRY(id, x, n, nsize, elsize)                                \
    static const struct rdl_persistent keep_##id __attribute__((               \
        section("rdl_persistents"), used)) = { #x, (void *)&(x), sizeof(x),    \
                                               n,  nsize,        elsize }
/* Where the compiler allows it (gcc: a declaration of what has no initial
 * value), such variables get a section of their own, and the linker, which
 * sorts sections by name, puts them together between those of RDL_KEPT_ENDS. So
 * a rewind copies fewer and longer pieces.  scripts/check_statics.py checks
 * that nothing else lies there. */
#if defined(__GNUC__) && !defined(__clang__)
#define RDL_KEPT_TOGETHER 1
#define RDL_KEEP_TOGETHER(x)                                                   \
    extern __typeof__(x) x __attribute__((section(".bss.rdl_kept")))
#define RDL_KEPT_ENDS(begin, end)                                              \
    static char begin __attribute__((section(".bss.rdl_kep"), used));          \
    static char end __attribute__((section(".bss.rdl_kept_end"), used))
#else
#define RDL_KEPT_TOGETHER 0
#define RDL_KEEP_TOGETHER(x) extern __typeof__(x) x
#define RDL_KEPT_ENDS(begin, end) static const char begin, end
#endif

#define RDL_PERSISTENT(x)                                                      \
    RDL_KEEP_TOGETHER(x);                                                      \
    RDL_PERSISTENT_HERE(x)
/* The same for a variable of a function, or with an initial value. */
#define RDL_PERSISTENT_HERE(x) RDL_KEEP_ENTRY(x, x, NULL, 0, 0)
#define RDL_KEEP_USED(x, n)                                                    \
    RDL_KEEP_TOGETHER(x);                                                      \
    RDL_KEEP_ENTRY(x, x, &(n), sizeof(n), sizeof((x)[0]))

#endif
