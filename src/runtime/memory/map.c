/* map.c - the target's own mappings: every execution places them at the same
 * addresses, and they are numbered, so that addresses in them have names.
 *
 * Making a mapping is not a scheduling point, because no other thread knows its
 * address; changing or removing one is.  Calls from inside libc (stacks,
 * dlopen) are not interposed and stay where the kernel puts them: engines make
 * different ones, and still place the target's mappings alike. */
#include "runtime/core/interceptor.h"
#include "runtime/machine/raw.h"
#include "runtime/core/closed_stack.h"
#include "runtime/core/donor.h"
#include "runtime/core/mapping_names.h"
#include "runtime/core/runtime_memory.h"
#include "runtime/effects/effects.h"
#include "runtime/observe/sharing.h"
#include "runtime/sched/finish.h"
#include "runtime/sched/sched.h"
#include "runtime/syscalls/syscalls.h"
#include "runtime/syscalls/unprotect.h"

#include <errno.h>
#include <stdarg.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/types.h>

#define PAGE UINT64_C(4096)
#define HUGE_PAGE (UINT64_C(2) << 20)

/* Allocated upwards and never reused: an access after munmap faults instead of
 * hitting the next mapping. */
#define REGION UINT64_C(0x200000000000)
#define REGION_END UINT64_C(0x2f0000000000)
/* Distance to skip when an address is taken. */
#define DETOUR (UINT64_C(1) << 30)

static uintptr_t next = REGION;

static size_t map_whole(size_t size)
{
    return (size + PAGE - 1) & ~(PAGE - 1);
}

/* The address for a new mapping of `size`. */
static uintptr_t map_next_place(size_t size)
{
    if (size >= HUGE_PAGE) /* as the kernel does, for large pages */
        next = (next + HUGE_PAGE - 1) & ~(HUGE_PAGE - 1);
    return next;
}

static long map_anywhere(size_t size, int protection, int flags, int fd,
                         off_t offset)
{
    const int special = MAP_32BIT | MAP_GROWSDOWN | MAP_HUGETLB;

    while ((flags & special) == 0 && map_whole(size) > 0 &&
           map_whole(size) < REGION_END - next) {
        long result = rdl_raw(SYS_mmap, map_next_place(size), size, protection,
                              flags | MAP_FIXED_NOREPLACE, fd, offset);

        if (result == -EEXIST) {
            next += DETOUR;
            continue;
        }
        if (result == (long)next)
            next += map_whole(size);
        return result;
    }
    return rdl_raw(SYS_mmap, NULL, size, protection, flags, fd, offset);
}

/* Is this call the target's own, in a program under test? */
static bool map_is_ours(void)
{
    return !rdl_alone() && rdl_in_libc == 0;
}

/* The target is about to put a mapping where the runtime has its own memory, or
 * to remove that: it has chosen the address itself.  The process would crash
 * later, anywhere. */
static void map_refuse(const void *start, size_t size, uintptr_t pc)
{
    uintptr_t first = (uintptr_t)start;

    rdl_closed_stacks_named(first, size);
    if (rdl_child || !rdl_controlled() || size == 0 ||
        (!rdl_runtime_memory_meets(first, map_whole(size)) &&
         !rdl_donor_needs(first, map_whole(size))))
        return;
    rdl_note(RDL_NOTE_FIXED_MAPPING,
             "the program maps or unmaps memory at an address of its own "
             "choice (MAP_FIXED, mremap, munmap) where raddle has its own "
             "memory: let "
             "the kernel choose, or use MAP_FIXED_NOREPLACE",
             pc);
    rdl_finish(RDL_UNABLE, 0);
}

