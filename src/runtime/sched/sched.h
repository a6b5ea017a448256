/* sched.h - the scheduler's state, and what the files of the core ask of each
 * other.  Interceptors use interceptor.h; the few that must know the carrier, a
 * pending event or the trace say so by including this. */
#ifndef RDL_RUNTIME_SCHED_SCHED_H
#define RDL_RUNTIME_SCHED_SCHED_H

#include "base/rng.h"
#include "runtime/sched/engine.h"
#include "runtime/sched/thread.h"

struct rdl_sched {
    const struct rdl_strategy *strategy;
    const struct rdl_engine *carrier;
    struct rdl_rng rng;
    struct rdl_run run; /* what the strategy was begun with */
    /* By tid: what a thread does next, once it has announced it; and what it
     * did last, from the moment it takes that step. */
    struct rdl_event pending[RDL_MAX_THREADS];
    struct rdl_event last[RDL_MAX_THREADS];
    rdl_tid enabled[RDL_MAX_THREADS]; /* ascending */
    size_t n_enabled;
    rdl_tid passed[RDL_MAX_THREADS]; /* enabled, but left out until another
                                        thread has stepped */
    size_t n_passed;
    size_t most_enabled;
    uint64_t decisions;
    uint64_t effect_step; /* latest step that changed anything */
    uint64_t quiet;       /* so many steps without one, and chance decides */
    uint64_t overlong;    /* from this step on it decides now and then */
    uint64_t accesses;
    rdl_tid current; /* took the latest step */
    bool ending;     /* a finding is being recorded: no more scheduling */
    bool undecided;  /* the execution ends while nobody has the turn */
    bool timeless;   /* a wait with a deadline does not end either */
    uint64_t strategy_state[RDL_STRATEGY_STATE / sizeof(uint64_t)];
};

extern struct rdl_sched rdl_sched RDL_HIDDEN;

/* Starts an execution: thread 0 is the caller. */
void rdl_sched_begin(void);
/* In the child of the target's fork, which nobody records: a random walk that
 * depends on where it was forked, not on what the strategy knew. */
void rdl_sched_child(void);
/* It is over, with a finding or without. */
void rdl_sched_end(bool found);

/* Enabled or not; both are idempotent. */
void rdl_sched_enable(struct rdl_thread *t);
void rdl_sched_disable(struct rdl_thread *t);

/* Chooses who steps next and records the step.  Does not return when the
 * execution is over. */
struct rdl_thread *rdl_sched_decide(void);
/* The step that t took last is over: its written value and effect are known
 * now.  Returns whether t spins. */
bool rdl_sched_settle(struct rdl_thread *t);
/* A scheduling point of a plain access, which is noted (observe/sharing.h). */
struct rdl_event *rdl_point_access(enum rdl_op op, const volatile void *addr,
                                   size_t size, uintptr_t pc, unsigned flags);
/* The same of an access that needs no decision: rdl_sharing_private.  Both
 * return the calling thread's event. */
struct rdl_event *rdl_point_private(enum rdl_op op, const volatile void *addr,
                                    size_t size, uintptr_t pc);
/* A scheduling point of an atomic operation or a fence. */
void rdl_point_atomic(enum rdl_op op, const volatile void *addr, size_t size,
                      uintptr_t pc, enum rdl_order order);
/* The compare-exchange just done had no success (rdl_failed), and with that
 * another memory order. */
void rdl_failed_in(enum rdl_order order);
/* Only the written value: to be asked for before its memory goes away. */
void rdl_sched_written(struct rdl_thread *t);
/* The place where t is: of its latest step if it has the turn, otherwise of
 * the step that it has announced. */
uintptr_t rdl_sched_place(const struct rdl_thread *t);

/* wait.c: t begins to wait, and has its turn again. */
void rdl_wait_enter(struct rdl_thread *t, struct rdl_wait *w);
void rdl_wait_leave(struct rdl_thread *t, struct rdl_wait *w);
/* Has it ended for another reason than a signal? */
bool rdl_wait_ended(const struct rdl_wait *w);
/* Lets virtual time reach the next deadline; false if there is none.  idle:
 * nobody can run. */
bool rdl_wait_pass_time(bool idle);
/* Is any wait or timer bound to a deadline? */
bool rdl_wait_timed(void);
void rdl_wait_begin(void);

/* idle.c: nobody can step.  False: nothing can ever happen again. */
bool rdl_idle_happen(void);
/* Does each thread that was left out spin? */
bool rdl_idle_all_spin(void);
/* Nobody does anything but spin: lets something change, if it can. */
void rdl_idle_change(void);

