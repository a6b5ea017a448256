/* tap.c - see tap.h. */
#include "runtime/observe/tap.h"

#include "coverage/guide.h"
#include "runtime/rewind/persistent.h"
#include "runtime/machine/raw.h"
#include "runtime/rewind/runtime_memory.h"
#include "runtime/sched/sched.h"
#include "runtime/observe/sharing.h"
#include "runtime/observe/log.h"
#include "runtime/observe/recorder.h"

#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>

/* What histories and mirrors may grow to; only what is used takes memory.  A
 * limit of the address space (ulimit -v) may leave room for less. */
#define RESERVE ((size_t)1 << 30)
#define RESERVE_LEAST ((size_t)64 << 20)

struct rdl_tap_now rdl_tap_now;

/* All of it describes the process, or lasts from execution to execution. */
static struct rdl_coverage_memory *memory; /* the driver's; NULL: none */
static size_t memory_size;
static struct rdl_coverage coverage;
static bool attached;
static char *reserve;
static size_t reserve_size, reserve_used;
static struct rdl_coverage_guide guides[RDL_N_STRATEGIES];
static uint32_t module_numbers[RDL_MAX_MODULES]; /* + 1; 0: not known yet */
RDL_PERSISTENT(memory);
RDL_PERSISTENT(memory_size);
RDL_PERSISTENT(coverage);
RDL_PERSISTENT(attached);
RDL_PERSISTENT(reserve);
RDL_PERSISTENT(reserve_size);
RDL_PERSISTENT(reserve_used);
RDL_PERSISTENT(guides);
RDL_PERSISTENT(module_numbers);

void rdl_tap_map(int fd)
{
    struct stat status;
    long got;

    if (rdl_raw(SYS_fstat, fd, &status) == 0) {
        got = rdl_raw(SYS_mmap, NULL, status.st_size, PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_NORESERVE, fd, 0);
        if (!rdl_raw_failed(got)) {
            memory = (void *)got;
            memory_size = (size_t)status.st_size;
        }
    }
    rdl_raw(SYS_close, fd);
}

bool rdl_tap_holds(uintptr_t addr)
{
    return memory != NULL && addr - (uintptr_t)memory < memory_size;
}

static void *tap_more(void *owner, size_t size)
{
    char *at = reserve + reserve_used;

    (void)owner;
    size = (size + 63) & ~(size_t)63;
    if (size > reserve_size - reserve_used)
        return NULL;
    reserve_used += size;
    return at;
}

static uint64_t tap_name(void *owner, uintptr_t pc)
{
    const struct rdl_module *m = rdl_module_of(pc);
    uint32_t *number;

    (void)owner;
    if (m == NULL)
        return rdl_location_key_of(RDL_NO_MODULE, pc);
    number = &module_numbers[m - rdl_shared->modules];
    if (*number == 0)
        *number = 1 + rdl_coverage_module(memory, &coverage.party, m->path,
                                          m->build_id, m->build_id_size);
    return rdl_location_key_of(*number - 1, pc - m->base);
}

void rdl_tap_open(void)
{
    const struct rdl_config *config = &rdl_shared->config;

    if (memory == NULL || config->metrics == 0 || attached)
        return;
    for (reserve_size = RESERVE; reserve_size >= RESERVE_LEAST;
         reserve_size /= 2) {
        reserve = rdl_runtime_memory_map(reserve_size);
        if (reserve != NULL)
            break;
    }
    if (reserve != NULL)
        attached =
            rdl_coverage_attach(&coverage, &(struct rdl_coverage_attach){
                                               .memory = memory,
                                               .size = memory_size,
                                               .metrics = config->metrics,
                                               .pairs = config->pairs,
                                               .owner = config->owner,
                                               .supply = { .more = tap_more },
                                               .namer = { .name = tap_name },
                                           }) == 0;
    if (!attached) {
        rdl_note("no-coverage",
                 "there is no memory for coverage (ulimit -v?): it is not "
                 "recorded, and random takes the place of strategies that "
                 "need it",
                 0);
        return;
    }
    for (size_t i = 0; i < RDL_N_STRATEGIES; i++) {
        const struct rdl_strategy *s = rdl_strategy_at(i);

        if (s->metrics != NULL)
            rdl_coverage_guide_init(&guides[i], &coverage,
                                    rdl_metrics_named(s->metrics), s->pairs);
    }
}

