/* shared.h - the memory that driver and runtime share.
 *
 * The driver creates it (memfd).  The target inherits the descriptor named in
 * RADDLE_SHARED, maps it and closes the descriptor.  Only one side writes at a
 * time: the driver before an execution, the runtime during it.  A wild write of
 * the target may hit this memory, so the driver trusts nothing in it before
 * rdl_shared_map_settle() (exec/shared_map.h). */
#ifndef RDL_BASE_SHARED_H
#define RDL_BASE_SHARED_H

#include "base/event.h"
#include "base/finding.h"
#include "base/note.h"
#include "base/predicted.h"
#include "base/payload.h"

#include <stdbool.h>

#define RDL_SHARED_MAGIC UINT64_C(0x1e1ddade1ddad001)
#define RDL_SHARED_VERSION 18
#define RDL_SHARED_ENV "RADDLE_SHARED"   /* descriptor of this memory */
#define RDL_CONTROL_ENV "RADDLE_CONTROL" /* the fork server's socket */

#define RDL_MAX_MODULES 256
#define RDL_MAX_NOTES 64
#define RDL_MAX_LABELS 128
#define RDL_PLAN 64
#define RDL_ASKED_BYTES 8192

enum {
    RDL_CFG_REPLAY = 1,       /* follow the replay regions */
    RDL_CFG_NO_SPURIOUS = 2,  /* never take SPURIOUS and WEAK choices */
    RDL_CFG_LEAKS = 4,        /* report threads that run at exit */
    RDL_CFG_STOP = 8,         /* raise SIGTRAP at the finding (for gdb) */
    RDL_CFG_NO_DISPATCH = 16, /* do not use Syscall User Dispatch */
    RDL_CFG_PEER = 32, /* --peer: a signal may still come from outside; the
                          driver clears it when none will */
    RDL_CFG_FAIL_MALLOC = 64, /* allocations may fail: a choice */
    RDL_CFG_NO_LEARN = 128,   /* every access is a scheduling point */
    RDL_CFG_OBSERVE = 256,    /* fill RDL_TRACE_EVENTS: enum rdl_observed */
    RDL_CFG_TRACE = 512,      /* replay: record for people, see below */
    RDL_CFG_ANY_END = 1024,   /* replay: real time ended the recorded execution,
                                 so this one may end sooner or later */
    RDL_CFG_EXPECT_HANDLED = 2048, /* failures that a handler of the target
                                      handles are not findings */
    RDL_CFG_PATIENT = 4096,        /* time passes only when no thread can run */
    RDL_CFG_REPEATS = 8192,  /* the driver has counted this execution before */
    RDL_CFG_TARGETS = 16384, /* --targets: guides aim at these requirements */
    RDL_CFG_NO_AVX2 = 32768, /* do not use these instructions */
    RDL_CFG_NO_FSGSBASE = 65536,
    RDL_CFG_CHECK_REWIND = 131072, /* compare what a rewind restored */
    RDL_CFG_STILL = 262144,      /* reading a clock takes no time, except for a
                                    thread that only waits for time to pass */
    RDL_CFG_DECIDE_ALL = 524288, /* every access is a scheduling point in this
                                    execution, which learns like others */
};

