/* malloc.c - allocation calls of the target, and of the loader and libc on its
 * behalf, from the first one on.
 *
 * They are no scheduling points: which block a thread gets shows only in
 * addresses.  Under control one thread runs at a time and no lock is needed;
 * otherwise (before main, without a driver) real threads may run, and a lock
 * is taken. */
#include "runtime/heap/heap.h"

#include "base/text.h"
#include "runtime/machine/raw.h"
#include "runtime/thread.h"

#include <elf.h>
#include <errno.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/syscall.h>

#define PAGE 4096

/* Thread serials of allocations outside control.  The loader's depend on the
 * environment (search paths) and on the engine, so they are counted apart and
 * do not shift the names of what the target's constructors allocate. */
#define SERIAL_EARLY UINT64_C(0xffffffff)
#define SERIAL_LOADER UINT64_C(0xfffffffe)

static int lock;
static uint64_t n_early, n_loader;
static struct {
    uintptr_t start;
    size_t size;
} loader;

static bool enter(void)
{
    bool free_for_all = !rdl_controlled();

    while (unlikely(free_for_all) &&
           __atomic_exchange_n(&lock, 1, __ATOMIC_ACQUIRE) != 0)
        rdl_raw(SYS_sched_yield);
    return free_for_all;
}

static void leave(bool free_for_all)
{
    if (unlikely(free_for_all))
        __atomic_store_n(&lock, 0, __ATOMIC_RELEASE);
}

static void find_loader(void)
{
    const Elf64_Ehdr *header = (const void *)getauxval(AT_BASE);
    const Elf64_Phdr *segment;

    loader.size = 1; /* looked for; stays so if the loader was run by hand */
    if (header == NULL)
        return;
    loader.start = (uintptr_t)header;
    segment = (const void *)((const char *)header + header->e_phoff);
    for (int i = 0; i < header->e_phnum; i++, segment++) {
        if (segment->p_type == PT_LOAD)
            loader.size = segment->p_vaddr + segment->p_memsz;
    }
}

static uint64_t name_early(uintptr_t pc)
{
    if (loader.size == 0)
        find_loader();
    if (rdl_in_libc > 0 || pc - loader.start < loader.size)
        return SERIAL_LOADER << 32 | ++n_loader;
    return SERIAL_EARLY << 32 | ++n_early;
}

static uint64_t name(bool free_for_all, uintptr_t pc)
{
    if (unlikely(free_for_all))
        return name_early(pc);
    return (uint64_t)rdl_self->serial << 32 | ++rdl_self->allocations;
}

static enum rdl_heap_arena arena(bool free_for_all)
{
    return free_for_all ? RDL_HEAP_EARLY : RDL_HEAP_TARGET;
}

static inline void *take(size_t size, size_t align, bool zero, uintptr_t pc)
{
    bool free_for_all = enter();
    void *p = rdl_heap_alloc(arena(free_for_all), size, align, zero,
                             name(free_for_all, pc));

    leave(free_for_all);
    if (unlikely(p == NULL))
        errno = ENOMEM;
    return p;
}

__attribute__((constructor(102))) static void look_at_heap(void)
{
    void *volatile p = malloc(1);

    if (rdl_heap_displaced())
        rdl_note("heap-displaced",
                 "the place of the heap was taken: its addresses differ from "
                 "those of other runs",
                 0);
    if (p != NULL && rdl_heap_usable(p) == 0)
        rdl_note("own-malloc",
                 "the program brings its own malloc: blocks have no names, and "
                 "event hashes may differ from machine to machine",
                 0);
    free(p);
}

/* As the C library answers a pointer that it never gave out. */
static void wrong_pointer(const char *text, void *p, uintptr_t pc)
{
    rdl_raw(SYS_write, 2, text, strlen(text));
    rdl_raw(SYS_write, 2, "\n", 1);
    if (rdl_controlled()) {
        static struct rdl_finding known; /* too large for a stack */

        known = (struct rdl_finding){ .tid = rdl_self->tid,
                                      .pc = pc,
                                      .addr = (uintptr_t)p };
        rdl_text_copy(known.text, text, sizeof(known.text));
        rdl_moment(RDL_AT_ABORT, RDL_MISUSE_NONE, &known);
    }
    abort();
}

