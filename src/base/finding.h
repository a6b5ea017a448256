/* finding.h - what a detector hands over: facts, as numbers.  The driver makes
 * the sentences (src/report/), because only it can look up symbols. */
#ifndef RDL_BASE_FINDING_H
#define RDL_BASE_FINDING_H

#include "base/event.h"

#define RDL_MAX_FRAMES 48
#define RDL_MAX_VIEWS 128
#define RDL_BLOCK_FRAMES 12
#define RDL_NO_TID ((rdl_tid)0xffff)
#define RDL_MAX_WARNINGS 128
#define RDL_MAX_DETECTORS 32
#define RDL_WARNING_FRAMES 16
#define RDL_RACE_LOCKS 6

/* Does a finding end the execution?  A warning does not. */
enum rdl_severity { RDL_ERROR, RDL_WARNING };

/* What a thread waits for. */
enum rdl_wait_kind {
    RDL_WAIT_NONE,
    RDL_WAIT_LOCK, /* mutex, rwlock, spinlock: has holders */
    RDL_WAIT_CONDITION,
    RDL_WAIT_JOIN,
    RDL_WAIT_SEMAPHORE,
    RDL_WAIT_BARRIER,
    RDL_WAIT_ONCE,
    RDL_WAIT_FUTEX,
    RDL_WAIT_SLEEP,
    RDL_WAIT_DESCRIPTOR,
    RDL_WAIT_SIGNAL,
    RDL_WAIT_PROCESS,
};

enum rdl_thread_state { RDL_READY, RDL_WAITING, RDL_ENDED };

/* One thread at the moment of the finding. */
struct rdl_thread_view {
    rdl_tid tid;
    rdl_tid holder; /* the thread that holds the object it waits for, or that it
                       joins; RDL_NO_TID: none or unknown */
    uint8_t state;  /* enum rdl_thread_state */
    uint8_t wait;   /* enum rdl_wait_kind */
    uint8_t timed;  /* the wait has a deadline */
    uint8_t spins;  /* it repeats the same steps without effect */
    uint8_t helper; /* made by the C library, not by the program */
    uint16_t n_frames;
    char name[16];
    char what[16];         /* "mutex", "rwlock", ... */
    uintptr_t wait_object; /* 0 if none */
    uintptr_t pc;          /* where it runs or waits */
    uintptr_t held_pc;     /* where the holder acquired it */
    uintptr_t missed_pc; /* a condition wait: where a signal was sent while this
                            thread held the mutex before it; 0: none was */
    uintptr_t frames[RDL_MAX_FRAMES]; /* return addresses, innermost first */
};

/* The heap block that a finding is about, and the access to it; of stack memory
 * `access`, `writes` and, as `maker`, the thread whose stack it is. */
struct rdl_block_view {
    uint8_t known;        /* 0: only `access` and `writes` are valid */
    uint8_t freed;        /* the block is freed */
    uint8_t writes;       /* the access is a write */
    rdl_tid maker, freer; /* RDL_NO_TID: before main, or by the runtime */
    uint16_t n_made, n_gone;
    uint32_t access; /* bytes accessed; 0: the call was a free */
    int64_t offset;  /* of the access from the start of the block */
    uint64_t size;   /* as requested by the program */
    /* Return addresses, innermost first: where it was allocated and freed. */
    uintptr_t made[RDL_BLOCK_FRAMES], gone[RDL_BLOCK_FRAMES];
};

/* How raddle knows that two accesses race, the stronger proof first. */
enum rdl_race_proof {
    RDL_RACE_NOT,
    RDL_RACE_SEEN,      /* both threads stood at their accesses at one moment */
    RDL_RACE_ORDER,     /* only atomics of weak memory orders order the two */
    RDL_RACE_UNORDERED, /* nothing orders an access and a later `free` */
};

/* One of two accesses that race. */
struct rdl_race_side {
    rdl_tid tid;
    uint8_t op;    /* enum rdl_op; RDL_OP_FREE: the memory is freed */
    uint8_t flags; /* of its event */
    uint8_t n_locks;
    uint8_t shared; /* bit i: locks[i] was held for reading */
    uint32_t size;
    uintptr_t pc, addr;
    /* Locks that its thread held, the latest first. */
    uintptr_t locks[RDL_RACE_LOCKS];
};

