/* thread.c - the table of virtual threads. */
#include "runtime/core/thread.h"

#include "runtime/core/persistent.h"

struct rdl_thread rdl_threads[RDL_MAX_THREADS];
size_t rdl_threads_limit = 1;
size_t rdl_n_held;
char *rdl_aside;

RDL_PERSISTENT(rdl_threads); /* rdl_thread_main, rdl_thread_new */

struct rdl_thread *rdl_thread_of(uintptr_t handle)
{
    int slot = rdl_donor_slot(handle);
    struct rdl_thread *t;

    if (slot < 0 || (size_t)slot >= rdl_threads_limit)
        return NULL;
    t = &rdl_threads[slot];
    return t->used && rdl_thread_handle(t) == handle ? t : NULL;
}

static bool has_foreign;

void rdl_thread_foreign(void)
{
    has_foreign = true;
}

struct rdl_thread *rdl_thread_given(uintptr_t handle, uintptr_t pc)
{
    struct rdl_thread *t = rdl_thread_of(handle);

    if (t == NULL && !has_foreign)
        rdl_misuse(RDL_NO_THREAD, "thread", (void *)handle, pc);
    return t;
}
