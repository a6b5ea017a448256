/* rewind.c - the loop that runs executions in place; see rewind.h.
 *
 * The process is at main when the driver asks for this.  It switches to a stack
 * of its own and takes the snapshot there, so that main's stack, with the
 * registers that the switch saved on it, is part of it.  Then it switches back
 * for the first execution.  Wherever that ends, on any stack, in any handler,
 * control returns to the loop and abandons the stack it left.  The loop
 * restores everything only when the next execution is about to begin: until
 * then the driver can look at what the last one left. */
#include "runtime/rewind/rewind.h"

#include "runtime/core/address_space.h"
#include "runtime/core/persistent.h"
#include "runtime/machine/raw.h"
#include "runtime/machine/switch.h"
#include "runtime/rewind/image/image.h"
#include "runtime/core/runtime_memory.h"
#include "runtime/rewind/snapshot.h"
#include "runtime/rewind/statics.h"
#include "runtime/syscalls/syscalls.h"
#include "runtime/core/control.h"
#include "runtime/core/donor.h"
#include "runtime/core/engine.h"
#include "runtime/observe/isolation.h"
#include "runtime/observe/coverage.h"
#include "runtime/observe/names.h"
#include "runtime/sched/family.h"

#include "base/text.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>

#define LOOP_STACK (UINT64_C(256) << 10)
/* How many executions pass between two checks of the image for a wild write of
 * the target. */
#define CHECK_EVERY 1024
#define DIGITS_OF(number) #number
#define DIGITS(macro) DIGITS_OF(macro)
#define CHECK_DIGITS DIGITS(CHECK_EVERY)

static int control;
static char *stack_top;
static struct rdl_context main_context; /* the call of main */
static size_t pool = RDL_DONOR_POOL;    /* doubles when a program needs more */
/* In earlier executions of the batch. */
static uint32_t notes_before, warnings_before;
static uint64_t since_check;
static uint64_t checksum;

RDL_PERSISTENT(control);
RDL_PERSISTENT(stack_top);
RDL_PERSISTENT(main_context);
RDL_PERSISTENT_HERE(pool);
RDL_PERSISTENT(notes_before);
RDL_PERSISTENT(warnings_before);
RDL_PERSISTENT(since_check);
RDL_PERSISTENT(checksum);

/* --- The driver ------------------------------------------------------------
 */

static void rewind_say_done(void)
{
    const char byte = RDL_SAY_DONE;

    rdl_raw(SYS_write, control, &byte, 1);
}

static void rewind_await_request(void)
{
    char ask = 0;
    long n;

    do
        n = rdl_raw(SYS_read, control, &ask, 1);
    while (n == -EINTR);
    if (n != 1 || ask != RDL_ASK_LOOP)
        rdl_raw(SYS_exit_group, 0);
}

static void rewind_count(void)
{
    const struct rdl_outcome *o = &rdl_shared->outcome;

    /* The driver counts the coverage of all others: it sees each of them, and
     * knows which failed. */
    if (o->state == RDL_EXITED || o->state == RDL_CUT)
        rdl_observe_coverage_count();
    /* Otherwise another process has to repeat it. */
    if (o->state != RDL_UNABLE)
        rdl_tally_add(rdl_shared, o->state == RDL_CUT);
}

/* Must the driver see this execution before the next one? */
static bool rewind_batch_over(void)
{
    const struct rdl_shared *s = rdl_shared;
    uint32_t state = s->outcome.state;

    return (state != RDL_EXITED && state != RDL_CUT) ||
           s->n_notes != notes_before || s->warnings.n != warnings_before ||
           s->meets.what[0] != '\0' || s->worn != 0 ||
           s->fall.level != RDL_ISOLATION_REWIND ||
           s->tally.executions >= s->config.batch || s->outcome.explored != 0 ||
           __atomic_load_n(&s->stop, __ATOMIC_RELAXED) != 0;
}

/* --- The loop --------------------------------------------------------------
 */

/* A checksum of what a restore uses.  The copies are read-only, but the tables
 * that locate them are not. */
static uint64_t rewind_sum_all(void)
{
    return rdl_donor_checksum(rdl_statics_checksum(rdl_image_checksum()), pool);
}

static void rewind_take_snapshot(void)
{
    const char *trouble;

    rdl_donor_pool(pool);
    trouble = rdl_snapshot_save(main_context.sp, main_context.fs);
    if (trouble != NULL)
        rdl_rewind_cannot(RDL_ISOLATION_FORK, trouble, 0);
    checksum = rewind_sum_all();
}

