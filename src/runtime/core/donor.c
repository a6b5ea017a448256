/* donor.c - creates donors and resets their TLS.
 *
 * Parked kernel threads would be a hazard under fibers: a signal may run on
 * one, over the fiber's stack, and setuid waits for it.  So the donor ends
 * there with the raw system call, which leaves its descriptor and TLS in
 * place. */

#include "runtime/core/address_space.h"
#include "runtime/core/identity.h"
#include "runtime/core/persistent.h"
#include "runtime/machine/glibc.h"
#include "runtime/machine/page.h"
#include "runtime/machine/raw.h"
#include "runtime/machine/switch.h"
#include "runtime/core/runtime_memory.h"
#include "runtime/core/stack.h"
#include "runtime/core/aside.h"
#include "runtime/core/donor.h"
#include "runtime/core/interceptor.h"
#include "runtime/core/state.h"
#include "runtime/machine/kernel_action.h"

#include <linux/futex.h>
#include <pthread.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>

/* Stacks of all slots, at the same address in every process. */
#define REGION UINT64_C(0x300000000000)
#define STRIDE (UINT64_C(16) << 20)
#define GUARD (UINT64_C(64) << 10)
/* Stacks larger than a donor's, by slot; far from everything else. */
#define LARGE_REGION UINT64_C(0x380000000000)
#define LARGE_STRIDE (UINT64_C(1) << 32)
#define LARGE_GUARD UINT64_C(65536)
/* What the runtime uses beside them (core/aside.h).  Caches find a line by the
 * lower bits of its address, and so does the processor with the place of a
 * page.  If all these stacks began at equal offsets, 64 threads would use a few
 * sets of each cache: hence an odd number of pages, and upper ends a few lines
 * apart. */
#define ASIDE_STRIDE ((UINT64_C(1) << 20) + RDL_PAGE)
#define ASIDE_LINES (5 * UINT64_C(64))
/* Space for the frames of the donor's own kernel thread, above the fiber's. */
#define DONOR_FRAMES 8192

_Static_assert(REGION >> RDL_DONOR_REGION_SHIFT == RDL_DONOR_REGION_NUMBER &&
                   (LARGE_REGION + RDL_MAX_THREADS * LARGE_STRIDE - 1) >>
                           RDL_DONOR_REGION_SHIFT ==
                       RDL_DONOR_REGION_NUMBER,
               "rdl_donor_region");

RDL_REAL(int, pthread_create, pthread_t *, const pthread_attr_t *,
         void *(*)(void *), void *);

static struct rdl_donor donors[RDL_MAX_THREADS];
static size_t high; /* highest slot that has a donor */

RDL_PERSISTENT(donors);
RDL_PERSISTENT(high);

static uintptr_t donor_large_place(rdl_tid slot)
{
    return LARGE_REGION + slot * LARGE_STRIDE + LARGE_GUARD;
}

static void *donor_map_stack(uintptr_t at, size_t size)
{
    long got = rdl_raw(SYS_mmap, at, size, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE |
                           MAP_FIXED_NOREPLACE,
                       -1, 0);

    return rdl_raw_failed(got) ? NULL : (void *)got;
}

static uintptr_t donor_aside_place(rdl_tid slot)
{
    return RDL_ASIDE_REGION + (slot + 1) * ASIDE_STRIDE;
}

static bool donor_map_aside(struct rdl_donor *d, rdl_tid slot)
{
    char *low = donor_map_stack(donor_aside_place(slot), RDL_ASIDE_SIZE);

    if (low != NULL)
        d->aside = low + RDL_ASIDE_SIZE - RDL_ASIDE_ABOVE -
                   slot * ASIDE_LINES % RDL_PAGE;
    return low != NULL;
}

static void donor_unmap_stacks(struct rdl_donor *d, rdl_tid slot)
{
    if (d->stack != NULL)
        rdl_raw(SYS_munmap, d->stack, RDL_DONOR_STACK);
    if (d->aside != NULL)
        rdl_raw(SYS_munmap, donor_aside_place(slot), RDL_ASIDE_SIZE);
    d->stack = d->aside = NULL;
}

static void donor_measure(struct rdl_donor *d, uintptr_t fs)
{
    d->fs = fs;
    d->tls = rdl_glibc_tls(fs);
    d->tls_size = fs - (uintptr_t)d->tls;
    d->state = rdl_glibc_state(fs, &d->state_size);
}

static void *donor_body(void *argument)
{
    struct rdl_donor *d = argument;

    donor_measure(d, rdl_fs_base());
    d->stack_size =
        (size_t)((char *)__builtin_frame_address(0) - DONOR_FRAMES - d->stack);
    rdl_sched.engine->donate(d);
    __builtin_unreachable();
}

