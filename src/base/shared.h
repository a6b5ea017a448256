/* shared.h - the memory in which driver and runtime meet.
 *
 * The driver makes it (memfd), the target inherits the descriptor named in
 * RADDLE_SHARED, maps it and closes it.  All of it is written by one side at a
 * time: the driver before an execution, the runtime during it.  The driver
 * trusts nothing in it before rdl_memory_settle() (exec/shared_map.h), for a
 * wild write of the target may hit it.
 */
#ifndef RDL_BASE_SHARED_H
#define RDL_BASE_SHARED_H

#include "base/event.h"
#include "base/finding.h"
#include "base/note.h"

#include <stdbool.h>

#define RDL_SHARED_MAGIC UINT64_C(0x1e1ddade1ddad001)
#define RDL_SHARED_VERSION 12
#define RDL_SHARED_ENV "RADDLE_SHARED"   /* descriptor of this memory */
#define RDL_CONTROL_ENV "RADDLE_CONTROL" /* of the fork server's socket */

#define RDL_MAX_MODULES 256
#define RDL_MAX_NOTES 64
#define RDL_MAX_LABELS 128
#define RDL_PLAN 64

enum {
    RDL_CFG_REPLAY = 1,       /* follow the replay regions */
    RDL_CFG_NO_SPURIOUS = 2,  /* SPURIOUS and WEAK choices are never taken */
    RDL_CFG_LEAKS = 4,        /* threads running at exit are a finding */
    RDL_CFG_STOP = 8,         /* raise SIGTRAP at the finding (for gdb) */
    RDL_CFG_NO_DISPATCH = 16, /* do without Syscall User Dispatch */
    RDL_CFG_PEER = 32,        /* --peer: a signal may yet come from outside;
                                 the driver clears it when none will */
    RDL_CFG_FAIL_MALLOC = 64, /* an allocation may fail: a choice */
    RDL_CFG_NO_LEARN = 128,   /* every access is a decision, shared or not */
    RDL_CFG_OBSERVE = 256,    /* fill RDL_TRACE_EVENTS, for estimates */
    RDL_CFG_WATCH = 512,      /* at a replay: fill it for people, see below */
    RDL_CFG_ANY_END = 1024,   /* at a replay: what was recorded was ended by
                                 real time, sooner or later */
};

struct rdl_config {     /* driver to runtime */
    uint64_t seed;      /* of the campaign */
    uint64_t execution; /* number of this execution, from 0 */
    uint64_t max_steps;
    uint64_t expected_steps; /* most decisions seen so far; >= 1 */
    uint64_t executions_before, steps_before; /* of the campaign, together */
    uint32_t depth;
    uint32_t flags;
    int32_t expect_exit;
    uint32_t timeout_ms; /* of one execution, 0: none */
    uint32_t metrics;    /* that are recorded: coverage/coverage.h; 0: none */
    uint32_t pairs;      /* the same, of pairs */
    uint32_t owner;      /* who covers: number of this worker, from 1 */
    uint32_t noise_percent; /* see strategy.h */
    uint64_t noise_ns;
    uint64_t batch; /* isolation rewind: run at most so many executions,
                       numbered from `execution` on; others: 1 */
    char strategy[32];
    /* Or several that take turns: execution e by number plan[e % n_plan] of
     * strategy/list.h.  n_plan 0: `strategy` alone. */
    uint32_t n_plan;
    uint8_t plan[RDL_PLAN];
    char engine[16];
    char tracker[16]; /* of changed memory: see runtime/rewind/image/image.h */
};

/* What a target runs its executions in, from the lightest to the heaviest
 * (docs/design.md). */
enum rdl_rung { RDL_RUNG_REWIND, RDL_RUNG_FORK, RDL_RUNG_EXEC };

/* Isolation rewind: the executions of one request, the latest included.  The
 * others leave it alone, and the driver fills it from the outcome. */
struct rdl_tally {
    uint64_t executions; /* that are over */
    uint64_t steps, accesses;
    uint64_t cut;          /* executions that reached max_steps */
    uint64_t longest;      /* most decisions of one that is not overlong */
    uint32_t threads;      /* most of an execution */
    uint32_t most_enabled; /* at one moment */
};

