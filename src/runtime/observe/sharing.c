/* sharing.c - learns which granules of memory threads share.
 *
 * Within an execution a granule belongs to the first thread that accesses it.
 * Other threads may read it as long as none writes; any other access by a
 * second thread is a conflict, and the granule counts as shared from then on,
 * in this execution and all later ones.  A plain access to granules that do not
 * count as shared needs no decision.  Everything else (atomics, volatile
 * accesses, calls) is a decision as before, but is noted too.
 *
 * Why this hides no schedule for ever.  Take any schedule S of the mode in
 * which every access is a decision.  This mode offers the schedules in which
 * each thread, once picked, continues through the private accesses after its
 * step.  Make the decisions in the order of S, each time executing the private
 * accesses that follow at once, earlier than in S.  Either one of them passes a
 * conflicting step of another thread.  Then both have happened in this
 * execution, the second was noticed as a conflict whichever it was, and the
 * granule is shared from then on; granules are finite in number, so that
 * happens finitely often.  Or all of them commute with the steps they pass, and
 * the execution ends in the same state as S.
 *
 * For this, every step that can observe whether an access was made must itself
 * be noted as an access, or be treated more strictly than one.  In detail:
 *   - Until a thread creates the first other one it is alone: its accesses
 *     precede all others and need not be noted.  So data that is prepared first
 *     and only read later stays private.
 *   - A new thread reuses the number of a thread that has ended.  Exit and
 *     create, which are decisions, order the accesses of the two.  So reused
 *     stacks stay private, too.
 *   - A signal handler may run between any two accesses of its thread, and its
 *     thread is not another one: what it accesses counts as shared.
 *   - Asynchronous cancellation ends a thread between any two accesses: while
 *     it is enabled, every access is a decision.
 *   - free() is a write to the block, and any later access, by any thread, is a
 *     conflict until the block is allocated again.  Then it counts as never
 *     accessed.
 *   - munmap, mprotect and the like are writes to their operand.
 *   - The child of a fork sees all memory as it is at that moment: a program
 *     that forks beside other threads learns nothing more.
 *   - A fault ends the execution, so it does not commute with the steps of
 *     other threads.  Therefore an access to a granule that was never seen
 *     before, or to the pages at 0, is a decision.  Other faults (a division)
 *     are not predicted.
 *   - Code without hooks writes unseen, and so does the kernel where no call of
 *     rdl_sharing_touch covers it.
 * For the last two, and for anything forgotten, one in FULL_EVERY executions
 * leaves out no decision.  The executions whose number is a power of two, or 0,
 * do the same: the driver repeats those to check determinism, and their
 * decisions must not depend on what was learnt.
 *
 * What is shared is learnt per granule and does not depend on addresses: the
 * table is exact until it is full, and then ignores the granules that arrive
 * last. */
#include "runtime/observe/sharing.h"

#include "runtime/machine/raw.h"
#include "runtime/core/state.h"

#include <sys/mman.h>
#include <sys/syscall.h>

#define PLACE UINT64_C(0x580000000000) /* far from all other mappings */
#define SMALL_LIMIT 65536              /* nothing is mapped below */
#define FULL_EVERY 64
#define PAGE_BYTES (UINT64_C(1) << RDL_SHARING_PAGE_SHIFT)
#define PAGES_MOST (RDL_SHARING_SLOTS / 4 * 3)
#define EXECUTIONS ((UINT32_C(1) << (32 - RDL_GRANULE_EXECUTION_SHIFT)) - 2)
/* Neither 0, which is not an execution, nor that of RDL_GRANULE_SHARED. */
_Static_assert((EXECUTIONS << RDL_GRANULE_EXECUTION_SHIFT |
                ((UINT32_C(1) << RDL_GRANULE_EXECUTION_SHIFT) - 1)) <
                   RDL_GRANULE_SHARED,
               "no granule of an execution looks shared");
