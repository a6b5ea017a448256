/* prctl.c - prctl(), and the signal that a thread gets when its parent ends.
 *
 * raddle uses the real PR_SET_PDEATHSIG: nothing under test outlives the
 * driver. So the target's is virtual, per thread and unset at first, as in the
 * kernel; it never arrives, because what ends the driver ends the target too.
 * The target's own children have the kernel's. */
#include "runtime/machine/raw.h"
#include "runtime/rewind/image/image.h"
#include "runtime/syscalls/syscalls.h"
#include "runtime/core/thread.h"

#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

RDL_REAL(int, prctl, int, unsigned long, unsigned long, unsigned long,
         unsigned long);

static long main_thread; /* of the process that the driver started */
static int main_signal;  /* constructors may set it */

__attribute__((constructor(101))) static void prctl_loaded(void)
{
    main_thread = rdl_raw(SYS_gettid);
}

static bool prctl_is_death_signal(long option)
{
    return option == PR_GET_PDEATHSIG || option == PR_SET_PDEATHSIG;
}

static long prctl_death_signal(const long arg[6])
{
    int *own = rdl_active && rdl_self->tid != 0 ? &rdl_self->death_signal
                                                : &main_signal;
    long result;

    if (arg[0] == PR_SET_PDEATHSIG) {
        if ((unsigned long)arg[1] >= NSIG)
            return -EINVAL;
        *own = (int)arg[1];
        return 0;
    }
    /* Stores raddle's value first, so that the kernel checks the address. */
    result = rdl_image_call(SYS_prctl, arg);
    if (result == 0)
        *(int *)arg[1] = *own;
    return result;
}

bool rdl_syscalls_prctl(const struct rdl_syscall *call, long *result)
{
    if (call->number != SYS_prctl || !prctl_is_death_signal(call->arg[0]) ||
        rdl_child)
        return false;
    *result = prctl_death_signal(call->arg);
    return true;
}

/* Nothing is under control yet, or ever (noise.h): of all threads and children
 * only this one has raddle's. */
static bool prctl_has_ours(void)
{
    return rdl_shared != NULL && !rdl_active &&
           rdl_raw(SYS_gettid) == main_thread;
}

RDL_EXPORT int prctl(int option, ...)
{
    unsigned long a[4];
    va_list list;

    va_start(list, option);
    for (int i = 0; i < 4; i++)
        a[i] = va_arg(list, unsigned long);
    va_end(list);
    if (prctl_is_death_signal(option) && prctl_has_ours())
        return (int)rdl_answer(
            prctl_death_signal((const long[6]){ option, (long)a[0] }));
    if (!rdl_controlled())
        return REAL(prctl)(option, a[0], a[1], a[2], a[3]);
    return (int)RDL_SYSCALL(SYS_prctl, option, (long)a[0], (long)a[1],
                            (long)a[2], (long)a[3]);
}
