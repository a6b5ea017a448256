/* queue.c - signals that are pending for a thread or for the process, until a
 * thread takes them.
 *
 * If several threads could take a signal for the whole process, the lowest one
 * does, as the kernel prefers thread 0. */
#include "runtime/signals/kernel_handlers.h"

#include "runtime/syscalls/dispatch.h"
#include "runtime/core/persistent.h"
#include "runtime/explore/exploring.h"
#include "runtime/machine/raw.h"
#include "runtime/sched/family.h"
#include "runtime/signals/needs.h"

#include <errno.h>
#include <string.h>
#include <sys/syscall.h>

#define FIRST_QUEUED 32 /* from here on signals queue instead of merging */
#define QUEUE 256

static struct rdl_sent queue[QUEUE];
static size_t n_queue; /* number of entries ever used */
static uint64_t last_order;
static uint64_t process_pending;

char rdl_signals_object;

RDL_KEEP_USED(queue, n_queue);

/* The signals that t would take now if they were pending. */
static uint64_t queue_wanted(const struct rdl_thread *t)
{
    return ~rdl_signals_of(t)->mask | rdl_signals_of(t)->awaited;
}

static struct rdl_thread *queue_receiver(int signo)
{
    for (size_t i = 0; i < rdl_thread_limit(); i++) {
        struct rdl_thread *t = rdl_thread_at((rdl_tid)i);

        if (t->live && (queue_wanted(t) & RDL_SIGNAL_BIT(signo)) != 0)
            return t;
    }
    return NULL;
}

int rdl_signal_due(const struct rdl_thread *t)
{
    uint64_t set = (rdl_signals_of(t)->pending | process_pending) &
                   ~rdl_signals_of(t)->mask & ~rdl_signals_of(t)->awaited;

    while (set != 0) {
        int signo = __builtin_ctzll(set) + 1;

        if (rdl_signals_disposition(signo) != RDL_IGNORED)
            return 1;
        set &= set - 1;
    }
    return 0;
}

void rdl_signals_alert(struct rdl_thread *t)
{
    if (!rdl_signal_due(t))
        return;
    t->attention = true;
    if (t->wait != NULL) {
        t->wait->interrupted = true;
        rdl_changed(t->wait->object);
    }
}

/* --- Sending -------------------------------------------------------------- */

static struct rdl_sent *queue_free_slot(void)
{
    for (size_t i = 0; i < n_queue; i++) {
        if (queue[i].order == 0)
            return &queue[i];
    }
    return n_queue < QUEUE ? &queue[n_queue++] : NULL;
}

/* Does the signal act on `to` at once, or does it stay pending? */
static bool queue_acts(const struct rdl_thread *to, int signo)
{
    uint64_t bit = RDL_SIGNAL_BIT(signo);

    return (bit & RDL_UNBLOCKABLE) != 0 ||
           (to != NULL && (rdl_signals_of(to)->mask & bit) == 0);
}

bool rdl_signals_deadly(const struct rdl_thread *t, int signo)
{
    return signo > 0 && signo <= RDL_SIGNAL_MAX &&
           rdl_signals_disposition(signo) == RDL_ENDS &&
           queue_acts(t != NULL ? t : queue_receiver(signo), signo);
}

int rdl_signals_post(struct rdl_thread *t, const siginfo_t *info, bool outside)
{
    int signo = info->si_signo;
    uint64_t bit = RDL_SIGNAL_BIT(signo);
    uint64_t *pending =
        t != NULL ? &rdl_signals_of(t)->pending : &process_pending;
    struct rdl_thread *to = t != NULL ? t : queue_receiver(signo);
    struct rdl_sent *slot;

    if (queue_acts(to, signo)) {
        switch (rdl_signals_disposition(signo)) {
        case RDL_IGNORED:
            return 0;
        case RDL_STOPS:
            rdl_raw(SYS_kill, rdl_raw(SYS_getpid), SIGSTOP);
            return 0;
        case RDL_ENDS:
            rdl_signals_die(signo, info, 0, outside);
        case RDL_HANDLED:
            break;
        }
    }
    if (signo < FIRST_QUEUED && (*pending & bit) != 0)
        return 0;
    if (unlikely(rdl_exploring))
        rdl_signals_explored(t, signo);
    if ((to == NULL || (queue_wanted(to) & bit) == 0) &&
        rdl_signals_to_descriptor(info)) {
        if (unlikely(rdl_exploring))
            rdl_exploring_signal_unknown();
        return 0;
    }
    slot = queue_free_slot();
    if (slot == NULL && unlikely(rdl_exploring))
        rdl_exploring_signal_unknown();
    if (slot == NULL)
        return -EAGAIN;
    *slot = (struct rdl_sent){
        .info = *info,
        .order = ++last_order,
        .tid = t != NULL ? t->tid : RDL_NO_TID,
        .outside = outside,
    };
    *pending |= bit;
    if (to != NULL)
        rdl_signals_alert(to);
    rdl_changed(&rdl_signals_object);
    return 0;
}

