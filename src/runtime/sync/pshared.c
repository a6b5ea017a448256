/* pshared.c - objects that another process may share: see pshared.h. */
#include "runtime/sync/pshared.h"

#include "runtime/machine/raw.h"
#include "runtime/core/thread.h"
#include "runtime/sched/family.h"

#include <linux/futex.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>

static bool waited; /* some thread has waited for such an object */
static bool found;  /* another process made one before the execution */

void rdl_pshared_waits(void)
{
    waited = true;
}

void rdl_pshared_found(uintptr_t pc)
{
    rdl_note(RDL_NOTE_PERSISTS,
             "a named semaphore existed before the execution: its value "
             "persists between executions",
             pc);
    found = true;
}

void rdl_pshared_one_process(const char *what, uintptr_t pc)
{
    char text[128] = "a process-shared ";

    strncat(text, what, 16);
    strcat(text, " works between the threads of one process only here: "
                 "other processes do not see its waiters");
    rdl_note(RDL_NOTE_PROCESS_SHARED, text, pc);
}

void rdl_pshared_wake(const volatile void *word, int n)
{
    rdl_raw(SYS_futex, word, FUTEX_WAKE, n);
}

static bool pshared_child_lives(void)
{
    siginfo_t info = { .si_pid = 0 };
    long error =
        rdl_raw(SYS_waitid, P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT, NULL);

    return error == 0 && info.si_pid == 0;
}

static bool pshared_outside(void)
{
    return waited && (found || rdl_child || pshared_child_lives());
}

static bool pshared_poll(int ms)
{
    (void)ms;
    if (likely(!waited))
        return false;
    for (size_t i = 0; i < rdl_thread_limit(); i++) {
        struct rdl_thread *t = rdl_thread_at((rdl_tid)i);

        if (t->live && t->wait != NULL && t->wait->ready != NULL &&
            t->wait->ready(t->wait)) {
            rdl_note(RDL_NOTE_PROCESS_SHARED,
                     "another process ended a wait; its steps are not "
                     "controlled, and a replay may differ",
                     0);
            rdl_changed(t->wait->object);
            return true;
        }
    }
    return false;
}

const struct rdl_family rdl_family_pshared = {
    .outside = pshared_outside,
    .poll = pshared_poll,
};