/* Isolation rewind: the process cannot go back to main any more. */
struct rdl_downgrade {
    uint32_t rung; /* enum rdl_rung: the lightest that can; REWIND: none */
    char why[160]; /* what the target did */
    uintptr_t pc;
};

/* The target uses a name that all processes of the machine share: executions
 * side by side meet there.  Told once by each process. */
struct rdl_external_name {
    char what[96]; /* "" so far it does not */
    uintptr_t pc;
};

enum rdl_state {
    RDL_NOT_STARTED, /* main was never reached */
    RDL_RUNNING,     /* also: the process died and could not say so */
    RDL_EXITED,      /* exit or return from main; see exit_status */
    RDL_FOUND,       /* `finding` holds it */
    RDL_CUT,         /* reached max_steps with progress still being made */
    RDL_DIVERGED,    /* the replay is not the recorded execution */
    RDL_UNABLE,      /* the runtime gave up: see the last note */
};

/* How far a process has come on its way to main. */
enum rdl_stage {
    RDL_STAGE_NONE,   /* the loader has not called the runtime yet */
    RDL_STAGE_LOADED, /* it has; constructors of the program run */
    RDL_STAGE_MAIN,   /* at main, and the runtime prepares itself */
};

/* A step as recorded: what was done in which memory order, where.  `rest` is
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
/* Could a target have recorded it? */
static inline bool rdl_step_sound(uint64_t step)
{
    return rdl_step_op(step) < RDL_N_OPS && rdl_step_order(step) < RDL_N_ORDERS;
}

struct rdl_switch { /* from `step` on, thread `tid` runs */
    uint64_t step;
    uint32_t hash; /* low half of the event hash as the switch happens */
    uint16_t tid;
    uint16_t unused;
};

struct rdl_taken_choice { /* a choice other than 0 */
    uint64_t step;
    uint32_t value;
    uint16_t kind; /* enum rdl_choice_kind */
    uint16_t nth;  /* choices asked before it in the same step */
};

struct rdl_site { /* an operator at a place of a module: replay compares it */
    uint64_t offset; /* from the module's load address */
    uint32_t module; /* index into replay_modules */
    uint16_t op;
    uint16_t order; /* enum rdl_order */
};

/* Input from outside (a peer, a clock of another machine, ...), in the order
 * in which it came: a header, then `length` bytes. */
struct rdl_input {
    uint64_t step;
    int64_t result;  /* what the call returned, or -errno */
    uint32_t length; /* bytes that follow, padded to 8 */
    uint16_t tid;
    uint16_t call; /* see runtime/io */
};

/* With RDL_CFG_WATCH, RDL_TRACE_EVENTS holds the steps of the schedule, each at
 * its number; all zero: it was never settled.  The `size` of a step that makes
 * descriptors is the number of the system call.  RDL_TRACE_EXTRAS has what
 * happened in the course of steps (base/extra.h). */

enum rdl_region_id {
    RDL_TRACE_STEPS,    /* uint64_t, rdl_step_pack */
    RDL_TRACE_SWITCHES, /* struct rdl_switch */
    RDL_TRACE_CHOICES,  /* struct rdl_taken_choice */
    RDL_TRACE_EVENTS,   /* struct rdl_event, as the collector is fed */
    RDL_TRACE_EXTRAS,   /* struct rdl_extra */
    RDL_TRACE_INPUTS,   /* struct rdl_input and bytes; counted in bytes */
    RDL_REPLAY_STEPS,   /* uint32_t, index into RDL_REPLAY_SITES */
    RDL_REPLAY_SITES,   /* struct rdl_site */
    RDL_REPLAY_SWITCHES,
    RDL_REPLAY_CHOICES,
    RDL_REPLAY_INPUTS,
    RDL_STRATEGY_BYTES, /* what strategies remember from one execution to the
                           next; RDL_STRATEGY_MEMORY for each of list.h */
    RDL_N_REGIONS
};

struct rdl_region {
    uint64_t offset;   /* from the start of the shared memory */
    uint64_t capacity; /* in elements */
    uint64_t used;
};

struct rdl_module {
    uintptr_t base, start, end; /* load bias; mapped range */
    uint8_t build_id[20];
    uint8_t build_id_size;
    uint8_t hooked; /* its memory accesses are seen */
    uint8_t runs;   /* a thread has stepped in it */
    char path[231];
};

