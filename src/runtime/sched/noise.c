/* noise.c - see noise.h.
 *
 * A table by descriptor address gives each kernel thread its number and its
 * random stream.  One lock orders the records: noise_tell() feeds each to the
 * coverage collector and to the trace of the latest steps. */
#include "runtime/sched/noise.h"

#include "base/text.h"
#include "runtime/observe/coverage.h"
#include "runtime/observe/tap.h"
#include "runtime/observe/unwind.h"
#include "runtime/machine/raw.h"
#include "runtime/core/modules.h"
#include "runtime/core/persistent.h"
#include "runtime/core/state.h"
#include "runtime/observe/names.h"
#include "runtime/sched/finish.h"

#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>

/* A thread is looked up by the address of its descriptor. */
#define SLOTS (4 * RDL_MAX_THREADS)

struct noisy { /* a thread; only it writes this, except `self` */
    rdl_tid tid, parent;
    bool busy; /* already inside: a signal handler is not recorded */
    bool over;
    struct rdl_rng rng;
    uintptr_t made_at;
    void *(*start)(void *);
    void *argument;
};

static bool records; /* false in children and at the very end */
static struct noisy threads[RDL_MAX_THREADS];
static uint32_t n_threads;
static struct {
    uintptr_t self;
    struct noisy *thread;
} slots[SLOTS];
static int lock;

/* Threads that run freely are not rewound. */
RDL_PERSISTENT(threads);
RDL_PERSISTENT(slots);

static void noise_enter(void)
{
    while (__atomic_exchange_n(&lock, 1, __ATOMIC_ACQUIRE) != 0)
        rdl_raw(SYS_sched_yield);
}

static void noise_leave(void)
{
    __atomic_store_n(&lock, 0, __ATOMIC_RELEASE);
}

/* --- Threads ----------------------------------------------------------------
 */

static size_t noise_slot_of(uintptr_t self)
{
    size_t i = rdl_fold(0, self) % SLOTS;
    uintptr_t there;

    while ((there = __atomic_load_n(&slots[i].self, __ATOMIC_ACQUIRE)) != 0 &&
           there != self)
        i = (i + 1) % SLOTS;
    return i;
}

/* NULL: one thread too many, or one not made by pthread_create. */
static struct noisy *noise_caller(void)
{
    return slots[noise_slot_of((uintptr_t)pthread_self())].thread;
}

/* A number for a thread about to be made; NULL: all numbers are in use. */
static struct noisy *noise_new_thread(void)
{
    uint32_t n = __atomic_fetch_add(&n_threads, 1, __ATOMIC_RELAXED);
    const struct rdl_config *config = &rdl_shared->config;

    if (n >= RDL_MAX_THREADS)
        return NULL;
    threads[n].tid = (rdl_tid)n;
    threads[n].rng.state =
        rdl_mix(rdl_rng_part(config->seed, config->execution), n);
    return &threads[n];
}

/* The caller is that thread.  glibc reuses a descriptor after its thread has
 * ended; there are never more descriptors than threads. */
static void noise_adopt(struct noisy *t)
{
    size_t i;

    noise_enter();
    i = noise_slot_of((uintptr_t)pthread_self());
    slots[i].thread = t;
    __atomic_store_n(&slots[i].self, (uintptr_t)pthread_self(),
                     __ATOMIC_RELEASE);
    noise_leave();
}

/* --- What happens -----------------------------------------------------------
 */

/* The latest steps: they give the place of a crash and the step count. */
static void noise_trace(const struct rdl_event *e)
{
    struct rdl_region *steps = &rdl_shared->regions[RDL_TRACE_STEPS];
    struct rdl_region *switches = &rdl_shared->regions[RDL_TRACE_SWITCHES];
    uint64_t *step = rdl_shared_data(rdl_shared, RDL_TRACE_STEPS);
    struct rdl_switch *sw = rdl_shared_data(rdl_shared, RDL_TRACE_SWITCHES);

    if (steps->used == steps->capacity || switches->used == switches->capacity)
        return;
    if (switches->used == 0 || sw[switches->used - 1].tid != e->tid)
        sw[switches->used++] = (struct rdl_switch){
            .step = steps->used,
            .tid = e->tid,
        };
    step[steps->used++] = rdl_step_pack(e->pc, rdl_event_rest(e));
}

