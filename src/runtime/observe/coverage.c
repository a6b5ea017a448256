/* coverage.c - see coverage.h.
 *
 * rdl_observer_coverage at the end lists the functions that the runtime calls:
 * they drop events that do not count and feed the others to the collector.  The
 * collector itself calls back for two things: coverage_more gives it memory,
 * coverage_name names code by module and offset. */
#include "runtime/observe/coverage.h"

#include "coverage/guide.h"
#include "runtime/machine/raw.h"
#include "runtime/observe/log.h"
#include "runtime/observe/observer.h"
#include "runtime/observe/sharing.h"
#include "runtime/core/persistent.h"
#include "runtime/core/runtime_memory.h"
#include "runtime/core/modules.h"
#include "runtime/core/state.h"

#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>

/* Limit for histories and mirrors; only what is used takes memory.  A limit of
 * the address space (ulimit -v) may allow less. */
#define RESERVE ((size_t)1 << 30)
#define RESERVE_LEAST ((size_t)64 << 20)

/* All of these describe the process or live longer than an execution. */
static struct rdl_coverage_memory *memory; /* the driver's; NULL: no coverage */
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

/* Number of steps when a step was last fed or found irrelevant. */
static uint64_t fed;
/* There was room to keep every event of this execution. */
static bool kept_all;
static bool observes; /* this execution */

void rdl_observe_coverage_map(int fd)
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

static void *coverage_more(void *owner, size_t size)
{
    char *at = reserve + reserve_used;

    (void)owner;
    size = (size + 63) & ~(size_t)63;
    if (size > reserve_size - reserve_used)
        return NULL;
    reserve_used += size;
    return at;
}

static uint64_t coverage_name(void *owner, uintptr_t pc)
{
    const struct rdl_module *m = rdl_module_of(pc);
    uint32_t *number;

    (void)owner;
    if (m == NULL)
        return rdl_location_key_of(RDL_NO_MODULE, pc);
    number = &module_numbers[m - rdl_shared->modules];
    if (*number == 0)
        *number =
            1 + rdl_coverage_module(memory, &coverage.participant, m->path,
                                    m->build_id, m->build_id_size);
    return rdl_location_key_of(*number - 1, pc - m->base);
}

static uintptr_t coverage_frame(rdl_tid t, size_t i)
{
    const struct rdl_shadow *s = &rdl_thread_at(t)->shadow;
    const size_t n = s->depth < RDL_SHADOW_DEPTH ? s->depth : RDL_SHADOW_DEPTH;

    return i < n ? s->frames[n - 1 - i].pc : 0;
}

void rdl_observe_coverage_open(void)
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
        attached = rdl_coverage_attach(&coverage,
                                       &(struct rdl_coverage_attach){
                                           .memory = memory,
                                           .size = memory_size,
                                           .metrics = config->metrics,
                                           .pairs = config->pairs,
                                           .owner = config->owner,
                                           .supply = { .more = coverage_more },
                                           .namer = { .name = coverage_name },
                                       }) == 0;
    if (!attached) {
        rdl_note(RDL_NOTE_NO_COVERAGE,
                 "not enough memory for coverage (ulimit -v?): it is not "
                 "recorded, and random takes the place of strategies that "
                 "need it",
                 0);
        return;
    }
    for (size_t i = 0; i < RDL_N_STRATEGIES; i++) {
        const struct rdl_strategy *s = rdl_strategy_at(i);

        if (s->metrics != NULL)
            rdl_coverage_guide_init(&guides[i], &coverage,
                                    s->aims && config->guide != 0
                                        ? config->guide
                                        : rdl_metrics_named(s->metrics),
                                    s->pairs);
        guides[i].frame = coverage_frame;
        if (s->at != RDL_AIMS_NOT)
            rdl_coverage_guide_classes(&guides[i], s->at == RDL_AIMS_TOGETHER);
    }
}

void rdl_observe_coverage_sync(void)
{
    if (attached)
        rdl_coverage_sync(&coverage);
}