static void donor_await(const int *word, int value)
{
    while (__atomic_load_n(word, __ATOMIC_ACQUIRE) != value)
        rdl_raw(SYS_futex, word, FUTEX_WAIT, !value, NULL);
}

/* A donor's kernel thread blocks all signals until it runs a thread of the
 * target; new kernel threads inherit the mask of their creator. */
static int donor_create(struct rdl_donor *d)
{
    /* Except SIGSYS, which dispatch may need (a lock of the loader), and
     * SIGSEGV, which the dirty-page tracker may need. */
    uint64_t all = ~(RDL_SIGNAL_BIT(SIGSYS) | RDL_SIGNAL_BIT(SIGSEGV)), before;
    pthread_attr_t attr;
    pthread_t handle;
    int error;

    rdl_libc_begin();
    rdl_raw(SYS_rt_sigprocmask, 0 /* SIG_BLOCK */, &all, &before, 8);
    pthread_attr_init(&attr);
    pthread_attr_setstack(&attr, d->stack, RDL_DONOR_STACK);
    error = REAL(pthread_create)(&handle, &attr, donor_body, d);
    pthread_attr_destroy(&attr);
    rdl_raw(SYS_rt_sigprocmask, 2 /* SIG_SETMASK */, &before, NULL, 8);
    rdl_libc_end();
    return error;
}

static bool donor_make(struct rdl_donor *d, rdl_tid slot)
{
    uintptr_t at = REGION + slot * STRIDE;

    d->stack = donor_map_stack(at + GUARD, RDL_DONOR_STACK);
    if (d->stack == NULL || !donor_map_aside(d, slot) || donor_create(d) != 0) {
        donor_unmap_stacks(d, slot);
        return false;
    }
    donor_await(&d->ready, 1);
    if (!rdl_sched.engine->keeps_kernel_threads) {
        /* The kernel clears the cached tid when the thread has ended. */
        int *tid = rdl_glibc_tid(d->fs);
        int seen;

        while ((seen = __atomic_load_n(tid, __ATOMIC_ACQUIRE)) != 0)
            rdl_raw(SYS_futex, tid, FUTEX_WAIT, seen, NULL);
    }
    *rdl_glibc_tid(d->fs) = rdl_vtid(slot);
    d->image = rdl_address_space_map(d->tls_size + d->state_size);
    memcpy(d->image, d->tls, d->tls_size);
    memcpy(d->image + d->tls_size, d->state, d->state_size);
    d->dtv = *rdl_glibc_dtv(d->fs);
    d->fresh = true;
    if (slot > high)
        high = slot;
    /* The frames that created the donor were here. */
    rdl_stack_clean(d->stack, d->stack + d->stack_size);
    return true;
}

struct rdl_donor *rdl_donor_get(rdl_tid slot)
{
    struct rdl_donor *d = &donors[slot];

    if (d->fs == 0 && !donor_make(d, slot)) {
        rdl_address_space_short(RDL_DONOR_STACK);
        return NULL;
    }
    if (!d->fresh) {
        memcpy(d->tls, d->image, d->tls_size);
        memcpy(d->state, d->image + d->tls_size, d->state_size);
        rdl_glibc_forget_dynamic_tls(d->fs);
    }
    d->fresh = false;
    d->used = true;
    return d;
}

void rdl_donor_pool(size_t n)
{
    for (rdl_tid slot = 1; slot <= n; slot++) {
        struct rdl_donor *d = &donors[slot];

        if (d->fs != 0)
            continue;
        if (!donor_make(d, slot))
            return; /* an execution that needs it reports the failure */
        rdl_runtime_memory_seal(d->image, d->tls_size + d->state_size);
    }
}

uint64_t rdl_donor_checksum(uint64_t sum, size_t n)
{
    for (size_t slot = 1; slot <= n; slot++) {
        const struct rdl_donor *d = &donors[slot];

        sum = rdl_mix(rdl_mix(sum, d->fs), (uintptr_t)d->dtv);
        sum = rdl_mix(rdl_mix(sum, (uintptr_t)d->stack), d->stack_size);
        sum = rdl_mix(rdl_mix(sum, (uintptr_t)d->tls), d->tls_size);
        sum = rdl_mix(rdl_mix(sum, (uintptr_t)d->state), d->state_size);
        sum = rdl_mix(sum, (uintptr_t)d->image);
    }
    return sum;
}

size_t rdl_donor_high(void)
{
    return high;
}

