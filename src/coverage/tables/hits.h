/* hits.h - for each requirement: the number of executions that covered it, and
 * how many of those failed.
 *
 * A worker raises the number of a requirement once for each execution, when the
 * execution has ended: in a row of its own, so that workers share no cache line
 * and need no atomic addition.  The sum of the rows and of what the driver
 * knows is the number.
 *
 * An execution counts here exactly if the driver counts it (base/shared.h,
 * rdl_tally).  The process may die at any moment, and the driver may run the
 * same execution again.  So:
 *   - a sheet of the worker lists what the current execution has covered.  If
 *     the process dies, the driver counts what is on the sheet;
 *   - each entry of a row has a stamp, the execution that raised it last, in
 *     the same word.  If a process dies while it counts, what it has raised is
 *     known and can be taken back.
 * Only the driver writes `known`: what earlier sessions counted, executions
 * that their process did not count, and failures.
 *
 * This runs inside the target too: no libc.  The target may have overwritten
 * the memory: no number on a sheet is used unchecked. */
#ifndef RDL_COVERAGE_TABLES_HITS_H
#define RDL_COVERAGE_TABLES_HITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The driver ends a session before a worker has run 2^36 executions (a month at
 * 25,000 a second); a stamp repeats after 2^28. */
#define RDL_HITS_STAMP_BITS 28

struct rdl_hits {
    uint64_t covered; /* executions that covered it */
    uint64_t failed;  /* of these, those that ended with a finding */
};

struct rdl_hits_sheet { /* of a worker; a cache line */
    uint64_t execution; /* its number + 1; 0: none so far */
    uint64_t counted;   /* number + 1 of the latest that is in the row */
    uint32_t n;         /* requirements on its list */
    uint32_t unused[11];
};

_Static_assert(sizeof(struct rdl_hits_sheet) == 64, "a cache line");

/* In shared memory (memory.h), as a process sees it. */
struct rdl_hits_arrays {
    uint32_t workers, requirements; /* capacities */
    struct rdl_hits *known;         /* by requirement */
    struct rdl_hits_sheet *sheets;  /* by worker */
    /* By worker, then by position and by requirement: */
    uint32_t *lists;
    uint64_t *rows;
};

/* The parts of one worker. */
struct rdl_hits_slot {
    struct rdl_hits_sheet *sheet; /* NULL: does not count */
    uint32_t *list;
    uint64_t *row;
    uint32_t requirements; /* capacity */
};

/* Owners are 1 to a.workers; another one has no slot and does not count. */
struct rdl_hits_slot rdl_hits_slot(const struct rdl_hits_arrays *a,
                                   uint32_t owner);

/* --- For the worker ------------------------------------------------------- */

/* Execution `number` begins.  If it was counted before, the driver runs it
 * again: that is taken back. */
void rdl_hits_begin(const struct rdl_hits_slot *s, uint64_t number);

/* The n-th requirement (from 0) that the execution covers. */
static inline void rdl_hits_list(const struct rdl_hits_slot *s, uint32_t n,
                                 uint32_t id)
{
    s->list[n] = id;
    /* Release: what is listed is on the list. */
    __atomic_store_n(&s->sheet->n, n + 1, __ATOMIC_RELEASE);
}

/* The execution has ended without a finding: counts the n requirements in
 * `order`, which are those on its list. */
void rdl_hits_count(const struct rdl_hits_slot *s, const uint32_t *order,
                    uint32_t n);

/* --- For the driver ------------------------------------------------------- */

/* The executions from `from` to the one before `to` of a request have ended,
 * and the worker does not run: counts the last one unless it has counted
 * itself, and takes back one after it. */
void rdl_hits_settle(const struct rdl_hits_arrays *a, uint32_t owner,
                     uint64_t from, uint64_t to);
/* The same execution, which is settled, ended with a finding. */
void rdl_hits_failed(const struct rdl_hits_arrays *a, uint32_t owner,
                     uint64_t number);
void rdl_hits_add(const struct rdl_hits_arrays *a, uint32_t id,
                  const struct rdl_hits *more);
struct rdl_hits rdl_hits_of(const struct rdl_hits_arrays *a, uint32_t id);

#endif