struct rdl_config {     /* driver to runtime */
    uint64_t seed;      /* of the campaign */
    uint64_t execution; /* number of this execution, from 0 */
    uint64_t max_steps;
    uint64_t expected_steps; /* most decisions seen so far; >= 1 */
    uint64_t executions_before, steps_before; /* of the whole campaign */
    /* Sets of detectors (detect/detector.h): those that do not report, and
     * those after whose findings the execution goes on. */
    uint64_t disabled, continued;
    /* Detectors whose warnings end the execution like errors: raddle follows
     * one warning up to where it arises.  `ends_key`: only the warning with
     * this key and code (of rdl_finding) does; 0: any. */
    uint64_t ends, ends_key;
    int32_t ends_code;
    uint32_t depth;
    uint32_t flags;
    int32_t expect_exit;
    uint32_t timeout_ms;    /* of one execution, 0: no limit */
    uint32_t metrics;       /* to record: coverage/coverage.h; 0: none */
    uint32_t pairs;         /* the same, for pairs */
    uint32_t guide;         /* metrics to aim at; 0: those of the strategy */
    uint32_t owner;         /* number of this worker, from 1 */
    uint32_t noise_percent; /* see strategy.h */
    uint32_t first_payload; /* of the request: base/payload.h */
    uint64_t noise_ns;
    uint32_t similarity_percent, similarity_length;
    uint32_t capp_order;
    /* An exploration (explore/explore.h): enum rdl_explore_bound, and the most
     * of what it counts. */
    uint32_t explore_bound, explore_most;
    uint32_t explore_spurious; /* wake-ups that each thread may have */
    uint32_t explore_weak;     /* weak failures that each thread may have */
    uint64_t batch; /* isolation rewind: the most executions to run, numbered
                       from `execution` on; otherwise 1 */
    /* The case of a test suite that executes, "" if there is none: findings of
     * different cases are different ones. */
    char part[128];
    /* A replay: hash of the program's file name in the recording, by which its
     * places are known; 0: of its present name. */
    uint64_t program_name;
    char strategy[32];
    /* Several strategies may take turns: execution e uses plan[e % n_plan], an
     * index into strategy/list.h.  If n_plan is 0, `strategy` runs alone. */
    uint32_t n_plan;
    uint8_t plan[RDL_PLAN];
    char engine[16];
    char tracker[16]; /* finds changed memory: runtime/rewind/image/image.h */
};

/* How a target isolates its executions, from the lightest to the heaviest
 * (docs/design.md). */
enum rdl_isolation_level {
    RDL_ISOLATION_REWIND,
    RDL_ISOLATION_FORK,
    RDL_ISOLATION_EXEC
};

/* Sums over the executions of one request, including the latest.  Isolation
 * rewind fills it in the target; otherwise the driver does, from the
 * outcome. */
struct rdl_tally {
    uint64_t executions; /* finished executions */
    uint64_t steps, accesses;
    uint64_t cut;     /* executions that reached max_steps or timeout_ms */
    uint64_t late;    /* of these, those that reached timeout_ms */
    uint64_t handled; /* see rdl_outcome */
    /* By detector: executions in which it would have reported. */
    uint64_t disabled[RDL_MAX_DETECTORS];
    /* What rewinds restored, of all executions. */
    uint64_t restored_pages, restored_bytes;
    uint64_t timed;        /* executions in which time could pass early */
    uint64_t longest;      /* most decisions of an execution not overlong */
    uint32_t threads;      /* most in one execution */
    uint32_t most_enabled; /* most at one moment */
};

/* Isolation rewind: the process can no longer go back to main. */
struct rdl_downgrade {
    uint32_t level; /* enum rdl_isolation_level: the lightest possible; REWIND:
                       none */
    char why[160];  /* what the target did */
    uintptr_t pc;
};

/* The target uses a name that all processes of the machine share, so concurrent
 * executions interfere there.  Each process reports it once. */
struct rdl_external_name {
    char what[96]; /* "": it does not so far */
    uintptr_t pc;
};

enum rdl_state {
    RDL_NOT_STARTED, /* main was never reached */
    RDL_RUNNING,     /* also: the process died without a report */
    RDL_EXITED,      /* exit or return from main; see exit_status */
    RDL_FOUND,       /* see `finding` */
    RDL_CUT,         /* reached max_steps or timeout_ms while it still made
                        progress */
    RDL_DIVERGED,    /* the replay departed from the recorded execution */
    RDL_UNABLE,      /* the runtime gave up: see the last note */
};

/* How far a process has got on its way to main. */
enum rdl_stage {
    RDL_STAGE_NONE,   /* the loader has not called the runtime yet */
    RDL_STAGE_LOADED, /* it has; the program's constructors run */
    RDL_STAGE_MAIN,   /* at main; the runtime initialises itself */
};

/* A recorded step: operator, memory order and place.  `rest` is
 * rdl_event_rest. */