/* The collector gets only what it was made for (as in observe/coverage.c). */
static bool noise_is_fed(enum rdl_op op)
{
    switch (rdl_op_class(op)) {
    case RDL_CLASS_THREAD:
        return op != RDL_OP_DETACH;
    case RDL_CLASS_LOCK:
        return true;
    default:
        return rdl_op_accesses(op);
    }
}

/* Call it with the lock held. */
static void noise_tell(const struct rdl_event *e)
{
    struct rdl_outcome *o = &rdl_shared->outcome;

    if (!records)
        return;
    rdl_module_of(e->pc);
    noise_trace(e);
    if (rdl_op_accesses(e->op))
        o->accesses++;
    if (rdl_observe_coverage_on() && noise_is_fed(e->op))
        rdl_observe_coverage_feed(e);
}

void rdl_noise_record(enum rdl_op op, const volatile void *addr, size_t size,
                      uintptr_t pc, unsigned flags)
{
    struct noisy *t = noise_caller();

    if (t == NULL || t->busy || t->over || !records)
        return;
    t->busy = true;
    noise_enter();
    noise_tell(&(struct rdl_event){
        .pc = pc,
        .addr = (uintptr_t)addr,
        .size = size < UINT32_MAX ? (uint32_t)size : UINT32_MAX,
        .tid = t->tid,
        .op = (uint8_t)op,
        .flags = (uint8_t)flags,
    });
    noise_leave();
    t->busy = false;
}

void rdl_noise_point(enum rdl_op op, const volatile void *addr, size_t size,
                     uintptr_t pc)
{
    rdl_noise_disturb();
    rdl_noise_record(op, addr, size, pc, 0);
}

/* An interceptor that calls the real function instead of jumping to it (a build
 * without optimisation) leaves its own return address.  The unwinder takes
 * locks that are not the program's: the thread is busy meanwhile. */
uintptr_t rdl_noise_place(uintptr_t pc)
{
    struct noisy *t = noise_caller();

    if (t == NULL || t->busy)
        return pc;
    t->busy = true;
    noise_enter();
    if (rdl_module_is(pc, "libraddle.so"))
        pc = rdl_unwind_target();
    noise_leave();
    t->busy = false;
    return pc;
}

static void noise_sleep_for(uint64_t ns)
{
    const struct timespec time = {
        .tv_sec = (time_t)(ns / 1000000000),
        .tv_nsec = (long)(ns % 1000000000),
    };

    rdl_raw(SYS_nanosleep, &time, NULL);
}

void rdl_noise_disturb(void)
{
    struct noisy *t = noise_caller();
    uint64_t ns;

    if (t == NULL || t->busy || t->over || !records)
        return;
    ns = rdl_sched.strategy->noise(rdl_sched.strategy_state, &t->rng);
    if (ns == RDL_NOISE_YIELD)
        rdl_raw(SYS_sched_yield);
    else if (ns != 0)
        noise_sleep_for(ns);
}

/* --- Beginnings and ends ----------------------------------------------------
 */

/* The child that the target forked records nothing. */
static void noise_in_child(void)
{
    records = false;
}

void rdl_noise_begin(const char *program)
{
    const struct rdl_config *config = &rdl_shared->config;
    const struct rdl_strategy *strategy = rdl_strategy_find(config->strategy);

    if (strategy == NULL || strategy->noise == NULL ||
        (config->flags & RDL_CFG_REPLAY) != 0)
        return;
    rdl_sched.strategy = strategy;
    strategy->begin(rdl_sched.strategy_state,
                    &(struct rdl_run){
                        .execution = config->execution,
                        .noise_percent = config->noise_percent,
                        .noise_ns = config->noise_ns,
                    });
    rdl_shared->outcome.state = RDL_RUNNING;
    rdl_shared->outcome.threads = 1;
    rdl_names_program(program);
    rdl_observe_coverage_open();
    rdl_runs_free = true; /* observers ask it */
    rdl_tap_begin(config->execution);
    pthread_atfork(NULL, NULL, noise_in_child);
    noise_adopt(noise_new_thread());
    rdl_noise_calls();
    records = true;
    rdl_noise_record(RDL_OP_START, NULL, 0, 0, 0);
}

