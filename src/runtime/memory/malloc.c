/* malloc.c - allocation calls of the target, and of the loader and libc on its
 * behalf, from the first one on.
 *
 * They are not scheduling points: only addresses show which block a thread
 * gets. Under control one thread runs at a time and no lock is needed;
 * otherwise (before main, without a driver) real threads may run, and these
 * calls take a lock. */
#include "runtime/machine/elf_symbol.h"
#include "runtime/syscalls/dispatch.h"
#include "runtime/heap/heap.h"
#include "runtime/heap/alloc_stacks.h"
#include "runtime/core/aside.h"

#include "runtime/observe/tap.h"
#include "runtime/core/state.h"
#include "runtime/machine/raw.h"
#include "runtime/observe/race.h"
#include "runtime/sched/sched.h"
#include "runtime/observe/sharing.h"

#include <elf.h>
#include <errno.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/syscall.h>

#define PAGE 4096

/* In the place of a lineage, for allocations outside control.  The loader's
 * allocations depend on the environment (search paths) and on the engine, so
 * they are counted separately and do not change the names of what the target's
 * constructors allocate. */
#define LINEAGE_EARLY UINT64_C(0xffffffff)
#define LINEAGE_LOADER UINT64_C(0xfffffffe)

static int lock;
static uint64_t n_early, n_loader;
static struct {
    uintptr_t start;
    size_t size;
} loader;

static bool malloc_enter(void)
{
    bool free_for_all = !rdl_controlled();

    while (unlikely(free_for_all) &&
           __atomic_exchange_n(&lock, 1, __ATOMIC_ACQUIRE) != 0)
        rdl_raw(SYS_sched_yield);
    return free_for_all;
}

static void malloc_leave(bool free_for_all)
{
    if (unlikely(free_for_all))
        __atomic_store_n(&lock, 0, __ATOMIC_RELEASE);
}

static void malloc_find_loader(void)
{
    const Elf64_Ehdr *header = (const void *)getauxval(AT_BASE);
    const Elf64_Phdr *segment;

    /* Marks it as searched; stays so if the loader was run by hand. */
    loader.size = 1;
    if (header == NULL)
        return;
    loader.start = (uintptr_t)header;
    segment = (const void *)((const char *)header + header->e_phoff);
    for (int i = 0; i < header->e_phnum; i++, segment++) {
        if (segment->p_type == PT_LOAD)
            loader.size = segment->p_vaddr + segment->p_memsz;
    }
}

static uint64_t malloc_name_early(uintptr_t pc)
{
    if (loader.size == 0)
        malloc_find_loader();
    if (rdl_in_libc > 0 || pc - loader.start < loader.size)
        return LINEAGE_LOADER << 32 | ++n_loader;
    return LINEAGE_EARLY << 32 | ++n_early;
}

static uint64_t malloc_name(bool free_for_all, uintptr_t pc)
{
    if (unlikely(free_for_all))
        return malloc_name_early(pc);
    return (rdl_self->lineage << 32 | rdl_self->lineage >> 32) +
           ++rdl_self->allocations;
}

static enum rdl_heap_arena arena(bool free_for_all)
{
    return free_for_all ? RDL_HEAP_EARLY : RDL_HEAP_TARGET;
}

static size_t malloc_depth_of(const struct rdl_shadow *shadow)
{
    return shadow->depth < RDL_SHADOW_DEPTH ? shadow->depth : RDL_SHADOW_DEPTH;
}

/* Libraries that allocate for their caller do not use deeper frames than
 * this. */
#define LIBRARY_FRAMES 8192

/* If a library called us: where an instrumented function called the library.
 * That return address lies where the return address of the function's entry
 * hook was, above the hook's saved frame pointer (unless the function has moved
 * its stack since: rdl_heap_through_library).  0: unknown, or equal to `pc`. */