void rdl_tap_sync(void)
{
    if (attached)
        rdl_coverage_sync(&coverage);
}

void rdl_tap_forget_code(void)
{
    if (!attached)
        return;
    memset(module_numbers, 0, sizeof(module_numbers));
    rdl_hash_index_clear(&coverage.locations.by_pc);
}

bool rdl_tap_guides(const struct rdl_strategy *s)
{
    return s->metrics == NULL || attached || rdl_log.replays;
}

const struct rdl_guide *rdl_tap_guide(const struct rdl_strategy *s)
{
    ASSERT(rdl_tap_guides(s));
    return s->metrics != NULL ? &guides[rdl_strategy_index(s)].guide : NULL;
}

void rdl_tap_begin(uint64_t execution)
{
    rdl_tap_now.watches = rdl_recorder_begin();
    rdl_tap_now.on = rdl_tap_now.watches || (attached && !rdl_log.replays);
    rdl_tap_now.fed = 0;
    if (rdl_tap_now.on && !rdl_tap_now.watches)
        rdl_coverage_begin(&coverage, execution);
}

void rdl_tap_stop(void)
{
    rdl_tap_now.on = false;
}

/* --- What happens ----------------------------------------------------------
 */

static void tap_observe(const struct rdl_event *e)
{
    struct rdl_region *r = &rdl_shared->regions[RDL_TRACE_EVENTS];
    struct rdl_event *events = rdl_shared_data(rdl_shared, RDL_TRACE_EVENTS);

    if (r->used < r->capacity) /* the driver sees it full and says so */
        events[r->used++] = *e;
}

void rdl_tap_feed(const struct rdl_event *e)
{
    coverage.late = rdl_sharing.learnt;
    if (e->op == RDL_OP_FREE)
        rdl_coverage_forget(&coverage, e->addr, e->size);
    else
        rdl_coverage_event(&coverage, e);
    if (unlikely((rdl_shared->config.flags & RDL_CFG_OBSERVE) != 0))
        tap_observe(e);
}

/* Does any of these bytes lie where threads meet? */
static bool tap_counts(const struct rdl_event *e)
{
    if (!rdl_sharing.notes)
        return true;
    return rdl_sharing_granule(e->addr, e->size) == RDL_GRANULE_SHARED ||
           rdl_sharing_any(e->addr, e->size);
}

void rdl_tap_feed_step(const struct rdl_event *e)
{
    if (rdl_tap_now.fed == rdl_steps)
        return; /* by rdl_tap_hold or _freed, in the course of it */
    rdl_tap_now.fed = rdl_steps;
    if (unlikely(rdl_tap_now.watches)) {
        rdl_recorder_step(e);
        return;
    }
    switch (e->op) {
    case RDL_OP_READ:
    case RDL_OP_WRITE:
        if (tap_counts(e))
            rdl_tap_feed(e);
        break;
    case RDL_OP_ATOMIC_READ: /* made for meeting */
    case RDL_OP_ATOMIC_WRITE:
    case RDL_OP_RMW:
    case RDL_OP_LOCK:
    case RDL_OP_START:
    case RDL_OP_EXIT:
    case RDL_OP_JOIN:
    case RDL_OP_DESTROY:
        rdl_tap_feed(e);
        break;
    default: /* holds and unlocks come by themselves */
        break;
    }
}

void rdl_tap_hold(const volatile void *lock, unsigned flags, uintptr_t pc)
{
    const struct rdl_event *latest = &rdl_sched.last[rdl_self->tid];

    if (!rdl_tap_now.on || latest->op == RDL_OP_ONCE)
        return;
    if (rdl_tap_now.watches) {
        rdl_recorder_add(RDL_OP_HOLD, rdl_self->tid, (uintptr_t)lock, 1, pc);
        return;
    }
    rdl_tap_feed_step(latest); /* the attempt comes first */
    rdl_tap_feed(&(struct rdl_event){
        .pc = pc,
        .addr = (uintptr_t)lock,
        .size = 1,
        .tid = rdl_self->tid,
        .op = RDL_OP_HOLD,
        .flags = (uint8_t)(flags & RDL_EV_SHARED),
    });
}