void rdl_donor_drop(size_t n)
{
    for (; high > n; high--) {
        struct rdl_donor *d = &donors[high];

        donor_unmap_stacks(d, (rdl_tid)high);
        *d = (struct rdl_donor){ 0 };
    }
}

static void donor_clean_stack(struct rdl_donor *d)
{
    char *top = d->stack + d->stack_size;

    rdl_stack_clear(rdl_stack_tidy(&d->closed, d->stack, top), top);
}

struct rdl_closed_stack *rdl_donor_closed_stack(uintptr_t addr)
{
    return addr - REGION < RDL_MAX_THREADS * STRIDE
               ? &donors[(addr - REGION) / STRIDE].closed
               : NULL;
}

void rdl_donor_open_stacks(void)
{
    for (size_t slot = 1; slot <= high; slot++)
        rdl_stack_open_whole(&donors[slot].closed);
}

void rdl_donor_clean(void)
{
    for (size_t slot = 1; slot <= high; slot++) {
        struct rdl_donor *d = &donors[slot];

        if (!d->used)
            continue;
        donor_clean_stack(d);
        /* If the DTV has grown since, the new one lies in a heap that no longer
         * exists. */
        *rdl_glibc_dtv(d->fs) = d->dtv;
        if (d->large_size > 0)
            rdl_raw(SYS_munmap, donor_large_place((rdl_tid)slot),
                    d->large_size);
        d->large_size = 0;
        d->used = false;
    }
}

bool rdl_donor_holds(uintptr_t addr)
{
    return rdl_aside_holds(addr) || addr - REGION < RDL_MAX_THREADS * STRIDE ||
           addr - LARGE_REGION < RDL_MAX_THREADS * LARGE_STRIDE;
}

static bool donor_meets(uintptr_t start, size_t size, uintptr_t region,
                        size_t region_size)
{
    return start - region < region_size || region - start < size;
}

static bool donor_is_within(uintptr_t start, size_t size, uintptr_t stack,
                            size_t stack_size)
{
    return start - stack < stack_size && size <= stack + stack_size - start;
}

bool rdl_donor_needs(uintptr_t start, size_t size)
{
    int slot = rdl_donor_slot(start);
    const struct rdl_donor *d = slot > 0 ? &donors[slot] : NULL;

    if (d != NULL && d->used &&
        (donor_is_within(start, size, (uintptr_t)d->stack, d->stack_size) ||
         donor_is_within(start, size, donor_large_place((rdl_tid)slot),
                         d->large_size)))
        return false;
    return donor_meets(start, size, RDL_ASIDE_REGION,
                       UINT64_C(1) << RDL_ASIDE_SHIFT) ||
           donor_meets(start, size, REGION, RDL_MAX_THREADS * STRIDE) ||
           donor_meets(start, size, LARGE_REGION,
                       RDL_MAX_THREADS * LARGE_STRIDE);
}

char *rdl_donor_large_stack(rdl_tid slot, size_t size)
{
    long got;

    if (size > LARGE_STRIDE - 2 * LARGE_GUARD)
        return NULL;
    got =
        rdl_raw(SYS_mmap, donor_large_place(slot), size, PROT_READ | PROT_WRITE,
                MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
    if (rdl_raw_failed(got))
        return NULL;
    if (size > donors[slot].large_size)
        donors[slot].large_size = size;
    return (char *)got;
}

void rdl_donor_main(void)
{
    donor_measure(&donors[0], rdl_fs_base());
    if (donors[0].aside == NULL && !donor_map_aside(&donors[0], 0)) {
        rdl_address_space_short(RDL_ASIDE_SIZE);
        rdl_panic(__FILE__, __LINE__, "the place of its stack is taken");
    }
    rdl_thread_at(0)->aside = donors[0].aside;
    rdl_thread_at(0)->donor = &donors[0];
    *rdl_glibc_tid(donors[0].fs) = rdl_vtid(0);
}

int rdl_donor_slot(uintptr_t addr)
{
    if (addr - LARGE_REGION < RDL_MAX_THREADS * LARGE_STRIDE)
        return (int)((addr - LARGE_REGION) / LARGE_STRIDE);
    if (addr - REGION < RDL_MAX_THREADS * STRIDE)
        return donors[(addr - REGION) / STRIDE].fs != 0
                   ? (int)((addr - REGION) / STRIDE)
                   : -1;
    /* Static TLS and descriptor of the main thread. */
    if (addr - (uintptr_t)donors[0].tls < donors[0].tls_size + 4096)
        return 0;
    return -1;
}