static long map_do_mmap(void *hint, size_t size, int protection, int flags,
                        int fd, off_t offset, uintptr_t pc)
{
    long result;

    if (!map_is_ours())
        return rdl_raw(SYS_mmap, hint, size, protection, flags, fd, offset);
    if ((flags & MAP_FIXED) != 0 && rdl_controlled()) {
        map_refuse(hint, size, pc);
        rdl_point(RDL_OP_SYSCALL, hint, size, pc);
    }
    if (hint == NULL && (flags & (MAP_FIXED | MAP_FIXED_NOREPLACE)) == 0)
        result = map_anywhere(size, protection, flags, fd, offset);
    else
        result = rdl_raw(SYS_mmap, hint, size, protection, flags, fd, offset);
    if (!rdl_raw_failed(result))
        rdl_mapping_add((uintptr_t)result, map_whole(size));
    return result;
}

static void map_refuse_move(void *old, size_t old_size, size_t new_size,
                            int flags, void *to, uintptr_t pc)
{
    map_refuse(old, old_size, pc);
    if ((flags & MREMAP_FIXED) != 0)
        map_refuse(to, new_size, pc);
}

/* For threads that use the memory this is a write to all of it, and a free. */
static void map_gone(void *start, size_t size, uintptr_t pc)
{
    if (!rdl_controlled() || size == 0 || (uintptr_t)start % PAGE != 0)
        return; /* or it will fail */
    size = map_whole(size);
    rdl_sharing_touch(start, size, /*write=*/true);
    rdl_sched_freed(start, size, pc, RDL_EV_UNMAPS);
}

static long map_do_munmap(void *start, size_t size, uintptr_t pc)
{
    long result;

    map_gone(start, size, pc);
    result = rdl_raw(SYS_munmap, start, size);
    if (result == 0)
        rdl_mapping_remove((uintptr_t)start, map_whole(size));
    return result;
}

/* In place if possible, as the kernel does it; otherwise moves it to an address
 * of ours. */
static long map_do_mremap(void *old, size_t old_size, size_t new_size,
                          int flags, void *to)
{
    uint64_t number;
    size_t offset;
    bool free_to_move =
        (flags & (MREMAP_MAYMOVE | MREMAP_FIXED)) == MREMAP_MAYMOVE;
    long result;

    /* The pages take the tracker's protection along. */
    rdl_unprotect_call(SYS_mremap,
                       (const long[6]){ (long)old, (long)old_size });
    if (!free_to_move || old_size == 0 || (flags & MREMAP_DONTUNMAP) != 0 ||
        !rdl_mapping_find((uintptr_t)old, &number, &offset))
        result = rdl_raw(SYS_mremap, old, old_size, new_size, flags, to);
    else
        result = rdl_raw(SYS_mremap, old, old_size, new_size, 0, NULL);
    if (result == -ENOMEM && free_to_move &&
        map_whole(new_size) < REGION_END - next) {
        result =
            rdl_raw(SYS_mremap, old, old_size, new_size,
                    MREMAP_MAYMOVE | MREMAP_FIXED, map_next_place(new_size));
    }
    if (rdl_raw_failed(result))
        return result;
    if ((flags & MREMAP_DONTUNMAP) != 0 || old_size == 0)
        rdl_mapping_add((uintptr_t)result, map_whole(new_size));
    else
        rdl_mapping_move((uintptr_t)old, map_whole(old_size), (uintptr_t)result,
                         map_whole(new_size));
    if ((uintptr_t)result - REGION < REGION_END - REGION &&
        (uintptr_t)result + map_whole(new_size) > next)
        next = (uintptr_t)result + map_whole(new_size);
    return result;
}

static void *map(void *hint, size_t size, int protection, int flags, int fd,
                 off_t offset, uintptr_t pc)
{
    long result = map_do_mmap(hint, size, protection, flags, fd, offset, pc);

    RDL_CALLS_MADE(SYS_mmap, result, pc, (long)hint, (long)size, protection,
                   flags, fd, offset);
    return (void *)rdl_answer(result);
}

RDL_EXPORT void *mmap(void *hint, size_t size, int protection, int flags,
                      int fd, off_t offset)
{
    return map(hint, size, protection, flags, fd, offset, RDL_PC);
}

RDL_EXPORT void *mmap64(void *hint, size_t size, int protection, int flags,
                        int fd, off64_t offset)
{
    return map(hint, size, protection, flags, fd, offset, RDL_PC);
}

