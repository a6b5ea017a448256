/* clock.c - what each clock shows at a virtual time.
 *
 * Everything is fixed: the calendar begins at the same second in every
 * execution. A thread's CPU time is the time it spent reading clocks, because
 * the rest of its work cannot be distinguished from the engine's. */
#include "runtime/sched/clock.h"

#include "runtime/explore/exploring.h"
#include "runtime/core/identity.h"
#include "runtime/core/persistent.h"
#include "runtime/core/state.h"
#include "runtime/sched/wait.h"

/* 2020-01-01 00:00:00 UTC; far from zero, so that differences of unsigned times
 * near the start do not wrap. */
#define EPOCH (UINT64_C(1577836800) * RDL_SECOND)
#define LEAP_SECONDS (37 * RDL_SECOND) /* TAI - UTC */
#define UPTIME (1000 * RDL_SECOND)     /* of the machine, at the start */
#define TICK (RDL_SECOND / 250)        /* of the coarse clocks */
#define LATEST (UINT64_C(1) << 62)     /* 146 years: later is never */
#define STEP_NS 100                    /* CPU time of a step */
#define MICROSECOND 1000

/* Dynamic clock ids, as the kernel encodes them (posix-timers_types.h). */
#define CPU_CLOCK_KIND 3
#define CPU_CLOCK_NONE 3 /* the clock of a descriptor */
#define CPU_CLOCK_THREAD 4

/* How far a read advances time, in us.  While another thread has work to do,
 * time creeps, so that a poll with a time-out does not time out before the
 * threads it waits for have run.  When none has, waiting for a deadline must
 * end soon: each read without an effect in between doubles the pace. */
#define CREEP_MOST 1000
#define WORK_MOST 100000
#define DOUBLINGS 20
#define BEFORE_MAIN 1000 /* threads are not known yet */
/* A thread that makes this many reads without an effect only waits. */
#define READS_OF_A_WAITER 8
/* While a thread works, a read does not end a wait of another: how long that
 * lasts is not for a log's time stamps to say.  But a thread that works until a
 * time is over must get there, so these are the first such reads only. */
#define READS_IN_VAIN 256

static struct account {
    uint64_t ns; /* how far its reads advanced time: its CPU time */
    uint64_t reads;
    uint32_t in_vain; /* reads that would have ended a wait */
    uint32_t serial;
} accounts[RDL_MAX_THREADS]; /* by tid */
static size_t n_accounts;
static uint64_t spent_by_all;

RDL_KEEP_USED(accounts, n_accounts);

uint64_t rdl_now(void)
{
    return rdl_virtual_ns;
}

uint64_t rdl_after(uint64_t ns)
{
    if (ns > LATEST || rdl_virtual_ns + ns > LATEST)
        return RDL_NEVER;
    return rdl_virtual_ns + ns;
}

uint64_t rdl_timespec_ns(const struct timespec *t)
{
    uint64_t ns;

    if (__builtin_mul_overflow((uint64_t)t->tv_sec, RDL_SECOND, &ns) ||
        __builtin_add_overflow(ns, (uint64_t)t->tv_nsec, &ns))
        return RDL_NEVER;
    return ns;
}

struct timespec rdl_ns_timespec(uint64_t ns)
{
    return (struct timespec){ .tv_sec = (time_t)(ns / RDL_SECOND),
                              .tv_nsec = (long)(ns % RDL_SECOND) };
}

static struct account *clock_account_of(const struct rdl_thread *t)
{
    struct account *a = &accounts[t->tid];

    if (t->tid >= n_accounts)
        n_accounts = t->tid + 1u;
    if (a->serial != t->serial)
        *a = (struct account){ .serial = t->serial };
    return a;
}

static bool clock_works(const struct rdl_thread *t)
{
    return t->spin.rounds == 0 && t->spin.clock_reads < READS_OF_A_WAITER;
}

static bool clock_others_work(const struct rdl_thread *self)
{
    for (size_t i = 0; i < rdl_sched.n_enabled; i++) {
        const struct rdl_thread *t = rdl_thread_at(rdl_enabled()[i]);

        if (t != self && clock_works(t))
            return true;
    }
    return false;
}

static uint64_t clock_pace(const struct rdl_thread *t, uint64_t reads)
{
    uint64_t waiting = t->spin.clock_reads, steady;

    if ((rdl_shared->config.flags & RDL_CFG_STILL) != 0 && clock_works(t))
        return 0;
    if (clock_others_work(t))
        return reads < CREEP_MOST ? reads : CREEP_MOST;
    waiting = UINT64_C(1) << (waiting < DOUBLINGS ? waiting : DOUBLINGS);
    steady = reads * reads < WORK_MOST ? reads * reads : WORK_MOST;
    return waiting > steady ? waiting : steady;
}

