/* runtime_memory.c - the runtime's own mappings: each follows the previous one,
 * gaps are never filled.
 *
 * A rewind unmaps all that the execution added with one system call, except its
 * first mapping if that is of moderate size: most programs that make the
 * runtime map something do it once per execution, with the same size. */
#include "runtime/core/runtime_memory.h"

#include "runtime/core/persistent.h"
#include "runtime/machine/page.h"
#include "runtime/machine/raw.h"
#include "runtime/core/restorer.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#define SPAN (UINT64_C(1) << 40)
#define KEPT_MOST (UINT64_C(64) << 10)

/* Far from the heap, from the donors' stacks and from where the kernel places
 * mappings on its own. */
static const uintptr_t places[] = { 0x500000000000, 0x600000000000,
                                    0x280000000000, 0x080000000000 };
#define N_PLACES (sizeof(places) / sizeof(places[0]))

/* Set once; until then the region contains no address. */
#define NOWHERE (UINTPTR_MAX / 2 + 1)
static uintptr_t base = NOWHERE;
/* Address of the next mapping; the page before it stays unmapped. */
static uintptr_t next;
/* What the next execution starts from: `next` at the snapshot, and the size of
 * the mapping left at that address (0: no mapping).  That mapping is in use if
 * `next` has moved.  mark is 0 until there is a snapshot. */
static uintptr_t mark;
static size_t first;

RDL_PERSISTENT_HERE(base);
RDL_PERSISTENT(next);
RDL_PERSISTENT(mark);
RDL_PERSISTENT(first);

static long region_map_at(uintptr_t at, size_t size, int protection)
{
    return rdl_raw(SYS_mmap, at, size, protection,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE |
                       MAP_FIXED_NOREPLACE,
                   -1, 0);
}

/* Tests by mapping: the kernel returns EEXIST before it checks limits. */
static bool region_place_free(uintptr_t at)
{
    long got = region_map_at(at, SPAN, PROT_NONE);

    if (got > 0)
        rdl_raw(SYS_munmap, got, SPAN);
    return got == (long)at || got == -ENOMEM;
}

static bool region_find_place(void)
{
    for (size_t p = 0; p < N_PLACES; p++) {
        if (!region_place_free(places[p]))
            continue;
        base = places[p];
        next = base + RDL_PAGE;
        return true;
    }
    return false;
}

void *rdl_runtime_memory_map(size_t size)
{
    uintptr_t at;
    bool mapped;

    if (base == NOWHERE && !region_find_place())
        return NULL;
    size = rdl_page_up(size);
    at = next;
    if (size >= base + SPAN - at)
        return NULL;
    mapped = at == mark && first != 0;
    if (mapped && size != first) {
        rdl_raw(SYS_munmap, at, first);
        mapped = false;
        first = 0;
    }
    if (!mapped && region_map_at(at, size, PROT_READ | PROT_WRITE) != (long)at)
        return NULL;
    if (at == mark)
        first = size;
    next = at + size + RDL_PAGE;
    return (void *)at;
}

void rdl_runtime_memory_unmap(void *start, size_t size)
{
    uintptr_t at = (uintptr_t)start;

    size = rdl_page_up(size);
    if (at == mark && size <= KEPT_MOST) {
        memset(start, 0, size);
    } else {
        rdl_raw(SYS_munmap, at, size);
        if (at == mark)
            first = 0;
    }
    if (at + size + RDL_PAGE == next)
        next = at;
}

void rdl_runtime_memory_seal(void *start, size_t size)
{
    rdl_raw(SYS_mprotect, start, size, PROT_READ);
}

void rdl_runtime_memory_unseal(void *start, size_t size)
{
    rdl_raw(SYS_mprotect, start, size, PROT_READ | PROT_WRITE);
}

bool rdl_runtime_memory_holds(uintptr_t addr)
{
    return addr - base < SPAN;
}

bool rdl_runtime_memory_meets(uintptr_t start, size_t size)
{
    return start - base < SPAN || base - start < size;
}

static void region_save(void)
{
    if (next != mark)
        first = 0;
    mark = next;
}

static void region_leave(void)
{
    size_t kept = first <= KEPT_MOST ? first : 0;

    if (next == mark)
        return;
    if (mark + kept + RDL_PAGE < next)
        rdl_raw(SYS_munmap, mark + kept, next - mark - kept);
    memset((void *)mark, 0, kept);
    first = kept;
    next = mark;
}

const struct rdl_restorer rdl_restorer_own = {
    .name = "own",
    .save = region_save,
    .leave = region_leave,
};