static _Noreturn void rewind_resume_main(void)
{
    struct rdl_context unused;

    /* The switch restores the control words, but not the raised exceptions or
     * what a jump left on the x87 stack. */
    __asm__ volatile("fninit");
    rdl_switch_best()(&unused, &main_context);
    __builtin_unreachable();
}

/* A wild write may have hit the data that a restore uses.  Then the driver goes
 * on with another process: this one cannot know what is right. */
static void rewind_check(void)
{
    if (++since_check < CHECK_EVERY)
        return;
    since_check = 0;
    if (rewind_sum_all() == checksum)
        return;
    rdl_shared->worn = 1;
    rdl_note(RDL_NOTE_COPY_DAMAGED,
             "the program wrote through a wild pointer into raddle's copy of "
             "its memory: some of the " CHECK_DIGITS
             " executions before that may have begun in a wrong state; raddle "
             "went on in a new process",
             0);
}

static void rewind_bring_back(void)
{
    size_t needed = rdl_donor_high();

    if (needed <= pool) {
        rdl_snapshot_restore();
        return;
    }
    /* Donors created in an execution belong to it, because the C library's
     * record of them is rewound: the next snapshot has enough donors. */
    rdl_donor_drop(pool);
    rdl_snapshot_restore();
    while (pool < needed)
        pool *= 2;
    if (pool >= RDL_MAX_THREADS)
        pool = RDL_MAX_THREADS - 1;
    rewind_take_snapshot();
}

/* Into the tally of the request that runs the next execution. */
static void rewind_count_restored(void)
{
    uint64_t pages, bytes;

    rdl_image_restored(&pages, &bytes);
    rdl_shared->tally.restored_pages += pages;
    rdl_shared->tally.restored_bytes += bytes;
}

/* Starts the next execution.  If the restore failed, runs nothing; the driver
 * asks another process. */
static _Noreturn void rewind_go_on(void)
{
    if (rdl_shared->fall.level != RDL_ISOLATION_REWIND) {
        rdl_shared->outcome.state = RDL_UNABLE;
        rewind_say_done();
        rewind_await_request();
    }
    rewind_resume_main();
}

/* On the loop's stack: the execution is over. */
static void rewind_after(void)
{
    rdl_active = false;
    rdl_dispatch_begin();
    rewind_count();
    rewind_check();
    if (rewind_batch_over()) {
        rewind_say_done();
        rewind_await_request();
    }
    notes_before = rdl_shared->n_notes;
    warnings_before = rdl_shared->warnings.n;
    rewind_bring_back();
    rewind_count_restored();
    rewind_go_on();
}

static void rewind_first(void)
{
    rewind_take_snapshot();
    rewind_go_on();
}

/* Runs with main's FS base: the donor of the thread that ended the execution
 * may be removed before the next one begins. */
static _Noreturn void rewind_over(void)
{
    const uint64_t none = 0;
    struct rdl_context unused, loop = { .fs = main_context.fs };

    /* In a handler on the runtime's own stack its signal is still blocked. */
    if (rdl_runtime_memory_holds((uintptr_t)__builtin_frame_address(0)))
        rdl_raw(SYS_rt_sigprocmask, SIG_SETMASK, &none, NULL, sizeof(none));
    rdl_switch_prepare(&loop, stack_top, rewind_after);
    rdl_switch_best()(&unused, &loop);
    __builtin_unreachable();
}

void rdl_rewind_serve(int fd, void (*establish)(void))
{
    struct rdl_context loop = { .fs = rdl_fs_base() };
    char *stack;

    control = fd;
    rdl_rewinds = true;
    rdl_isolation_now = RDL_ISOLATION_REWIND;
    establish();
    rdl_names_forget();  /* looked up before the program's name was known */
    rdl_reals_resolve(); /* in libraries that constructors have loaded */
    if (strcmp(rdl_shared->config.engine, rdl_engine_fiber.name) != 0)
        rdl_rewind_cannot(RDL_ISOLATION_FORK,
                          "threads on kernel threads cannot be rewound", 0);
    if (!rdl_dispatch_armed())
        rdl_rewind_cannot(RDL_ISOLATION_FORK,
                          "the kernel has no Syscall User Dispatch", 0);
    stack = rdl_address_space_map(LOOP_STACK);
    stack_top = stack + LOOP_STACK;
    main_context.fs = rdl_fs_base();
    rdl_switch_prepare(&loop, stack_top, rewind_first);
    rdl_switch_best()(&main_context, &loop);
}

static void rewind_execution_ends(void)
{
    if (rdl_rewinds)
        rewind_over();
}

const struct rdl_family rdl_family_rewind = {
    .execution_ends = rewind_execution_ends,
};