static inline void give(void *p, uintptr_t pc)
{
    bool free_for_all, known;

    if (p == NULL)
        return;
    free_for_all = enter();
    known = rdl_heap_free(p);
    leave(free_for_all);
    if (unlikely(!known))
        wrong_pointer("free(): invalid pointer", p, pc);
}

static void *change(void *p, size_t size, uintptr_t pc)
{
    bool free_for_all;
    void *result = NULL;

    if (p == NULL)
        return take(size, 16, /*zero=*/false, pc);
    free_for_all = enter();
    if (unlikely(rdl_heap_usable(p) == 0)) {
        leave(free_for_all);
        wrong_pointer("realloc(): invalid pointer", p, pc);
    }
    if (size == 0)
        rdl_heap_free(p);
    else
        result = rdl_heap_resize(arena(free_for_all), p, size,
                                 name(free_for_all, pc));
    leave(free_for_all);
    if (result == NULL && size != 0)
        errno = ENOMEM;
    return result;
}

RDL_EXPORT void *malloc(size_t size)
{
    return take(size, 16, /*zero=*/false, RDL_PC);
}

RDL_EXPORT void free(void *p)
{
    give(p, RDL_PC);
}

RDL_EXPORT void *calloc(size_t n, size_t size)
{
    if (unlikely(__builtin_mul_overflow(n, size, &size))) {
        errno = ENOMEM;
        return NULL;
    }
    return take(size, 16, /*zero=*/true, RDL_PC);
}

RDL_EXPORT void *realloc(void *p, size_t size)
{
    return change(p, size, RDL_PC);
}

RDL_EXPORT void *reallocarray(void *p, size_t n, size_t size)
{
    if (__builtin_mul_overflow(n, size, &size)) {
        errno = ENOMEM;
        return NULL;
    }
    return change(p, size, RDL_PC);
}

/* As glibc's: the next power of two, whatever is asked for. */
static void *aligned(size_t align, size_t size, uintptr_t pc)
{
    size_t power = 16;

    if (align > SIZE_MAX / 2 + 1) {
        errno = EINVAL;
        return NULL;
    }
    while (power < align)
        power *= 2;
    return take(size, power, /*zero=*/false, pc);
}

RDL_EXPORT void *memalign(size_t align, size_t size)
{
    return aligned(align, size, RDL_PC);
}

RDL_EXPORT void *aligned_alloc(size_t align, size_t size)
{
    return aligned(align, size, RDL_PC);
}

RDL_EXPORT int posix_memalign(void **out, size_t align, size_t size)
{
    int saved = errno;
    void *p;

    if (align % sizeof(void *) != 0 || align == 0 || (align & (align - 1)) != 0)
        return EINVAL;
    p = take(size, align, /*zero=*/false, RDL_PC);
    errno = saved;
    if (p == NULL)
        return ENOMEM;
    *out = p;
    return 0;
}

RDL_EXPORT void *valloc(size_t size)
{
    return take(size, PAGE, /*zero=*/false, RDL_PC);
}

RDL_EXPORT void *pvalloc(size_t size)
{
    if (size > SIZE_MAX - PAGE) {
        errno = ENOMEM;
        return NULL;
    }
    return take((size + PAGE - 1) / PAGE * PAGE, PAGE, /*zero=*/false, RDL_PC);
}

RDL_EXPORT size_t malloc_usable_size(void *p)
{
    return p == NULL ? 0 : rdl_heap_usable(p);
}

/* Everything is accepted and nothing changes: the target cannot tell. */
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
    bool free_for_all = enter();
    struct rdl_heap_totals totals = rdl_heap_totals();

    leave(free_for_all);
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

/* A target that wraps malloc in a function of its own calls these.  In
 * assembly, for an alias in C would have to repeat every attribute. */
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
