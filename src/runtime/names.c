/* names.c - names of addresses that are the same in every environment.
 *
 * module + offset; thread + offset from its TLS base; n-th allocation of a
 * thread + offset; n-th mapping + offset.  What has no name counts as
 * "somewhere": it then cannot tell two executions apart, nor wrongly so. */
#include "runtime/sched.h"

#include "runtime/heap/heap.h"
#include "runtime/mappings.h"

/* Kinds, so that equal numbers of different kinds differ. */
enum { SOMEWHERE = 1, SMALL, CODE, DATA, STACK, MAIN_STACK, HEAP, MAPPING };

#define SMALL_LIMIT 65536 /* descriptors and other small operands */
#define MAIN_STACK_BELOW (64 << 20)

/* Direct-mapped: code addresses repeat. */
#define SLOTS 4096
static struct {
    uintptr_t pc;
    uint64_t name;
} cache[SLOTS];

static uintptr_t main_frame;

void rdl_names_begin(void *frame)
{
    main_frame = (uintptr_t)frame;
}

static uint64_t in_module(uintptr_t addr, int kind)
{
    const struct rdl_module *m = rdl_module_of(addr);

    if (m == NULL)
        return SOMEWHERE;
    return rdl_mix(rdl_module_name(m) + (unsigned)kind, addr - m->base);
}

uint64_t rdl_name_of_code(uintptr_t pc)
{
    size_t slot = (pc ^ pc >> 12) % SLOTS;

    if (likely(cache[slot].pc == pc))
        return cache[slot].name;
    cache[slot].name = in_module(pc, CODE);
    cache[slot].pc = pc;
    return cache[slot].name;
}

uint64_t rdl_name_of_data(uintptr_t addr)
{
    uint64_t number;
    size_t offset;
    int slot;

    if (addr < SMALL_LIMIT)
        return rdl_mix(SMALL, addr);
    slot = rdl_donor_slot(addr);
    if (slot >= 0) {
        const struct rdl_thread *t = rdl_thread_at((rdl_tid)slot);

        return rdl_mix(rdl_mix(STACK, t->serial), addr - t->donor->fs);
    }
    if (rdl_heap_find(addr, &number, &offset))
        return rdl_mix(rdl_mix(HEAP, number), offset);
    if (addr < main_frame && main_frame - addr < MAIN_STACK_BELOW)
        return rdl_mix(MAIN_STACK, main_frame - addr);
    if (rdl_mapping_find(addr, &number, &offset))
        return rdl_mix(rdl_mix(MAPPING, number), offset);
    return in_module(addr, DATA);
}