int rdl_signals_send(struct rdl_thread *t, const siginfo_t *info)
{
    return rdl_signals_post(t, info, /*outside=*/false);
}

void rdl_signals_send_process(int signo, int code)
{
    siginfo_t info;

    memset(&info, 0, sizeof(info));
    info.si_signo = signo;
    info.si_code = code;
    rdl_signals_send(NULL, &info);
}

/* --- Taking --------------------------------------------------------------- */

static struct rdl_sent *queue_earliest(int signo, rdl_tid tid)
{
    struct rdl_sent *best = NULL;

    for (size_t i = 0; i < n_queue; i++) {
        struct rdl_sent *s = &queue[i];

        if (s->order != 0 && s->tid == tid && s->info.si_signo == signo &&
            (best == NULL || s->order < best->order))
            best = s;
    }
    return best;
}

static bool queue_take_from(uint64_t *pending, rdl_tid tid, uint64_t set,
                            struct rdl_sent *out)
{
    struct rdl_sent *s;
    int signo;

    if ((*pending & set) == 0)
        return false;
    signo = __builtin_ctzll(*pending & set) + 1;
    s = queue_earliest(signo, tid);
    ASSERT(s != NULL);
    *out = *s;
    s->order = 0;
    if (queue_earliest(signo, tid) == NULL)
        *pending &= ~RDL_SIGNAL_BIT(signo);
    return true;
}

/* The thread's own signals precede the process's, then the lowest number. */
bool rdl_signals_take_sent(struct rdl_thread *t, uint64_t set,
                           struct rdl_sent *out)
{
    bool any = queue_take_from(&rdl_signals_of(t)->pending, t->tid, set, out) ||
               queue_take_from(&process_pending, RDL_NO_TID, set, out);

    if (any)
        rdl_changed(&rdl_signals_object);
    return any;
}

bool rdl_signals_take(struct rdl_thread *t, uint64_t set, siginfo_t *info)
{
    struct rdl_sent s;

    if (!rdl_signals_take_sent(t, set, &s))
        return false;
    *info = s.info;
    return true;
}

bool rdl_signals_awaited(const struct rdl_thread *t, uint64_t set)
{
    return ((rdl_signals_of(t)->pending | process_pending) & set) != 0;
}

uint64_t rdl_signals_of_process(void)
{
    return process_pending;
}

uint64_t rdl_signals_pending(const struct rdl_thread *t)
{
    return (rdl_signals_of(t)->pending | process_pending) &
           rdl_signals_of(t)->mask;
}

void rdl_signals_discard(int signo)
{
    uint64_t bit = RDL_SIGNAL_BIT(signo);

    for (size_t i = 0; i < n_queue; i++) {
        if (queue[i].order != 0 && queue[i].info.si_signo == signo)
            queue[i].order = 0;
    }
    process_pending &= ~bit;
    for (size_t i = 0; i < rdl_thread_limit(); i++)
        rdl_signals_of(rdl_thread_at((rdl_tid)i))->pending &= ~bit;
}

/* POSIX: nothing is pending in a new process. */
static void queue_forked(void)
{
    memset(queue, 0, sizeof(queue));
    process_pending = 0;
    rdl_signals_of(rdl_self)->pending = 0;
    rdl_signals_outside_forked();
}

static void queue_thread_ended(struct rdl_thread *t)
{
    for (size_t i = 0; i < n_queue; i++) {
        if (queue[i].order != 0 && queue[i].tid == t->tid)
            queue[i].order = 0;
    }
    rdl_signals_of(t)->pending = 0;
    rdl_dispatch_thread_ends(t);
    rdl_signals_retarget(process_pending);
}

/* The thread that was to take these signals of the process will not. */
void rdl_signals_retarget(uint64_t set)
{
    for (set &= process_pending; set != 0; set &= set - 1) {
        struct rdl_thread *t = queue_receiver(__builtin_ctzll(set) + 1);

        if (t != NULL)
            rdl_signals_alert(t);
    }
}

/* POSIX: the mask is inherited. */
static void queue_thread_new(struct rdl_thread *t)
{
    rdl_signals_of(t)->mask = rdl_signals_of(rdl_self)->mask;
}

const struct rdl_family rdl_family_signals = {
    .thread_new = queue_thread_new,
    .thread_ended = queue_thread_ended,
    .kernel_thread = rdl_signals_thread_init,
    .forked = queue_forked,
    .exec_begins = rdl_signals_expose,
    .exec_failed = rdl_signals_hide,
};