void rdl_tap_unhold(const struct rdl_thread *holder, const volatile void *lock)
{
    if (!rdl_tap_now.on)
        return;
    if (rdl_tap_now.watches) {
        rdl_recorder_add(RDL_OP_UNLOCK, holder->tid, (uintptr_t)lock, 1, 0);
        return;
    }
    rdl_tap_feed(&(struct rdl_event){
        .pc = rdl_sched.last[rdl_self->tid].pc,
        .addr = (uintptr_t)lock,
        .size = 1,
        .tid = holder->tid,
        .op = RDL_OP_UNLOCK,
    });
}

void rdl_tap_created(const struct rdl_thread *t, uintptr_t pc)
{
    if (!rdl_tap_now.on)
        return;
    if (rdl_tap_now.watches) {
        rdl_recorder_add(RDL_OP_CREATE, rdl_self->tid, rdl_thread_handle(t),
                         t->tid, 0);
        return;
    }
    rdl_tap_feed(&(struct rdl_event){
        .pc = pc,
        .addr = rdl_thread_handle(t),
        .value = rdl_thread_handle(t),
        .size = 1,
        .tid = rdl_self->tid,
        .op = RDL_OP_CREATE,
        .flags = RDL_EV_VALUE,
    });
}

void rdl_tap_freed(const void *block, size_t size, uintptr_t pc)
{
    if (!rdl_tap_now.on || size > UINT32_MAX)
        return;
    if (rdl_tap_now.watches) {
        rdl_recorder_add(RDL_OP_FREE, rdl_self->tid, (uintptr_t)block,
                         (uint32_t)size, pc);
        return;
    }
    /* What the thread did before was done to this block, perhaps. */
    rdl_tap_feed_step(&rdl_sched.last[rdl_self->tid]);
    rdl_tap_feed(&(struct rdl_event){
        .addr = (uintptr_t)block,
        .size = (uint32_t)size,
        .tid = rdl_self->tid,
        .op = RDL_OP_FREE,
    });
}

void rdl_tap_made(const void *block, size_t size, uintptr_t pc, uintptr_t outer)
{
    if (rdl_tap_now.on && rdl_tap_now.watches && size <= UINT32_MAX)
        rdl_recorder_made((uintptr_t)block, (uint32_t)size, pc, outer);
}

void rdl_tap_refused(size_t size, uintptr_t pc)
{
    if (rdl_tap_now.on && rdl_tap_now.watches)
        rdl_recorder_add(RDL_OP_NO_MEMORY, rdl_self->tid, size, 0, pc);
}

void rdl_tap_waits(const struct rdl_thread *t, const struct rdl_wait *wait)
{
    if (rdl_tap_now.on && rdl_tap_now.watches)
        rdl_recorder_add(RDL_OP_WAIT, t->tid, (uintptr_t)wait->object,
                         (uint32_t)wait->kind, 0);
}

void rdl_tap_wakes(const struct rdl_thread *t, const struct rdl_wait *wait)
{
    if (rdl_tap_now.on && rdl_tap_now.watches)
        rdl_recorder_add(RDL_OP_WAKE, t->tid, (uintptr_t)wait->object,
                         (uint32_t)wait->kind, 0);
}

void rdl_tap_woke(const struct rdl_thread *t, const struct rdl_wait *wait,
                  enum rdl_woken how)
{
    if (rdl_tap_now.on && rdl_tap_now.watches)
        rdl_recorder_add(RDL_OP_WAKE, t->tid, (uintptr_t)wait->object,
                         (uint32_t)wait->kind, how);
}

void rdl_tap_passed(const struct rdl_thread *t)
{
    if (rdl_tap_now.on && rdl_tap_now.watches)
        rdl_recorder_add(RDL_OP_YIELD, t->tid, 0, 0, 0);
}

void rdl_tap_end(void)
{
    if (!rdl_tap_now.on)
        return;
    /* The latest step has no point behind it any more. */
    rdl_tap_feed_step(&rdl_sched.last[rdl_sched.current]);
    if (rdl_tap_now.watches) {
        rdl_tap_now.on = false;
        return;
    }
    rdl_coverage_end(&coverage);
    rdl_shared->outcome.fresh = rdl_coverage_n_new(&coverage);
    rdl_tap_now.on = false; /* a finding is written more than once */
}