/* A read of t advances time by `ns`. */
static void clock_advance(const struct rdl_thread *t, struct account *a,
                          uint64_t ns)
{
    const bool works = clock_works(t) || clock_others_work(t);
    const struct rdl_wait *wait;
    uint64_t to = rdl_virtual_ns + ns, next;

    if (works && rdl_wait_timed() && a->in_vain < READS_IN_VAIN) {
        next = rdl_wait_next(&wait);
        if (next <= to) {
            to = next - 1;
            a->in_vain++;
        }
    }
    rdl_wait_move_time(to, works ? RDL_PASSES_EARLY : RDL_PASSES_SPINNING);
}

void rdl_clock_read(uintptr_t pc)
{
    uint64_t us = BEFORE_MAIN;

    if (rdl_controlled()) {
        struct rdl_thread *t = rdl_self;
        struct account *a;

        rdl_point(RDL_OP_CLOCK, NULL, 0, pc);
        a = clock_account_of(t);
        us = unlikely(rdl_exploring) ? 0 : clock_pace(t, ++a->reads);
        if (unlikely(rdl_exploring))
            rdl_exploring_clock(/*process_time=*/false);
        t->spin.clock_reads++;
        a->ns += us * MICROSECOND;
        spent_by_all += us * MICROSECOND;
        clock_advance(t, a, us * MICROSECOND);
        rdl_value(rdl_virtual_ns / MICROSECOND);
        return;
    }
    if (rdl_active)
        us = 0; /* the runtime's own call into libc */
    spent_by_all += us * MICROSECOND;
    rdl_wait_move_time(rdl_virtual_ns + us * MICROSECOND, RDL_PASSES_SPINNING);
}

static uint64_t clock_process_time(void)
{
    return spent_by_all + rdl_steps * STEP_NS;
}

/* The thread whose CPU clock it is; NULL if it is the process's or unknown. */
static struct rdl_thread *clock_thread(clockid_t clock)
{
    if (clock == CLOCK_THREAD_CPUTIME_ID)
        return rdl_self;
    if (clock >= 0 || (clock & CPU_CLOCK_THREAD) == 0 ||
        (clock & CPU_CLOCK_KIND) == CPU_CLOCK_NONE)
        return NULL;
    return rdl_identity_thread(~(clock >> 3));
}

static bool clock_is_process_clock(clockid_t clock)
{
    int pid = ~(clock >> 3);

    if (clock == CLOCK_PROCESS_CPUTIME_ID)
        return true;
    return clock < 0 && (clock & CPU_CLOCK_THREAD) == 0 &&
           (clock & CPU_CLOCK_KIND) != CPU_CLOCK_NONE &&
           (pid == 0 || pid == rdl_identity_pid());
}

bool rdl_clock_known(clockid_t clock)
{
    if (clock >= 0)
        return clock <= CLOCK_BOOTTIME_ALARM || clock == CLOCK_TAI;
    return clock_is_process_clock(clock) || clock_thread(clock) != NULL;
}

/* What the clock showed when the execution began. */
static uint64_t clock_origin(clockid_t clock)
{
    switch (clock) {
    case CLOCK_REALTIME:
    case CLOCK_REALTIME_COARSE:
    case CLOCK_REALTIME_ALARM:
        return EPOCH;
    case CLOCK_TAI:
        return EPOCH + LEAP_SECONDS;
    default:
        return UPTIME;
    }
}

static uint64_t clock_ns(clockid_t clock, uint64_t ns)
{
    const struct rdl_thread *t;

    if (clock_is_process_clock(clock)) {
        if (unlikely(rdl_exploring) && rdl_controlled())
            rdl_exploring_clock(/*process_time=*/true);
        return clock_process_time();
    }
    t = clock_thread(clock);
    if (t != NULL)
        return clock_account_of(t)->ns;
    ns += clock_origin(clock);
    if (clock == CLOCK_REALTIME_COARSE || clock == CLOCK_MONOTONIC_COARSE)
        ns -= ns % TICK;
    return ns;
}

struct timespec rdl_clock_shows(clockid_t clock, uint64_t ns)
{
    return rdl_ns_timespec(clock_ns(clock, ns));
}

uint64_t rdl_clock_deadline(clockid_t clock, const struct timespec *when)
{
    uint64_t ns = rdl_timespec_ns(when);
    uint64_t now = clock_ns(clock, rdl_virtual_ns);

    if (ns == RDL_NEVER || when->tv_sec < 0)
        return when->tv_sec < 0 ? 1 : RDL_NEVER;
    if (ns <= now)
        return rdl_virtual_ns > 0 ? rdl_virtual_ns : 1;
    return rdl_after(ns - now);
}