/* observe/log.c */
void rdl_log_begin(void);
/* Thread `e->tid` takes the step `e`. */
void rdl_log_step(const struct rdl_event *e);
/* Something that is no step but must be equal too. */
void rdl_log_mix(uint64_t value);
uint64_t rdl_log_hash(void);
uint64_t rdl_log_switches(void);
bool rdl_log_replays(void);
/* The thread that takes the next step of the recorded execution.  Ends the
 * execution as diverged if it cannot. */
rdl_tid rdl_log_expected(void);
/* The next step's n-th choice as recorded (0 unless another was taken). */
unsigned rdl_log_expected_choice(enum rdl_choice_kind kind, unsigned n);
void rdl_log_choice(enum rdl_choice_kind kind, unsigned value);
/* The execution ends: is a replay complete? */
void rdl_log_end(void);
_Noreturn void rdl_log_diverged(const char *why);

/* observe/names.c: stable names for addresses, as hashes.  The event hash
 * uses them, so that it is equal wherever memory lies. */
void rdl_names_begin(void *main_frame);
/* Code has gone away: another may come in its place. */
void rdl_names_forget(void);
uint64_t rdl_name_of_data(uintptr_t addr);
/* Does addr lie above main's frame: arguments, environment, the loader's? */
bool rdl_name_is_initial(uintptr_t addr);
/* Values enter the hash unless they look like pointers. */
static inline bool rdl_looks_like_pointer(uint64_t value)
{
    return value >> 32 != 0 && value >> 47 == 0;
}

/* observe/modules.c */
void rdl_modules_begin(const char *program_path);
/* Libraries have been unloaded: looks all up anew. */
void rdl_modules_forget(void);
/* What is loaded where, filled as it is met. */
const struct rdl_module *rdl_module_of(uintptr_t addr);
/* A thread steps in it. */
void rdl_module_runs(const struct rdl_module *m);
/* The one that holds addr has handed over its hooks. */
void rdl_module_hooked(uintptr_t addr);
/* Hash of the module's base name. */
uint64_t rdl_module_name(const struct rdl_module *m);
/* Does addr lie in a module whose base name begins so? */
bool rdl_module_is(uintptr_t addr, const char *name);

/* start/start.c: handlers, timer and dispatch, once for the process; before the
 * first execution. */
void rdl_establish(void);
/* start/start.c: calls main.  thread.c: calls a thread's function.  The
 * outermost frames of every stack. */
__attribute__((noinline)) int rdl_start_main(int argc, char **argv,
                                             char **envp);
void rdl_thread_entry(void);

/* thread.c */
void rdl_thread_main(void);          /* the caller becomes thread 0 */
uint32_t rdl_thread_count(void);     /* created in this execution */
void rdl_thread_forget_others(void); /* in the child of a fork */

/* observe/stacks.c: replaces the views' frames by what the unwinder finds,
 * which also sees code without hooks. */
void rdl_stacks_walk(struct rdl_finding *f);
/* t was resumed only to walk its own stack; does not return. */
_Noreturn void rdl_stacks_show(struct rdl_thread *t);
/* There is too little left of t's stack for the step at pc. */
void rdl_stacks_overflow(struct rdl_thread *t, uintptr_t pc);

/* finish.c */
#define RDL_EXIT_FOUND 1 /* status of a process that ended with a finding */
/* The outcome for the driver, of an execution that ends here. */
void rdl_finish_write(enum rdl_state state, int status);

/* donor.c: the donor of a slot, made on first use, its TLS as new. */
struct rdl_donor *rdl_donor_get(rdl_tid slot);
/* A stack for that slot, larger than its donor's; NULL: no memory. */
char *rdl_donor_large_stack(rdl_tid slot, size_t size);
void rdl_donor_main(void); /* slot 0 is the thread that runs main */
/* The slot whose stack or TLS holds addr, -1 if none. */
int rdl_donor_slot(uintptr_t addr);
/* For the rewind: donors for slots 1..n; the highest slot that has one; none
 * above n any more; what was used of their stacks is as new; is addr on one of
 * their stacks? */
void rdl_donor_pool(size_t n);
/* Folds what does not change of the first n into `sum`. */
uint64_t rdl_donor_checksum(uint64_t sum, size_t n);
#define RDL_DONOR_POOL 4 /* at first */
size_t rdl_donor_high(void);
void rdl_donor_drop(size_t n);
void rdl_donor_clean(void);
bool rdl_donor_holds(uintptr_t addr);

#endif