/* Not accessed in this execution, but in an earlier one. */
#define SEEN (UINT32_C(1) << RDL_GRANULE_TID_SHIFT)
/* Larger blocks are not marked as freed or fresh: they stay their thread's. */
#define BLOCK_MOST 65536
/* Larger accesses are always decisions; far larger ones are errors. */
#define ACCESS_MOST (UINT64_C(1) << 20)
#define MEMORY_MOST (UINT64_C(1) << 36)

struct rdl_sharing rdl_sharing;

void rdl_sharing_open(void)
{
    long got;

    if (rdl_sharing.table != NULL)
        return;
    got = rdl_raw(SYS_mmap, PLACE, sizeof(struct rdl_sharing_table),
                  PROT_READ | PROT_WRITE,
                  MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE |
                      MAP_FIXED_NOREPLACE,
                  -1, 0);

    /* Without memory every access is a decision. */
    rdl_sharing.table = rdl_raw_failed(got) ? NULL : (void *)got;
}

static bool sharing_leaves_nothing_out(uint64_t execution)
{
    return (execution & (execution - 1)) == 0 || execution % FULL_EVERY == 0;
}

void rdl_sharing_begin(uint64_t execution)
{
    const struct rdl_config *config = &rdl_shared->config;
    struct rdl_sharing_table *table = rdl_sharing.table;
    uint64_t room = rdl_shared->regions[RDL_TRACE_STEPS].capacity;

    rdl_sharing = (struct rdl_sharing){ .table = table, .alone = true };
    if (table == NULL || table->off || config->ends != 0 ||
        (config->flags & (RDL_CFG_REPLAY | RDL_CFG_NO_LEARN)) != 0)
        return;
    rdl_sharing.notes = true;
    rdl_sharing.execution = (uint32_t)(++table->executions % EXECUTIONS + 1)
                            << RDL_GRANULE_EXECUTION_SHIFT;
    if (!sharing_leaves_nothing_out(execution) &&
        (config->flags & RDL_CFG_DECIDE_ALL) == 0)
        rdl_sharing.end = config->max_steps < room ? config->max_steps : room;
}

void rdl_sharing_stop(void)
{
    rdl_sharing.notes = false;
    rdl_sharing.end = rdl_sharing.until = 0;
}

void rdl_sharing_forks(void)
{
    if (!rdl_sharing.notes || rdl_sharing.alone)
        return;
    rdl_sharing.table->off = true;
    rdl_sharing_stop();
    rdl_sharing.learnt = true; /* all memory counts from here on */
}

void rdl_sharing_end(void)
{
    uint64_t needless = rdl_sharing.needless;

    /* A step that was forced after all counts as needless although it was not a
     * decision: the difference is an estimate, and never below 0. */
    if (rdl_sharing.notes && rdl_sched.decisions > needless &&
        rdl_sched.decisions <= rdl_shared_overlong(rdl_shared) &&
        rdl_sched.decisions - needless > rdl_sharing.table->longest)
        rdl_sharing.table->longest = rdl_sched.decisions - needless;
}

uint64_t rdl_sharing_expected(uint64_t most)
{
    if (rdl_sharing.end == 0 || rdl_sharing.table->longest == 0)
        return most;
    return rdl_sharing.table->longest;
}

/* The granules of a page; NULL if the table has none or is full. */
static uint32_t *sharing_find(uintptr_t page, bool make)
{
    struct rdl_sharing_table *table = rdl_sharing.table;
    size_t slot = rdl_sharing_slot(page);

    /* Never full, but a wild write of the target may have filled it. */
    for (size_t i = 0; i < RDL_SHARING_SLOTS; i++) {
        if (table->pages[slot] == page)
            return table->granules[slot];
        if (table->pages[slot] == 0) {
            if (!make || table->n_pages >= PAGES_MOST)
                return NULL;
            table->n_pages++;
            table->pages[slot] = page;
            return table->granules[slot];
        }
        slot = (slot + 1) % RDL_SHARING_SLOTS;
    }
    return NULL;
}

/* Calls `act` for each granule of a range; `make` enters missing pages,
 * otherwise they are skipped.  Returns the worst of the results. */