static inline uintptr_t malloc_outer_call(uintptr_t pc)
{
    const struct rdl_shadow *shadow = &rdl_self->shadow;
    uintptr_t here = rdl_aside_target();
    size_t depth = malloc_depth_of(shadow);
    uintptr_t hook = depth > 0 ? shadow->frames[depth - 1].sp : 0;
    uintptr_t outer;

    if (hook - here >= LIBRARY_FRAMES)
        return 0;
    outer = ((const uintptr_t *)hook)[1];
    return outer != pc ? outer : 0;
}

static inline struct rdl_heap_call caller(bool free_for_all, uintptr_t pc)
{
    const struct rdl_shadow *shadow;

    if (unlikely(free_for_all))
        return (struct rdl_heap_call){
            .tid = RDL_NO_TID,
            .origin = rdl_alloc_stacks_of(pc, 0, NULL, 0),
        };
    shadow = &rdl_self->shadow;
    return (struct rdl_heap_call){
        .tid = rdl_self->tid,
        .origin = rdl_alloc_stacks_of(pc, malloc_outer_call(pc), shadow->frames,
                                      malloc_depth_of(shadow)),
    };
}

/* Does the strategy make this allocation of the target fail? */
static bool malloc_is_to_fail(bool free_for_all, size_t size, uintptr_t pc)
{
    uintptr_t outer;

    if (free_for_all || (rdl_shared->config.flags & RDL_CFG_FAIL_MALLOC) == 0 ||
        rdl_choose(RDL_CHOOSE_MALLOC, 2) == 0)
        return false;
    outer = malloc_outer_call(pc);
    rdl_tap_refused(size, rdl_heap_through_library(pc, outer) ? outer : pc);
    return true;
}

/* p is a new block, or NULL.  No thread has accessed it. */
static void malloc_fresh(bool free_for_all, void *p, size_t size)
{
    if (!free_for_all && p != NULL)
        rdl_sharing_fresh(p, size);
}

/* Reports a new or resized block to the observers. */
static void malloc_made(bool free_for_all, void *p, size_t size, uintptr_t pc)
{
    uintptr_t outer;

    if (likely(!rdl_tap.made) || free_for_all || p == NULL)
        return;
    outer = malloc_outer_call(pc);
    rdl_tap_made(p, size, pc, rdl_heap_through_library(pc, outer) ? outer : 0);
}

/* The block at p, if there is one, is freed or resized: for threads that share
 * it this is a write to all of it. */
static void malloc_gone(bool free_for_all, void *p, uintptr_t pc)
{
    size_t size;

    if (free_for_all || !(rdl_sharing.notes || rdl_tap.freed || rdl_race.on))
        return;
    size = rdl_heap_size(p);
    rdl_sharing_freed(p, size);
    if (rdl_tap.freed)
        rdl_tap_freed(p, size, pc);
    rdl_sched_freed(p, size, pc, 0);
}

static inline void *malloc_take(size_t size, size_t align, bool zero,
                                uintptr_t pc)
{
    bool free_for_all = malloc_enter();
    struct rdl_heap_call call = caller(free_for_all, pc);
    void *p = NULL;

    call.allocation = malloc_name(free_for_all, pc);
    if (likely(!malloc_is_to_fail(free_for_all, size, pc)))
        p = rdl_heap_alloc(arena(free_for_all), size, align, zero, &call);
    malloc_fresh(free_for_all, p, size);
    malloc_made(free_for_all, p, size, pc);
    malloc_leave(free_for_all);
    if (unlikely(p == NULL))
        errno = ENOMEM;
    return p;
}