RDL_EXPORT int munmap(void *start, size_t size)
{
    long result;

    if (rdl_controlled()) {
        map_refuse(start, size, RDL_PC);
        rdl_point(RDL_OP_SYSCALL, start, size, RDL_PC);
    }
    result = map_do_munmap(start, size, RDL_PC);
    RDL_CALLS_MADE(SYS_munmap, result, RDL_PC, (long)start, (long)size);
    return rdl_answer(result);
}

RDL_EXPORT int mprotect(void *start, size_t size, int protection)
{
    long result;

    if (rdl_controlled())
        rdl_point(RDL_OP_SYSCALL, start, size, RDL_PC);
    rdl_closed_stacks_named((uintptr_t)start, size);
    result = rdl_raw(SYS_mprotect, start, size, protection);
    RDL_CALLS_MADE(SYS_mprotect, result, RDL_PC, (long)start, (long)size,
                   protection);
    return rdl_answer(result);
}

RDL_EXPORT void *mremap(void *old, size_t old_size, size_t new_size, int flags,
                        ...)
{
    void *to = NULL;
    va_list rest;
    long result;

    if ((flags & MREMAP_FIXED) != 0) {
        va_start(rest, flags);
        to = va_arg(rest, void *);
        va_end(rest);
    }
    if (rdl_controlled()) {
        map_refuse_move(old, old_size, new_size, flags, to, RDL_PC);
        rdl_point(RDL_OP_SYSCALL, old, old_size, RDL_PC);
    }
    result = map_do_mremap(old, old_size, new_size, flags, to);
    RDL_CALLS_MADE(SYS_mremap, result, RDL_PC, (long)old, (long)old_size,
                   (long)new_size);
    return (void *)rdl_answer(result);
}

/* It would fault in and lock all memory of the runtime too: seconds, in each
 * execution.  The target cannot observe that memory is not locked. */
static long map_do_mlockall(int flags, uintptr_t pc)
{
    if ((flags & (MCL_CURRENT | MCL_FUTURE)) == 0 ||
        (flags & ~(MCL_CURRENT | MCL_FUTURE | MCL_ONFAULT)) != 0)
        return -EINVAL;
    rdl_note(RDL_NOTE_MLOCKALL,
             "mlockall locks nothing and returns 0: raddle's own memory would "
             "be locked with the program's",
             pc);
    return 0;
}

/* For calls made without the functions above: only the table must stay correct.
 * dlclose gets here with what the library's last function has written. */
bool rdl_syscalls_map(const struct rdl_syscall *call, long *result)
{
    const long *a = call->arg;

    switch (call->number) {
    case SYS_brk:
    case SYS_shmdt:
        rdl_sched_written(rdl_self);
        return false;
    case SYS_munmap:
        map_refuse((void *)a[0], (size_t)a[1], call->pc);
        rdl_sched_written(rdl_self);
        *result = map_do_munmap((void *)a[0], (size_t)a[1], call->pc);
        return true;
    case SYS_mremap:
        map_refuse_move((void *)a[0], (size_t)a[1], (size_t)a[2], (int)a[3],
                        (void *)a[4], call->pc);
        rdl_sched_written(rdl_self);
        *result = map_do_mremap((void *)a[0], (size_t)a[1], (size_t)a[2],
                                (int)a[3], (void *)a[4]);
        return true;
    case SYS_mmap:
        if ((a[3] & MAP_FIXED) == 0)
            return false;
        map_refuse((void *)a[0], (size_t)a[1], call->pc);
        rdl_sched_written(rdl_self);
        *result = rdl_raw(SYS_mmap, a[0], a[1], a[2], a[3], a[4], a[5]);
        if (!rdl_raw_failed(*result))
            rdl_mapping_remove((uintptr_t)a[0], map_whole((size_t)a[1]));
        return true;
    case SYS_mlockall:
        *result = map_do_mlockall((int)a[0], call->pc);
        return true;
    default:
        return false;
    }
}