static inline enum rdl_sharing_kind sharing_each(
    uintptr_t addr, size_t size, bool make,
    enum rdl_sharing_kind (*act)(uint32_t *granule, uint32_t mine, bool write),
    bool write)
{
    uint32_t mine = rdl_sharing.execution | (uint32_t)rdl_self->tid
                                                << RDL_GRANULE_TID_SHIFT;
    uintptr_t at = addr / 8, end = (addr + size + 7) / 8;
    enum rdl_sharing_kind worst = RDL_SHARING_PRIVATE;

    while (at < end) {
        uintptr_t page = at / RDL_SHARING_GRANULES;
        uintptr_t page_end = (page + 1) * RDL_SHARING_GRANULES;
        uint32_t *granules = sharing_find(page, make);

        if (page_end > end)
            page_end = end;
        if (granules == NULL && make)
            worst = RDL_SHARING_SHARED;
        for (; granules != NULL && at < page_end; at++) {
            enum rdl_sharing_kind kind =
                act(&granules[at % RDL_SHARING_GRANULES], mine, write);

            if (kind > worst)
                worst = kind;
        }
        at = page_end;
    }
    return worst;
}

static inline bool sharing_of_this_execution(uint32_t granule)
{
    return (granule ^ rdl_sharing.execution) >> RDL_GRANULE_EXECUTION_SHIFT ==
           0;
}

static inline enum rdl_sharing_kind sharing_share(uint32_t *granule)
{
    *granule = RDL_GRANULE_SHARED;
    rdl_sharing.learnt = true;
    return RDL_SHARING_SHARED;
}

static inline enum rdl_sharing_kind sharing_note(uint32_t *granule,
                                                 uint32_t mine, bool write)
{
    uint32_t before = *granule, how = before % 4;

    if (before == RDL_GRANULE_SHARED)
        return RDL_SHARING_SHARED;
    if (rdl_sharing.alone)
        return RDL_SHARING_PRIVATE;
    if (!sharing_of_this_execution(before)) {
        *granule = mine | write;
        return before == 0 ? RDL_SHARING_NEW : RDL_SHARING_PRIVATE;
    }
    if (((before ^ mine) & ~UINT32_C(1)) == 0) {
        *granule = before | write;
        return RDL_SHARING_PRIVATE;
    }
    if (write || how == RDL_GRANULE_WRITTEN || how == RDL_GRANULE_FREED)
        return sharing_share(granule);
    *granule = rdl_sharing.execution | RDL_GRANULE_SEVERAL;
    return RDL_SHARING_PRIVATE;
}

static enum rdl_sharing_kind sharing_note_handler(uint32_t *granule,
                                                  uint32_t mine, bool write)
{
    (void)mine, (void)write;
    /* An exploration begins again when something is learnt. */
    return *granule == RDL_GRANULE_SHARED ? RDL_SHARING_SHARED
                                          : sharing_share(granule);
}

enum rdl_sharing_kind rdl_sharing_note(uintptr_t addr, size_t size, bool write)
{
    if (unlikely(addr < SMALL_LIMIT))
        return RDL_SHARING_SHARED;
    if (unlikely(size > ACCESS_MOST)) {
        rdl_sharing_touch((void *)addr, size, write);
        return RDL_SHARING_SHARED;
    }
    if (unlikely(rdl_self->in_handler))
        return sharing_each(addr, size, true, sharing_note_handler, write);
    return sharing_each(addr, size, true, sharing_note, write);
}

static void sharing_touch_part(uintptr_t addr, size_t size, bool write)
{
    /* A page without accesses need not be entered: its first access will be a
     * decision.  So large ranges cost little.  In an exploration it will not.
     */
    const bool make = rdl_sharing.all && size <= ACCESS_MOST;

    if (unlikely(rdl_self->in_handler))
        sharing_each(addr, size, make, sharing_note_handler, write);
    else
        sharing_each(addr, size, make, sharing_note, write);
}