void rdl_noise_end(void)
{
    if (!records)
        return;
    noise_enter();
    if (records)
        rdl_tap_end();
    records = false;
    noise_leave();
}

void rdl_noise_failed(enum rdl_moment_kind kind, const char *text,
                      const char *file, unsigned line, uintptr_t pc)
{
    struct rdl_finding *f = &rdl_shared->finding;
    const struct rdl_moment moment = { .kind = kind };
    const struct rdl_detector *by;
    const struct noisy *t = noise_caller();

    if (!records)
        return;
    noise_enter(); /* never left: the first failure is the finding */
    memset(f, 0, sizeof(*f));
    f->tid = t != NULL ? t->tid : RDL_NO_TID;
    f->code = SIGABRT;
    f->line = line;
    f->pc = pc;
    f->step = rdl_shared->regions[RDL_TRACE_STEPS].used;
    rdl_text_copy(f->text, text, sizeof(f->text));
    rdl_text_copy(f->file, file, sizeof(f->file));
    rdl_module_of(pc);
    by = rdl_detect(&moment, RDL_ERROR, f);
    if (by != NULL && rdl_detectors_have(rdl_shared->config.disabled,
                                         rdl_detector_index(by))) {
        rdl_shared->outcome.disabled |= UINT64_C(1) << rdl_detector_index(by);
        rdl_shared->outcome.state = RDL_EXITED;
    } else if (by != NULL) {
        rdl_tap_end();
        rdl_shared->outcome.steps = f->step;
        rdl_shared->outcome.state = RDL_FOUND;
    }
    for (;;)
        rdl_raw(SYS_exit_group, RDL_EXIT_FOUND);
}

/* Records the creator's step here, where the new thread's handle is known,
 * before any step of the new thread. */
static void *noise_run(void *argument)
{
    struct noisy *t = argument;
    void *result;

    noise_adopt(t);
    t->busy = true;
    noise_enter();
    noise_tell(&(struct rdl_event){
        .pc = t->made_at,
        .addr = (uintptr_t)pthread_self(),
        .value = (uintptr_t)pthread_self(),
        .size = 1,
        .tid = t->parent,
        .op = RDL_OP_CREATE,
        .flags = RDL_EV_VALUE,
    });
    noise_tell(&(struct rdl_event){
        .pc = (uintptr_t)t->start + 1, /* places are return addresses */
        .addr = (uintptr_t)pthread_self(),
        .size = 1,
        .tid = t->tid,
        .op = RDL_OP_START,
    });
    rdl_shared->outcome.threads++;
    /* A lower bound: they are not counted. */
    rdl_shared->outcome.most_enabled = 2;
    noise_leave();
    t->busy = false;
    result = t->start(t->argument);
    rdl_noise_leave();
    return result;
}

int rdl_noise_create(int (*create)(pthread_t *, const pthread_attr_t *,
                                   void *(*)(void *), void *),
                     pthread_t *handle, const pthread_attr_t *attr,
                     void *(*start)(void *), void *argument, uintptr_t pc)
{
    const struct noisy *self = noise_caller();
    struct noisy *t;

    rdl_noise_disturb();
    t = self != NULL ? noise_new_thread() : NULL;
    if (t == NULL)
        return create(handle, attr, start, argument);
    t->parent = self->tid;
    t->made_at = pc;
    t->start = start;
    t->argument = argument;
    return create(handle, attr, noise_run, t);
}

void rdl_noise_leave(void)
{
    struct noisy *t = noise_caller();

    rdl_noise_record(RDL_OP_EXIT, NULL, 0, 0, 0);
    if (t != NULL)
        t->over = true;
}