void rdl_observe_coverage_forget_code(void)
{
    if (!attached)
        return;
    memset(module_numbers, 0, sizeof(module_numbers));
    rdl_hash_index_clear(&coverage.locations.by_pc);
}

bool rdl_observe_coverage_guides(const struct rdl_strategy *s)
{
    return s->metrics == NULL || attached || rdl_log.replays;
}

const struct rdl_guide *rdl_observe_coverage_guide(const struct rdl_strategy *s)
{
    ASSERT(rdl_observe_coverage_guides(s));
    return s->metrics != NULL ? &guides[rdl_strategy_index(s)].guide : NULL;
}

/* --- What happens ---------------------------------------------------------
 */

/* With --targets every other execution aims at them.  A few requirements hold
 * the same operations back again and again; the executions between reach code
 * that the targets need. */
static void coverage_aim(uint64_t execution)
{
    for (size_t i = 0; i < RDL_N_STRATEGIES; i++) {
        if (rdl_strategy_at(i)->aims)
            rdl_coverage_guide_aim(&guides[i], execution % 2 == 0);
    }
}

static bool coverage_begin(uint64_t execution)
{
    observes = attached && !rdl_log.replays;
    if (!observes)
        return false;
    fed = 0;
    if ((rdl_shared->config.flags & RDL_CFG_TARGETS) != 0)
        coverage_aim(execution);
    kept_all = true;
    coverage.repeats = (rdl_shared->config.flags & RDL_CFG_REPEATS) != 0;
    rdl_coverage_begin(&coverage, execution);
    return true;
}

bool rdl_observe_coverage_on(void)
{
    return observes;
}

void rdl_observe_coverage_count(void)
{
    if (observes)
        rdl_coverage_count(&coverage);
}

/* For the driver's estimates, if they want this execution. */
static inline void coverage_keep(const struct rdl_event *e)
{
    struct rdl_region *r = &rdl_shared->regions[RDL_TRACE_EVENTS];
    struct rdl_event *events = rdl_shared_data(rdl_shared, RDL_TRACE_EVENTS);

    if (likely((rdl_shared->config.flags & RDL_CFG_OBSERVE) == 0))
        return;
    if (r->used < r->capacity)
        events[r->used++] = *e;
    else
        kept_all = false;
}

void rdl_observe_coverage_feed(const struct rdl_event *e)
{
    coverage.late = rdl_sharing.learnt;
    if (e->op == RDL_OP_FREE)
        rdl_coverage_forget(&coverage, e->addr, e->size);
    else
        rdl_coverage_event(&coverage, e);
    coverage_keep(e);
}

/* Does any of these bytes lie in shared memory? */
static bool coverage_counts(const struct rdl_event *e)
{
    uint32_t granule;

    if (!rdl_sharing.notes)
        return true;
    granule = rdl_sharing_granule(e->addr, e->size);
    return granule == RDL_GRANULE_SHARED ||
           (granule == 0 && rdl_sharing_any(e->addr, e->size));
}

static inline bool coverage_is_plain(const struct rdl_event *e)
{
    return e->op == RDL_OP_READ || e->op == RDL_OP_WRITE;
}

/* Drops the kept accesses to memory that does not count.  Only now is it known
 * which that is: a variable may become shared after most of its accesses, and
 * an estimate needs all of them or none. */
static void coverage_settle(void)
{
    struct rdl_region *r = &rdl_shared->regions[RDL_TRACE_EVENTS];
    struct rdl_event *events = rdl_shared_data(rdl_shared, RDL_TRACE_EVENTS);
    uint64_t n = 0;

    for (uint64_t i = 0; i < r->used; i++) {
        if (!coverage_is_plain(&events[i]) || coverage_counts(&events[i]))
            events[n++] = events[i];
    }
    r->used = n;
    rdl_shared->outcome.observed =
        kept_all ? RDL_OBSERVED_ALL : RDL_OBSERVED_BEGINNING;
}

