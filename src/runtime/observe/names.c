/* names.c - names for addresses that are the same in every environment.
 *
 * module + offset; thread (by its lineage) + offset from its TLS base; n-th
 * allocation of a thread + offset; n-th mapping + offset.  An address without a
 * name counts as "somewhere": it neither distinguishes two executions nor makes
 * equal ones differ. */

#include "runtime/heap/heap.h"
#include "runtime/core/persistent.h"
#include "runtime/core/mapping_names.h"
#include "runtime/observe/names.h"
#include "runtime/core/control.h"
#include "runtime/core/donor.h"
#include "runtime/core/modules.h"
#include "runtime/core/thread.h"
#include "runtime/observe/coverage.h"

#include <string.h>

/* Kinds, so that equal numbers of different kinds differ. */
enum { SOMEWHERE = 1, SMALL, CODE, DATA, STACK, MAIN_STACK, HEAP, MAPPING };

#define SMALL_LIMIT 65536 /* descriptors and other small operands */
#define MAIN_STACK_BELOW (64 << 20)
#define INITIAL_ABOVE (8 << 20) /* arguments and environment: 6 MiB at most */

struct rdl_code_name rdl_code_names[RDL_CODE_NAMES];

/* The module of the latest data access, without the offset. */
static struct {
    uintptr_t start, size, base;
    uint64_t name;
} recent;

/* Names live longer than executions, see modules.c. */
RDL_PERSISTENT(rdl_code_names);
RDL_PERSISTENT(recent);

static uintptr_t main_frame;

void rdl_names_program(const char *path)
{
    rdl_modules_begin(path);
    if (!rdl_rewinds)
        rdl_names_forget();
}

void rdl_names_forget(void)
{
    rdl_modules_forget();
    rdl_observe_coverage_forget_code();
    memset(rdl_code_names, 0, sizeof(rdl_code_names));
    recent.size = 0;
}

void rdl_names_begin(void *frame)
{
    main_frame = (uintptr_t)frame;
}

bool rdl_name_is_initial(uintptr_t addr)
{
    return addr - main_frame < INITIAL_ABOVE;
}

uint64_t rdl_name_new_code(uintptr_t pc)
{
    struct rdl_code_name *c = &rdl_code_names[(pc ^ pc >> 12) % RDL_CODE_NAMES];
    const struct rdl_module *m = rdl_module_of(pc);

    if (m != NULL)
        rdl_module_runs(m);
    c->pc = pc;
    c->name = m == NULL ? SOMEWHERE
                        : rdl_mix(rdl_module_name(m) + CODE, pc - m->base);
    return c->name;
}

/* The hash mixes in what the step does there, so multiplication by odd factors
 * is enough. */
static inline uint64_t names_at(unsigned kind, uint64_t number, uint64_t offset)
{
    return kind + number * UINT64_C(0x9e3779b97f4a7c15) +
           offset * UINT64_C(0xc4ceb9fe1a85ec53);
}

/* An address as a place in something that has a number. */
struct place {
    unsigned kind;
    uint64_t number, offset;
};

static struct place names_in_module(uintptr_t addr)
{
    const struct rdl_module *m = rdl_module_of(addr);

    if (m == NULL)
        return (struct place){ SOMEWHERE, 0, 0 };
    recent.start = m->start;
    recent.size = m->end - m->start;
    recent.base = m->base;
    recent.name = rdl_module_name(m);
    return (struct place){ DATA, recent.name, addr - m->base };
}

/* Neither in the module of the latest data access nor on the caller's stack.
 * Separate, so that the path to those two saves no registers. */
static __attribute__((noinline)) struct place elsewhere(uintptr_t addr)
{
    const struct rdl_thread *t;
    uint64_t number;
    size_t offset;
    int slot;

    if (rdl_heap_find(addr, &number, &offset))
        return (struct place){ HEAP, number, offset };
    if (main_frame - addr < MAIN_STACK_BELOW)
        return (struct place){ MAIN_STACK, 0, main_frame - addr };
    slot = rdl_donor_slot(addr);
    if (slot >= 0) {
        t = rdl_thread_at((rdl_tid)slot);
        if ((size_t)slot >= rdl_thread_limit() || t->donor == NULL)
            return (struct place){ SOMEWHERE, 0, 0 };
        return (struct place){ STACK, t->lineage, addr - t->donor->fs };
    }
    if (addr < SMALL_LIMIT)
        return (struct place){ SMALL, 0, addr };
    if (rdl_mapping_find(addr, &number, &offset))
        return (struct place){ MAPPING, number, offset };
    return names_in_module(addr);
}

static RDL_INLINE struct place names_place(uintptr_t addr)
{
    const struct rdl_thread *t = rdl_self;

    if (addr - recent.start < recent.size)
        return (struct place){ DATA, recent.name, addr - recent.base };
    if (addr - (uintptr_t)t->stack < t->stack_size &&
        t->stack == t->donor->stack)
        return (struct place){ STACK, t->lineage, addr - t->donor->fs };
    return elsewhere(addr);
}

uint64_t rdl_name_of_data(uintptr_t addr)
{
    const struct place p = names_place(addr);

    return names_at(p.kind, p.number, p.offset);
}

uint64_t rdl_name_of_region(uintptr_t addr, uint64_t *offset)
{
    const struct place p = names_place(addr);

    *offset = p.kind == MAIN_STACK ? -p.offset : p.offset;
    return names_at(p.kind, p.number, 0);
}