__attribute__((constructor(102))) static void look_at_heap(void)
{
    void *volatile p;

    /* Not by a call: the program's may not be ready before its constructors. */
    if (!rdl_dispatch_own_text((uintptr_t)rdl_elf_symbol_default("malloc"))) {
        rdl_note(RDL_NOTE_OWN_MALLOC,
                 "the program brings its own malloc: misuse of the heap is not "
                 "found, blocks have no names, and event hashes may differ "
                 "from machine to machine",
                 0);
        return;
    }
    p = malloc(1); /* makes the heap */
    free(p);
    if (rdl_heap_displaced())
        rdl_note(RDL_NOTE_HEAP_DISPLACED,
                 "the place of the heap was taken: its addresses differ from "
                 "those of other runs",
                 0);
}

/* The pointer was never allocated, or is already freed.  Where nothing looks
 * for findings the process ends as the C library would end it. */
static void malloc_wrong_pointer(const char *call, void *p, uintptr_t pc)
{
    static const char text[] = ": invalid pointer\n";
    uintptr_t outer;

    if (rdl_controlled()) {
        /* Not the place inside `operator delete`, but its caller. */
        outer = malloc_outer_call(pc);
        rdl_heap_wrong_free(p, call,
                            rdl_heap_through_library(pc, outer) ? outer : pc);
        /* If its detector is disabled, the call does nothing. */
        if (rdl_sched.disabled != 0 && !rdl_child)
            return;
    }
    rdl_raw(SYS_write, 2, call, strlen(call));
    rdl_raw(SYS_write, 2, text, sizeof(text) - 1);
    abort();
}

static inline void malloc_give(void *p, uintptr_t pc)
{
    struct rdl_heap_call call;
    bool free_for_all, known;

    if (p == NULL)
        return;
    free_for_all = malloc_enter();
    call = caller(free_for_all, pc);
    malloc_gone(free_for_all, p, pc);
    known = rdl_heap_free(p, &call);
    malloc_leave(free_for_all);
    if (unlikely(!known))
        malloc_wrong_pointer("free()", p, pc);
}

static void *malloc_change(void *p, size_t size, uintptr_t pc)
{
    struct rdl_heap_call call;
    bool free_for_all;
    void *result = NULL;

    if (p == NULL)
        return malloc_take(size, 16, /*zero=*/false, pc);
    free_for_all = malloc_enter();
    if (unlikely(rdl_heap_state(p) != RDL_BLOCK_USED)) {
        malloc_leave(free_for_all);
        malloc_wrong_pointer("realloc()", p, pc);
        return NULL;
    }
    call = caller(free_for_all, pc);
    call.allocation = malloc_name(free_for_all, pc);
    if (size == 0) {
        malloc_gone(free_for_all, p, pc);
        rdl_heap_free(p, &call);
    } else if (likely(!malloc_is_to_fail(free_for_all, size, pc))) {
        result = rdl_heap_room(arena(free_for_all), p, size, &call);
        if (result != NULL) { /* else nobody loses the block */
            malloc_gone(free_for_all, p, pc);
            rdl_heap_move(p, result, size, &call);
        }
    }
    if (result != p)
        malloc_fresh(free_for_all, result, size);
    malloc_made(free_for_all, result, size, pc);
    malloc_leave(free_for_all);
    if (result == NULL && size != 0)
        errno = ENOMEM;
    return result;
}

/* --- The calls ------------------------------------------------------------
 * Aside: the first allocation of an execution does more than others.  */

