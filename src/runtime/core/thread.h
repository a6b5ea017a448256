/* thread.h - the virtual threads.
 *
 * sched/thread_life.c creates and ends them.  Each family of interceptors
 * stores its per-thread data in a struct of its own header; this file only
 * reserves the space. */
#ifndef RDL_RUNTIME_CORE_THREAD_H
#define RDL_RUNTIME_CORE_THREAD_H

#include "runtime/core/interceptor.h"
#include "runtime/core/donor.h"
#include "runtime/core/shadow_stack.h"
#include "runtime/core/spin.h"
#include "runtime/machine/aside.h"

#define RDL_MAX_HELD 64

/* Space for a family's own struct: its header asserts that it fits. */
#define RDL_CANCEL_BYTES 24
#define RDL_SIGNALS_BYTES 112

struct rdl_held {
    const volatile void *lock;
    uintptr_t pc;
    unsigned flags;
    /* A signal that woke nobody came while it was held, by a thread that so did
     * not hold it: the condition, and where.  sync/condition.c. */
    const volatile void *signalled;
    uintptr_t signal_pc;
    uint64_t step; /* at which it was taken; only set for observe/blocks.h */
};

/* A call of a library that waits for a condition or signals one, as one step,
 * though the library makes futex calls in it (sync/glib.c). */
struct rdl_composed {
    const volatile void *condition, *mutex; /* the words are in them; NULL:
                                               none */
    bool signals;
    uintptr_t pc, missed; /* as in struct rdl_wait */
};

struct rdl_thread {
    /* What each step looks at comes first, in two lines of the cache. */
    _Alignas(64) rdl_tid tid;
    bool live; /* created and not ended */
    bool used; /* live, or ended and neither joined nor detached */
    bool detached;
    bool helper;           /* made by or for the C library: timers */
    bool started;          /* has taken its first step */
    bool waits_for_effect; /* left out until a step has an effect (sched.c) */
    bool cancel_anywhere;  /* asynchronous cancellation (threads/cancel.c) */
    bool attention;        /* a signal or cancellation is due: rdl_attend() */
    bool in_handler_stack; /* runs on an alternate stack: no switches */
    bool in_handler;       /* of a signal that arrived between two steps */
    bool asks;             /* asked for fewer switches: see `atomic` */
    uint16_t n_held;
    char *aside;           /* rdl_aside while it runs (core/aside.h) */
    uintptr_t stack_floor; /* where it overflows; 0: unknown */
    uintptr_t stack_top;   /* where it begins */
    uint64_t write_due;    /* address whose written value is not hashed yet */
    uint32_t write_size;
    /* What it has read and not yet copied (memory/wrap.h); size 0: nothing. */
    uint32_t unsaved_size;
    struct rdl_context context;
    struct rdl_spin spin;
    const void *unsaved;
    void *unsaved_to;
    struct rdl_wait *wait; /* NULL: it can run */
    uint64_t left_out_at;  /* latest step with an effect when it was left out */
    struct rdl_donor *donor; /* real TLS and stack */
    char *stack; /* the donor's, or the one that the target supplied */
    size_t stack_size;
    void *(*start)(void *);
    void *argument;
    void *result;
    uint32_t serial; /* n-th thread of the execution, from 0; in one that
                        explores, the same in every schedule */
    uint32_t allocations, made; /* blocks and threads, by it */
    /* Who made it, and as how many-th: the same in every schedule and mode.  0:
     * main; n: its n-th thread; else a hash. */
    uint64_t lineage;
    /* What the program requested (include/raddle.h). */
    uint16_t atomic; /* depth: no other thread may step */
    /* It announces a call that waits until a deadline at most: set by calls
     * that may, before their point. */
    bool timed;
    /* It announces a call on a descriptor: which, plus 1 (0: none), whether
     * that only reads or writes it, and whether it may wait for input. */
    int descriptor;
    bool transfers, awaits_input;
    /* It is at a compare-exchange: the value that it expects.  NULL: it is not.
     */
    const void *expected;
    uint16_t ignores;       /* depth: accesses are not decisions */
    uint16_t ignores_races; /* depth: accesses do not race */
    uint16_t blocks;        /* depth: operation blocks that it is in */
    uint64_t block;         /* steps before the outermost of them */
    uintptr_t block_pc;     /* where that begins */
    uint16_t ignored; /* accesses since the latest one that was a decision */
    char name[16];
    int death_signal; /* process/prctl.c; not used for main */
    struct rdl_composed composed;
    /* Per-thread data of the families; only they look inside. */
    _Alignas(8) unsigned char cancel[RDL_CANCEL_BYTES]; /* threads/cancel.h */
    _Alignas(
        8) unsigned char signals[RDL_SIGNALS_BYTES]; /* signals/signals.h */
    unsigned traps; /* trapped calls that it is in (syscalls/dispatch.c) */
    /* A new thread has zeros up to here.  Of what follows only as much is valid
     * as n_held and shadow.depth say. */
    struct rdl_shadow shadow;
    struct rdl_held held[RDL_MAX_HELD];
};

/* How many of the locks that it holds `held` lists. */
static inline size_t rdl_thread_named(const struct rdl_thread *t)
{
    return t->n_held < RDL_MAX_HELD ? t->n_held : RDL_MAX_HELD;
}

/* The thread whose turn it is.  Never NULL while controlled. */
extern struct rdl_thread *rdl_self RDL_HIDDEN;

/* Locks that all threads hold together.  Not less; more, if a thread has ended
 * with some. */
extern size_t rdl_n_held RDL_HIDDEN;

/* The turn goes to t. */
static RDL_INLINE void rdl_thread_run(struct rdl_thread *t)
{
    rdl_self = t;
    rdl_aside = t->aside;
}

/* By tid; this execution has used the first rdl_threads_limit entries.  Others
 * hold what earlier executions left: a rewind does not restore them. */
extern struct rdl_thread rdl_threads[RDL_MAX_THREADS] RDL_HIDDEN;
extern size_t rdl_threads_limit RDL_HIDDEN;

static inline struct rdl_thread *rdl_thread_at(rdl_tid tid)
{
    return &rdl_threads[tid];
}
/* One past the highest tid used so far in this execution. */
static inline size_t rdl_thread_limit(void)
{
    return rdl_threads_limit;
}
/* The used thread with this handle (a pthread_t), or NULL. */
struct rdl_thread *rdl_thread_of(uintptr_t handle);
/* The same for a call at pc that received the handle: an unknown handle is a
 * finding.  POSIX leaves that undefined, and glibc reads whatever memory is
 * there. */
struct rdl_thread *rdl_thread_given(uintptr_t handle, uintptr_t pc);
/* The target makes a thread that is not under control: some handles are unknown
 * from now on. */
void rdl_thread_foreign(void);
static inline uintptr_t rdl_thread_handle(const struct rdl_thread *t)
{
    return t->donor->fs;
}

/* Frames of a thread for a finding, innermost first; returns how many. */
size_t rdl_thread_frames(const struct rdl_thread *t, uintptr_t *out,
                         size_t max);

/* The outermost frames of every stack: sched/thread_life.c calls a thread's
 * function, start/start.c calls main. */
void rdl_thread_entry(void);
__attribute__((noinline)) int rdl_start_main(int argc, char **argv,
                                             char **envp);

#endif