static inline uint64_t rdl_step_pack(uintptr_t pc, uint64_t rest)
{
    const uint64_t what = (uint64_t)RDL_EV_ORDER << 56 | UINT64_C(0xff) << 48;

    return (rest & what) | (pc & ((UINT64_C(1) << 48) - 1));
}
static inline uintptr_t rdl_step_pc(uint64_t step)
{
    return step & ((UINT64_C(1) << 48) - 1);
}
static inline enum rdl_op rdl_step_op(uint64_t step)
{
    return (enum rdl_op)(step >> 48 & 0xff);
}
static inline enum rdl_order rdl_step_order(uint64_t step)
{
    return rdl_flags_order((unsigned)(step >> 56));
}
/* Can a target have recorded this step? */
static inline bool rdl_step_sound(uint64_t step)
{
    return rdl_step_op(step) < RDL_N_OPS && rdl_step_order(step) < RDL_N_ORDERS;
}

struct rdl_switch { /* from `step` on, thread `tid` runs */
    uint64_t step;
    uint32_t hash; /* low half of the event hash at the switch */
    uint16_t tid;
    uint16_t unused;
};

struct rdl_taken_choice { /* a choice other than 0 */
    uint64_t step;
    uint32_t value;
    uint16_t kind; /* enum rdl_choice_kind */
    uint16_t nth;  /* choices made before it in the same step */
};

struct rdl_site {    /* operator and place in a module, for replay to compare */
    uint64_t offset; /* from the module's load address */
    uint32_t module; /* index into replay_modules */
    uint16_t op;
    uint16_t order; /* enum rdl_order */
};

/* Input from outside (a peer, another machine's clock, ...), in the order of
 * arrival: a header, then `length` bytes. */
struct rdl_input {
    uint64_t step;
    int64_t result;  /* what the call returned, or -errno */
    uint32_t length; /* bytes that follow, padded to 8 */
    uint16_t tid;
    uint16_t call; /* see runtime/io */
};

/* What the driver gives to one execution, and what the target gives back
 * (base/payload.h). */
struct rdl_payload {
    uint64_t size;
    uint8_t bytes[RDL_PAYLOAD_BYTES];
};
struct rdl_answer {
    uint8_t bytes[RDL_ANSWER_BYTES];
};

/* With RDL_CFG_TRACE, RDL_TRACE_EVENTS holds the steps of the schedule, each at
 * its number; an entry of zeros means that the step never took place.  For a
 * step that makes descriptors, `size` is the number of the system call.
 * RDL_TRACE_EXTRAS holds the side effects of steps (base/extra.h). */

enum rdl_region_id {
    RDL_TRACE_STEPS,    /* uint64_t, rdl_step_pack */
    RDL_TRACE_SWITCHES, /* struct rdl_switch */
    RDL_TRACE_CHOICES,  /* struct rdl_taken_choice */
    RDL_TRACE_EVENTS,   /* struct rdl_event: those that count for coverage */
    RDL_TRACE_EXTRAS,   /* struct rdl_extra */
    RDL_TRACE_INPUTS,   /* struct rdl_input and bytes; counted in bytes */
    RDL_REPLAY_STEPS,   /* uint32_t, index into RDL_REPLAY_SITES */
    RDL_REPLAY_SITES,   /* struct rdl_site */
    RDL_REPLAY_SWITCHES,
    RDL_REPLAY_CHOICES,
    RDL_REPLAY_INPUTS,
    RDL_STRATEGY_BYTES, /* what strategies remember between executions:
                           rdl_strategy_memory_at() */
    RDL_EXPLORE_BYTES,  /* of an exploration: explore/reach.h */
    RDL_TEMP_FILES,     /* struct rdl_temp_file: those that exist now */
    RDL_LOCK_ORDERS,    /* one struct rdl_lock_orders, of the process so far */
    RDL_PAYLOAD,        /* struct rdl_payload; used: those of the request */
    RDL_ANSWER,         /* struct rdl_answer, one for each execution */
    RDL_N_REGIONS
};

struct rdl_region {
    uint64_t offset;   /* from the start of the shared memory */
    uint64_t capacity; /* in elements */
    uint64_t used;
};