#define ASIDE(type, name, arguments)                                           \
    static type malloc_##name arguments;                                       \
    RDL_ASIDE_EXPORT(name, malloc_##name);                                     \
    RDL_ASIDE type malloc_##name arguments

/* Where the target made the call. */
static RDL_INLINE uintptr_t malloc_pc(void)
{
    return rdl_aside != NULL ? *(const uintptr_t *)rdl_aside_sp(rdl_self)
                             : RDL_PC;
}

ASIDE(void *, malloc, (size_t size))
{
    return malloc_take(size, 16, /*zero=*/false, malloc_pc());
}

ASIDE(void, free, (void *p))
{
    malloc_give(p, malloc_pc());
}

ASIDE(void *, calloc, (size_t n, size_t size))
{
    if (unlikely(__builtin_mul_overflow(n, size, &size))) {
        errno = ENOMEM;
        return NULL;
    }
    return malloc_take(size, 16, /*zero=*/true, malloc_pc());
}

ASIDE(void *, realloc, (void *p, size_t size))
{
    return malloc_change(p, size, malloc_pc());
}

ASIDE(void *, reallocarray, (void *p, size_t n, size_t size))
{
    if (__builtin_mul_overflow(n, size, &size)) {
        errno = ENOMEM;
        return NULL;
    }
    return malloc_change(p, size, malloc_pc());
}

/* Like glibc: rounds the alignment up to the next power of two. */
static void *malloc_aligned(size_t align, size_t size, uintptr_t pc)
{
    size_t power = 16;

    if (align > SIZE_MAX / 2 + 1) {
        errno = EINVAL;
        return NULL;
    }
    while (power < align)
        power *= 2;
    return malloc_take(size, power, /*zero=*/false, pc);
}

ASIDE(void *, memalign, (size_t align, size_t size))
{
    return malloc_aligned(align, size, malloc_pc());
}

ASIDE(void *, aligned_alloc, (size_t align, size_t size))
{
    return malloc_aligned(align, size, malloc_pc());
}

ASIDE(int, posix_memalign, (void **out, size_t align, size_t size))
{
    int saved = errno;
    void *p;

    if (align % sizeof(void *) != 0 || align == 0 || (align & (align - 1)) != 0)
        return EINVAL;
    p = malloc_take(size, align, /*zero=*/false, malloc_pc());
    errno = saved;
    if (p == NULL)
        return ENOMEM;
    rdl_call_writes(out, sizeof(*out), malloc_pc());
    *out = p;
    return 0;
}

ASIDE(void *, valloc, (size_t size))
{
    return malloc_take(size, PAGE, /*zero=*/false, malloc_pc());
}

ASIDE(void *, pvalloc, (size_t size))
{
    if (size > SIZE_MAX - PAGE) {
        errno = ENOMEM;
        return NULL;
    }
    return malloc_take((size + PAGE - 1) / PAGE * PAGE, PAGE, /*zero=*/false,
                       malloc_pc());
}

/* Not more than was requested: the bytes after it belong to no block. */
RDL_EXPORT size_t malloc_usable_size(void *p)
{
    return p == NULL ? 0 : rdl_heap_size(p);
}

/* Accepts everything and changes nothing: the target cannot observe it. */
RDL_EXPORT int mallopt(int parameter, int value)
{
    (void)parameter, (void)value;
    return 1;
}

RDL_EXPORT int malloc_trim(size_t pad)
{
    (void)pad;
    return 0;
}

RDL_EXPORT struct mallinfo2 mallinfo2(void)
{
    bool free_for_all = malloc_enter();
    struct rdl_heap_totals totals = rdl_heap_totals();

    malloc_leave(free_for_all);
    return (struct mallinfo2){
        .arena = totals.mapped,
        .uordblks = totals.used,
        .fordblks = totals.mapped - totals.used,
    };
}

RDL_EXPORT struct mallinfo mallinfo(void)
{
    struct mallinfo2 m = mallinfo2();

    return (struct mallinfo){
        .arena = (int)m.arena,
        .uordblks = (int)m.uordblks,
        .fordblks = (int)m.fordblks,
    };
}

/* For targets that wrap malloc in a function of their own.  In assembly,
 * because an alias in C would have to repeat every attribute. */
#define ALIAS(name)                                                            \
    __asm__(".globl __libc_" name "\n.set __libc_" name ", " name "\n"         \
            ".type __libc_" name ", @function\n")
ALIAS("malloc");
ALIAS("free");
ALIAS("calloc");
ALIAS("realloc");
ALIAS("memalign");
ALIAS("valloc");
ALIAS("pvalloc");