/* Something to be told to the user once, however often it happened. */
struct rdl_note {
    uint32_t kind; /* enum rdl_note_kind */
    char text[216];
    uintptr_t pc; /* 0 if none */
};

/* What the program calls an object of its own (raddle_name). */
struct rdl_label {
    uintptr_t addr;
    uintptr_t pc;  /* of the call that says so */
    uint64_t size; /* of the block of the heap that begins there; 0: none */
    char text[40];
};

struct rdl_divergence {
    uint64_t step;
    uint64_t expected; /* index into RDL_REPLAY_SITES, ~0: the end */
    uint64_t came;     /* rdl_step_pack, ~0: the end */
    rdl_tid expected_tid, came_tid;
    uint32_t expected_hash, came_hash; /* when operator and place agree */
    char why[64];
};

struct rdl_outcome {     /* runtime to driver, about the latest execution */
    uint32_t state;      /* enum rdl_state */
    int32_t exit_status; /* as given to exit */
    uint64_t steps;
    uint64_t decisions; /* steps at which more than one thread was enabled */
    uint64_t switches;
    uint64_t event_hash;
    uint64_t virtual_ns;
    uint32_t threads; /* created, main included */
    uint32_t most_enabled;
    uint64_t accesses; /* memory steps; 0 where no object has hooks */
    uint32_t fresh;    /* requirements covered for the first time of all */
    struct rdl_divergence divergence;
};

struct rdl_shared {
    uint64_t magic;
    uint32_t version;
    uint32_t wait_status; /* fork server: of the latest child */
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
    struct rdl_external_name meets;
    struct rdl_region regions[RDL_N_REGIONS];
    struct rdl_module modules[RDL_MAX_MODULES];
    char replay_modules[RDL_MAX_MODULES][128]; /* base names */
    struct rdl_note notes[RDL_MAX_NOTES];
    struct rdl_label labels[RDL_MAX_LABELS];
    struct rdl_finding finding;
};

/* Longer than this an execution is overlong: threads make way for each other
 * again and again, or wait for one that has no turn.  Twenty times the mean of
 * those before it; the first is never. */
static inline uint64_t rdl_shared_overlong(const struct rdl_shared *s)
{
    const struct rdl_config *c = &s->config;
    const uint64_t n = c->executions_before + s->tally.executions;

    return n > 0 ? 20 * ((c->steps_before + s->tally.steps) / n + 1)
                 : UINT64_MAX;
}

/* An execution is over and counts. */
static inline void rdl_tally_add(struct rdl_shared *s, bool cut)
{
    const struct rdl_outcome *o = &s->outcome;
    const uint64_t overlong = rdl_shared_overlong(s);
    struct rdl_tally *t = &s->tally;

    t->steps += o->steps;
    t->accesses += o->accesses;
    t->cut += cut;
    /* Strategies that choose steps beforehand would choose behind the end of
     * nearly all others. */
    if (o->decisions > t->longest && o->decisions <= overlong)
        t->longest = o->decisions;
    if (o->threads > t->threads)
        t->threads = o->threads;
    if (o->most_enabled > t->most_enabled)
        t->most_enabled = o->most_enabled;
    /* Last: the driver may be looking. */
    __atomic_store_n(&t->executions, t->executions + 1, __ATOMIC_RELEASE);
}

/* First element of a region. */
static inline void *rdl_shared_data(struct rdl_shared *s, enum rdl_region_id id)
{
    return (char *)s + s->regions[id].offset;
}

/* The module that holds `addr`, NULL if none does. */
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

/* The server's conversation, one byte each way.  RDL_ASK_RUN: one execution as
 * `config` says, in a child.  RDL_ASK_LOOP: config.batch executions in place,
 * fewer if one has a finding, a note or cannot go on, if `stop` is set, or if
 * the process can go back to main no more (`fall`).  The server answers
 * RDL_SAY_DONE when it is done.  Closing the socket ends it. */
enum {
    RDL_ASK_RUN = 'R',
    RDL_ASK_LOOP = 'L',
    RDL_SAY_READY = 'H',
    RDL_SAY_DONE = 'D'
};

#endif