static void coverage_end(void)
{
    rdl_coverage_end(&coverage);
    rdl_shared->outcome.fresh = rdl_coverage_n_new(&coverage);
    if ((rdl_shared->config.flags & RDL_CFG_OBSERVE) != 0)
        coverage_settle();
}

static void coverage_step(const struct rdl_event *e)
{
    if (fed == rdl_steps)
        return; /* coverage_hold or _freed has already fed it */
    fed = rdl_steps;
    switch (e->op) {
    case RDL_OP_READ:
    case RDL_OP_WRITE:
        if (coverage_counts(e))
            rdl_observe_coverage_feed(e);
        else
            coverage_keep(e);
        break;
    case RDL_OP_ATOMIC_READ: /* meant for communication */
    case RDL_OP_ATOMIC_WRITE:
    case RDL_OP_RMW:
    case RDL_OP_LOCK:
    case RDL_OP_START:
    case RDL_OP_EXIT:
    case RDL_OP_JOIN:
    case RDL_OP_DESTROY:
        rdl_observe_coverage_feed(e);
        break;
    default: /* holds and unlocks: see below */
        break;
    }
}

/* Back from a condition wait, t attempts to take its mutex again, without a
 * step of its own: the wake-up is its latest one. */
static void coverage_attempt_again(const struct rdl_thread *t,
                                   const volatile void *lock)
{
    const struct rdl_event *last = &rdl_sched.last[t->tid];

    if (last->op == RDL_OP_WAKE)
        rdl_observe_coverage_feed(&(struct rdl_event){
            .pc = last->pc,
            .addr = (uintptr_t)lock,
            .size = 1,
            .tid = t->tid,
            .op = RDL_OP_LOCK,
        });
}

static void coverage_waits(const struct rdl_thread *t,
                           const struct rdl_wait *wait)
{
    if (wait->kind == RDL_WAIT_LOCK)
        coverage_attempt_again(t, wait->object);
}

static void coverage_hold(const volatile void *lock, unsigned flags,
                          uintptr_t pc)
{
    coverage_step(&rdl_sched.last[rdl_self->tid]); /* feed the attempt first */
    coverage_attempt_again(rdl_self, lock);
    rdl_observe_coverage_feed(&(struct rdl_event){
        .pc = pc,
        .addr = (uintptr_t)lock,
        .size = 1,
        .tid = rdl_self->tid,
        .op = RDL_OP_HOLD,
        .flags = (uint8_t)(flags & RDL_EV_SHARED),
    });
}

static void coverage_unhold(const struct rdl_thread *holder,
                            const volatile void *lock)
{
    rdl_observe_coverage_feed(&(struct rdl_event){
        .pc = rdl_sched.last[rdl_self->tid].pc,
        .addr = (uintptr_t)lock,
        .size = 1,
        .tid = holder->tid,
        .op = RDL_OP_UNLOCK,
    });
}

static void coverage_created(const struct rdl_thread *t, uintptr_t pc)
{
    rdl_observe_coverage_feed(&(struct rdl_event){
        .pc = pc,
        .addr = rdl_thread_handle(t),
        .value = rdl_thread_handle(t),
        .size = 1,
        .tid = rdl_self->tid,
        .op = RDL_OP_CREATE,
        .flags = RDL_EV_VALUE,
    });
}

static void coverage_freed(const void *block, uint32_t size, uintptr_t pc)
{
    (void)pc;
    /* The thread's previous step may have accessed this block. */
    coverage_step(&rdl_sched.last[rdl_self->tid]);
    rdl_observe_coverage_feed(&(struct rdl_event){
        .addr = (uintptr_t)block,
        .size = size,
        .tid = rdl_self->tid,
        .op = RDL_OP_FREE,
    });
}

const struct rdl_observer rdl_observer_coverage = {
    .name = "coverage",
    .begin = coverage_begin,
    .end = coverage_end,
    .step = coverage_step,
    .hold = coverage_hold,
    .unhold = coverage_unhold,
    .waits = coverage_waits,
    .created = coverage_created,
    .freed = coverage_freed,
};