/* The accesses of a data race: the one that came first, then the other. */
struct rdl_race_view {
    uint8_t proof;  /* enum rdl_race_proof; NOT: the finding is not a race */
    uint8_t known;  /* `value` is known */
    uint64_t value; /* in that memory, before the second access */
    struct rdl_race_side sides[2];
    /* RDL_RACE_ORDER: the latest atomic object that orders them, the store to
     * it, and the load that read it; 0: not known. */
    uintptr_t through, store_pc, load_pc;
};

/* A race bug that is not a data race (runtime/observe/blocks.h).  Definitions 3
 * to 5 of the thesis on coverage of concurrent programs. */
enum rdl_pattern {
    RDL_PATTERN_NOT,
    RDL_PATTERN_BLOCK,      /* p, q and p' of a block race */
    RDL_PATTERN_PAIR,       /* p and q of a multi-variable race */
    RDL_PATTERN_PAIR_BLOCK, /* p, q and p' of a multi-variable block race, and
                               the access of q's thread to p' 's variable */
};
#define RDL_PATTERN_SIDES 4

/* What makes two accesses one operation block, the surest first. */
enum rdl_block_source {
    RDL_BLOCK_NOT,
    RDL_BLOCK_ANNOTATED, /* raddle_block_begin; whence: the place */
    RDL_BLOCK_SPLIT,     /* a critical section split in two; whence: the lock */
    RDL_BLOCK_TEST, /* a test and a change that relies on it; whence: the read
                       before the change, or 0 */
    RDL_N_BLOCK_SOURCES
};

struct rdl_pattern_view {
    uint8_t kind;   /* enum rdl_pattern */
    uint8_t source; /* enum rdl_block_source */
    uint8_t n;      /* accesses */
    uintptr_t whence;
    struct rdl_race_side sides[RDL_PATTERN_SIDES];
};

/* A handler of the target handled the failure and did not return. */
enum rdl_handled_how {
    RDL_HANDLED_NOT,   /* it was not handled */
    RDL_HANDLED_ENDED, /* the handler ended the program */
    RDL_HANDLED_LEFT,  /* it left by longjmp, or its thread was still in it when
                          another one ended the program */
};

struct rdl_handled {
    uintptr_t handler; /* first instruction of the handler */
    int32_t status;    /* with which the program ended */
    uint8_t how;       /* enum rdl_handled_how */
    uint8_t replaced;  /* it ended by exec: `status` is not known */
    uint8_t signo;     /* it ended by this signal; 0: with `status` */
};

struct rdl_finding {
    char kind[32];  /* the detector's name */
    char text[256]; /* in the words of program or C library */
    char what[16];  /* kind of object at `addr`: "mutex"; "": not known */
    char file[128]; /* source file of a failed assert() */
    uint32_t line;
    rdl_tid tid;  /* thread whose step showed it, or RDL_NO_TID */
    int32_t code; /* signal number, exit status, enum rdl_race_proof or
                     enum rdl_block_source */
    uintptr_t pc;
    uintptr_t addr; /* operand or fault address */
    uint64_t step;
    /* What makes it the same finding as another of its kind: a hash of places
     * in modules, independent of load addresses; 0: pc and code do. */
    uint64_t key;
    uint16_t n_cycle; /* threads in a deadlock's cycle */
    uint16_t n_threads;
    rdl_tid cycle[RDL_MAX_VIEWS]; /* in waiting order; all have a view */
    struct rdl_block_view block;  /* for heap findings */
    struct rdl_handled handled;
    struct rdl_race_view race;
    struct rdl_pattern_view pattern;
    struct rdl_thread_view threads[RDL_MAX_VIEWS];
};

/* A finding that did not end its execution.  Its fields mean the same as in
 * rdl_finding. */
struct rdl_warning {
    char kind[32];
    char text[256];
    char what[16];
    rdl_tid tid;
    uint16_t n_frames; /* of that thread */
    int32_t code;
    uintptr_t pc, addr;
    uint64_t step;  /* of the first occurrence */
    uint64_t times; /* occurrences since the driver last looked */
    uint64_t key;
    struct rdl_race_view race;
    struct rdl_pattern_view pattern;
    /* Another thread that the finding is about: RDL_NO_TID if none. */
    rdl_tid other;
    uint16_t n_others;
    uintptr_t other_frames[RDL_WARNING_FRAMES];
    uintptr_t frames[RDL_WARNING_FRAMES];
};

/* The warnings of a process, each kind once at each place
 * (detect/warnings.h). */
struct rdl_warnings {
    uint32_t n;
    uint32_t lost; /* warnings without room */
    struct rdl_warning all[RDL_MAX_WARNINGS];
};

#endif