struct rdl_module {
    uintptr_t base, start, end; /* load bias; mapped range */
    uint64_t name;              /* hash of its file name, as recorded */
    uint8_t build_id[20];
    uint8_t build_id_size;
    uint8_t hooked; /* built with raddle cc: accesses are visible */
    uint8_t runs;   /* a thread has taken a step in it */
    char path[969]; /* 1 KiB with the rest */
};

/* A note for the user.  It is printed once, however often it happened. */
struct rdl_note {
    uint32_t kind; /* enum rdl_note_kind */
    char text[728];
    uintptr_t pc; /* 0 if none */
};

/* The program's own name for an object (raddle_name). */
struct rdl_label {
    uintptr_t addr;
    uintptr_t pc;  /* of the call to raddle_name */
    uint64_t size; /* of the heap block that begins there; 0: none */
    char text[40];
};

struct rdl_divergence {
    uint64_t step;
    uint64_t expected; /* index into RDL_REPLAY_SITES, ~0: the end */
    uint64_t came;     /* actual step: rdl_step_pack, ~0: the end */
    rdl_tid expected_tid, came_tid;
    uint32_t expected_hash, came_hash; /* used if operator and place agree */
    char why[64];
};

/* What RDL_TRACE_EVENTS has of an execution that was to be observed. */
enum rdl_observed {
    RDL_OBSERVED_NOTHING,   /* its process ended before the runtime was done */
    RDL_OBSERVED_ALL,       /* everything that counts, up to the end */
    RDL_OBSERVED_BEGINNING, /* everything that counts, until it was full */
};

struct rdl_outcome {     /* runtime to driver, about the latest execution */
    uint32_t state;      /* enum rdl_state */
    int32_t exit_status; /* as given to exit */
    uint64_t steps;
    uint64_t decisions; /* steps with more than one enabled thread */
    uint64_t switches;
    uint64_t event_hash;
    uint64_t virtual_ns;
    uint32_t threads; /* created, including main */
    uint32_t most_enabled;
    uint32_t most_alike; /* threads of one start function, at the same time */
    uint64_t accesses;   /* memory accesses; 0 if no module has hooks */
    uint32_t fresh;      /* requirements covered for the first time */
    uint32_t observed;   /* enum rdl_observed */
    uint64_t disabled; /* set of disabled detectors that would have reported */
    uint32_t handled;  /* 1: it had a failure that a handler of the target
                          handled, and that is not a finding */
    uint32_t timed;    /* not 0: a thread could run while a deadline was due */
    uint32_t late;     /* 1: it was cut at timeout_ms, not at max_steps */
    uint32_t blocked;  /* 1: exploration ended it where threads wait in loops */
    uint32_t explored; /* 1: exploration has nothing left to run */
    struct rdl_divergence divergence;
};

struct rdl_shared {
    uint64_t magic;
    uint32_t version;
    uint32_t wait_status; /* fork server: status of the latest child */
    int32_t child;        /* fork server: pid of the running child */
    uint32_t n_modules;
    uint32_t n_notes;
    uint32_t n_labels; /* of the latest execution */
    uint32_t n_replay_modules;
    uint64_t size;
    uint32_t stop;  /* set by the driver: end the batch after this execution */
    uint32_t stage; /* enum rdl_stage, of the process started last */
    struct rdl_config config;
    struct rdl_outcome outcome; /* of the latest execution */
    struct rdl_tally tally;
    struct rdl_downgrade fall;
    uint32_t worn; /* 1: the process must not run another execution */
    struct rdl_external_name meets;
    struct rdl_region regions[RDL_N_REGIONS];
    struct rdl_module modules[RDL_MAX_MODULES];
    uint64_t replay_modules[RDL_MAX_MODULES]; /* hashes of their base names */
    struct rdl_note notes[RDL_MAX_NOTES];
    struct rdl_label labels[RDL_MAX_LABELS];
    /* Names of the environment variables that the program has asked for so
     * far, each with its NUL. */
    uint32_t asked_used;
    char asked[RDL_ASKED_BYTES];
    struct rdl_aims aims; /* of the strategies that confirm */
    /* The program has used atomics of weak memory orders: from the next
     * execution on the runtime looks for races that only they hide. */
    uint32_t weak_orders;
    /* It has freed memory, and threads have shared memory of the heap: from the
     * next execution on the runtime looks for accesses that race with that. */
    uint32_t frees, shares_heap;
    /* The program has waited for a condition without a deadline: see
     * runtime/observe/wait_loop.c. */
    uint32_t waits;
    struct rdl_warnings warnings; /* of the process, so far */
    struct rdl_finding finding;
};