/* A range of more pages than the table has: it looks at those. */
static void sharing_touch_huge(uintptr_t addr, size_t size, bool write)
{
    const struct rdl_sharing_table *table = rdl_sharing.table;

    for (size_t i = 0; i < RDL_SHARING_SLOTS; i++) {
        const uintptr_t page = table->pages[i] << RDL_SHARING_PAGE_SHIFT;
        const uintptr_t page_end = page + PAGE_BYTES;
        const uintptr_t begin = page > addr ? page : addr;
        const uintptr_t end = page_end < addr + size ? page_end : addr + size;

        if (table->pages[i] != 0 && begin < end)
            sharing_touch_part(begin, end - begin, write);
    }
}

void rdl_sharing_touch(const volatile void *addr, size_t size, bool write)
{
    if (!rdl_sharing.notes || (uintptr_t)addr < SMALL_LIMIT)
        return;
    if (size > MEMORY_MOST)
        size = MEMORY_MOST;
    if (unlikely(size > RDL_SHARING_SLOTS * PAGE_BYTES))
        sharing_touch_huge((uintptr_t)addr, size, write);
    else
        sharing_touch_part((uintptr_t)addr, size, write);
}

static enum rdl_sharing_kind sharing_note_freed(uint32_t *granule,
                                                uint32_t mine, bool write)
{
    if (sharing_note(granule, mine, write) != RDL_SHARING_SHARED)
        *granule = rdl_sharing.execution | RDL_GRANULE_FREED;
    return RDL_SHARING_PRIVATE;
}

static enum rdl_sharing_kind sharing_note_fresh(uint32_t *granule,
                                                uint32_t mine, bool write)
{
    (void)mine, (void)write;
    if (*granule != RDL_GRANULE_SHARED && *granule != 0)
        *granule = SEEN;
    return RDL_SHARING_PRIVATE;
}

static bool sharing_follows_block(size_t size)
{
    return rdl_sharing.notes && !rdl_sharing.alone && size <= BLOCK_MOST;
}

void rdl_sharing_freed(const void *block, size_t size)
{
    if (sharing_follows_block(size))
        sharing_each((uintptr_t)block, size, false, sharing_note_freed, true);
}

void rdl_sharing_fresh(const void *block, size_t size)
{
    if (sharing_follows_block(size))
        sharing_each((uintptr_t)block, size, false, sharing_note_fresh, true);
}

static enum rdl_sharing_kind sharing_look(uint32_t *granule, uint32_t mine,
                                          bool write)
{
    (void)mine, (void)write;
    return *granule == RDL_GRANULE_SHARED ? RDL_SHARING_SHARED
                                          : RDL_SHARING_PRIVATE;
}

bool rdl_sharing_full(void)
{
    return rdl_sharing.table->n_pages >= PAGES_MOST;
}

bool rdl_sharing_any(uintptr_t addr, size_t size)
{
    return sharing_each(addr, size, false, sharing_look, false) ==
           RDL_SHARING_SHARED;
}

size_t rdl_sharing_known(uint64_t *addresses, size_t most)
{
    const struct rdl_sharing_table *table = rdl_sharing.table;
    size_t n = 0;

    for (size_t slot = 0; slot < RDL_SHARING_SLOTS; slot++) {
        if (table->pages[slot] == 0)
            continue;
        for (size_t i = 0; i < RDL_SHARING_GRANULES; i++) {
            if (table->granules[slot][i] != RDL_GRANULE_SHARED)
                continue;
            if (n < most)
                addresses[n] =
                    (table->pages[slot] << RDL_SHARING_PAGE_SHIFT) + i * 8;
            n++;
        }
    }
    return n;
}

void rdl_sharing_know(uintptr_t addr)
{
    uint32_t *granules = sharing_find(addr >> RDL_SHARING_PAGE_SHIFT, true);

    if (granules != NULL)
        granules[addr / 8 % RDL_SHARING_GRANULES] = RDL_GRANULE_SHARED;
}
