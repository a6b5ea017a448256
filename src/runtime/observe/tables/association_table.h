/* association_table.h - races on variables that belong together: definitions 4
 * and 5 of the thesis on coverage of concurrent programs (2.3.5, 2.3.6).
 *
 * The relation S_DA of the thesis is what raddle_associate states: pairs of
 * variables whose values must fit together.  It is reflexive and symmetric, not
 * transitive.  An association here is one such pair; each variable is a side.
 *
 * Multi-variable race (definition 4): accesses of two threads to associated
 * variables, one of which writes, and nothing orders the two.  Here the two
 * threads stood at their accesses at the same moment: a thread accesses one
 * side (p) while another has announced its access to the other side (q) and
 * could go on.  raddle reports it when q is made.  If both access the same
 * memory it is a data race, and race.h reports it.
 *
 * Multi-variable block race (definition 5): p and p' in one operation block,
 * q of another thread between them, all three of associated variables, p and q
 * conflict, q and p' conflict.  The definition also covers triples that change
 * nothing: if q only writes what p has read, "first the block, then q" explains
 * the execution.  So this asks for one more access q' of q's thread, which
 * conflicts with p' and came before it:
 *
 *     p (side 1)   before   q (side 1)     the block comes before the others
 *     q' (side 2)  before   p' (side 2)    the others come before the block
 *
 * where q' comes after q, or is in the same unit of its thread: its operation
 * block, else the critical section that it is in.  The two together are a
 * cycle, so block and unit cannot have come one after the other (conflict
 * serialisability as in Velodrome: Flanagan, Freund and Yi, PLDI 2008; for
 * pairs of variables: the problematic patterns of atomic sets, Vaziri, Tip and
 * Dolby, POPL 2006).  Two writes conflict.
 *
 * An association keeps the latest RDL_ASSOCIATION_LOG kinds of accesses of an
 * execution.  Of what it forgets some race may be missed, none is invented. */
#ifndef RDL_RUNTIME_OBSERVE_TABLES_ASSOCIATION_TABLE_H
#define RDL_RUNTIME_OBSERVE_TABLES_ASSOCIATION_TABLE_H

#include "runtime/observe/tables/block_touch.h"

#define RDL_MAX_ASSOCIATIONS 64
#define RDL_ASSOCIATION_LOG 32

struct rdl_association_access {
    struct rdl_block_touch touch; /* the first of its unit at this place */
    uint64_t latest;              /* step of the latest one */
    uint64_t block;               /* operation block of its thread; 0: none */
    uint64_t unit;                /* equal: the same unit of its thread */
    uint8_t side;
};

struct rdl_association {
    uintptr_t start[2];
    size_t size[2];
    uint32_t n, next;
    struct rdl_association_access log[RDL_ASSOCIATION_LOG];
};

struct rdl_association_table {
    uint32_t n;
    uintptr_t lowest, highest; /* no associated byte is outside */
    struct rdl_association all[RDL_MAX_ASSOCIATIONS];
};

/* p, q and p' of definition 5, and q'. */
struct rdl_torn {
    struct rdl_block_touch first, between, second, beside;
};

void rdl_associations_begin(struct rdl_association_table *t);
/* False: there is no room. */
bool rdl_associations_add(struct rdl_association_table *t, uintptr_t a,
                          size_t a_size, uintptr_t b, size_t b_size);
/* Memory goes away: forgets associations with it. */
void rdl_associations_forget(struct rdl_association_table *t, uintptr_t addr,
                             size_t size);

/* Can these bytes be associated ones? */
static inline bool rdl_associations_near(const struct rdl_association_table *t,
                                         uintptr_t addr)
{
    return addr < t->highest && addr >= t->lowest;
}

/* Are the two accesses, of different threads, to associated variables, and does
 * one of them write? */
bool rdl_associations_meet(const struct rdl_association_table *t,
                           const struct rdl_block_touch *a,
                           const struct rdl_block_touch *b);

/* The access `now` in that operation block (0: none) and unit of its thread is
 * made.  True: it completes what `out` says. */
bool rdl_associations_access(struct rdl_association_table *t,
                             const struct rdl_block_touch *now, uint64_t block,
                             uint64_t unit, struct rdl_torn *out);

#endif