/* An execution with more decisions than this is overlong: its threads yield to
 * each other again and again, or wait for one that gets no turn.  The bound is
 * twenty times the mean of the executions before it; the first is never
 * overlong. */
static inline uint64_t rdl_shared_overlong(const struct rdl_shared *s)
{
    const struct rdl_config *c = &s->config;
    const uint64_t n = c->executions_before + s->tally.executions;

    return n > 0 ? 20 * ((c->steps_before + s->tally.steps) / n + 1)
                 : UINT64_MAX;
}

/* Counts a finished execution. */
static inline void rdl_tally_add(struct rdl_shared *s, bool cut)
{
    const struct rdl_outcome *o = &s->outcome;
    const uint64_t overlong = rdl_shared_overlong(s);
    struct rdl_tally *t = &s->tally;

    t->steps += o->steps;
    t->accesses += o->accesses;
    t->cut += cut;
    t->late += cut && o->late != 0;
    t->handled += o->handled != 0;
    for (unsigned i = 0; o->disabled >> i != 0 && i < RDL_MAX_DETECTORS; i++)
        t->disabled[i] += o->disabled >> i & 1;
    t->timed += o->timed != 0;
    /* Leave out overlong ones: a strategy that chooses steps in advance would
     * choose steps beyond the end of nearly all executions. */
    if (o->decisions > t->longest && o->decisions <= overlong)
        t->longest = o->decisions;
    if (o->threads > t->threads)
        t->threads = o->threads;
    if (o->most_enabled > t->most_enabled)
        t->most_enabled = o->most_enabled;
    /* Last: the driver may read at the same time. */
    __atomic_store_n(&t->executions, t->executions + 1, __ATOMIC_RELEASE);
}

/* First element of a region. */
static inline void *rdl_shared_data(struct rdl_shared *s, enum rdl_region_id id)
{
    return (char *)s + s->regions[id].offset;
}

/* The payload of execution `i` of the request, NULL if there is none. */
static inline const struct rdl_payload *rdl_shared_payload(struct rdl_shared *s,
                                                           uint64_t i)
{
    const struct rdl_payload *all = rdl_shared_data(s, RDL_PAYLOAD);
    const uint64_t n = s->regions[RDL_PAYLOAD].used;

    return n > 0 && n <= RDL_PAYLOADS ? &all[(s->config.first_payload + i) % n]
                                      : NULL;
}
static inline struct rdl_answer *rdl_shared_answer(struct rdl_shared *s,
                                                   uint64_t i)
{
    struct rdl_answer *all = rdl_shared_data(s, RDL_ANSWER);

    return &all[(s->config.first_payload + i) % RDL_ANSWERS];
}

/* The module that contains `addr`, or NULL. */
static inline const struct rdl_module *
rdl_shared_module(const struct rdl_shared *s, uintptr_t addr)
{
    for (uint32_t i = 0; i < s->n_modules; i++) {
        const struct rdl_module *m = &s->modules[i];

        if (addr - m->start < m->end - m->start)
            return m;
    }
    return NULL;
}

/* The fork server's protocol, one byte each way.  RDL_ASK_RUN: run one
 * execution of `config` in a child.  RDL_ASK_LOOP: run config.batch executions
 * in place.  The loop ends early after a finding, a note or an execution that
 * cannot go on, if `stop` is set, or if the process can no longer go back to
 * main (`fall`, `worn`).  The server answers RDL_SAY_DONE when it is done.
 * Closing the socket ends the server. */
enum {
    RDL_ASK_RUN = 'R',
    RDL_ASK_LOOP = 'L',
    RDL_SAY_READY = 'H',
    RDL_SAY_DONE = 'D'
};

#endif
