/* names.c - names of threads: pthread_setname_np and prctl.
 *
 * The runtime stores them, because the kernel knows only one thread; findings
 * show them.  A thread starts with the name of its creator, as in the
 * kernel. */
#include "runtime/core/thread.h"

#include "base/text.h"
#include "runtime/machine/raw.h"
#include "runtime/syscalls/syscalls.h"
#include "runtime/syscalls/unprotect.h"

#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

RDL_REAL(int, pthread_setname_np, pthread_t, const char *);
RDL_REAL(int, pthread_getname_np, pthread_t, char *, size_t);

#define NAME_SIZE sizeof(rdl_self->name) /* TASK_COMM_LEN of the kernel */

/* The live thread; announces a read or a change of it.  NULL if it does not
 * exist. */
static struct rdl_thread *names_visit(uintptr_t handle, uintptr_t pc)
{
    struct rdl_thread *t;

    rdl_point(RDL_OP_SYSCALL, (void *)handle, NAME_SIZE, pc);
    t = rdl_thread_given(handle, pc);
    return t != NULL && t->live ? t : NULL;
}

/* A thread without a name of its own has the program's name. */
static long names_get_name(const struct rdl_thread *t, char *name)
{
    if (t->name[0] == '\0')
        return RDL_PASS(SYS_prctl, PR_GET_NAME, (long)name);
    memcpy(name, t->name, NAME_SIZE);
    return 0;
}

RDL_EXPORT int pthread_setname_np(pthread_t handle, const char *name)
{
    struct rdl_thread *t;

    if (!rdl_controlled())
        return REAL(pthread_setname_np)(handle, name);
    if (strlen(name) >= NAME_SIZE)
        return ERANGE;
    t = names_visit(handle, RDL_PC);
    rdl_call_scans(name, strlen(name) + 1, /*writes=*/false, RDL_PC);
    if (t == NULL)
        return ESRCH;
    if (strlen(name) >= NAME_SIZE) /* another thread has changed it */
        return ERANGE;
    strcpy(t->name, name);
    return 0;
}

RDL_EXPORT int pthread_getname_np(pthread_t handle, char *name, size_t size)
{
    struct rdl_thread *t;

    if (!rdl_controlled())
        return REAL(pthread_getname_np)(handle, name, size);
    if (size < NAME_SIZE)
        return ERANGE;
    t = names_visit(handle, RDL_PC);
    if (t == NULL)
        return ESRCH;
    rdl_call_touches(name, NAME_SIZE, /*writes=*/true);
    return (int)-names_get_name(t, name);
}

bool rdl_syscalls_thread_names(const struct rdl_syscall *call, long *result)
{
    long option = call->arg[0];

    if (call->number != SYS_prctl ||
        (option != PR_SET_NAME && option != PR_GET_NAME))
        return false;
    names_visit(rdl_thread_handle(rdl_self), call->pc);
    *result = 0;
    if (option == PR_SET_NAME) /* a longer one is truncated */
        rdl_text_copy(rdl_self->name, (const char *)call->arg[1], NAME_SIZE);
    else
        *result = names_get_name(rdl_self, (char *)call->arg[1]);
    return true;
}
