/* shared_memory.c - see shared_memory.h.
 *
 * The kernel copies in both directions: a file may be shorter than its mapping,
 * or become shorter.  The kernel then returns an error where an access by the
 * runtime would raise SIGBUS. */
#include "runtime/rewind/shared_memory.h"

#include "runtime/core/interceptor.h"
#include "runtime/core/persistent.h"
#include "runtime/machine/raw.h"
#include "runtime/rewind/main_maps.h"
#include "runtime/core/runtime_memory.h"
#include "runtime/core/restorer.h"
#include "runtime/observe/isolation.h"

#include <errno.h>
#include <sys/syscall.h>
#include <sys/uio.h>

#define MAX_KEPT 64
/* Writing this much back takes 0.2 ms; a new process takes 1 ms. */
#define MOST_TEXT "4 MiB"
#define MOST_BYTES (UINT64_C(4) << 20)

static struct kept {
    void *start, *copy;
    size_t size; /* the part that can be read */
} kept[MAX_KEPT];
static size_t n_kept;
static const char *trouble; /* why it cannot be restored */
static bool lasts;          /* some of it outlives the process */

RDL_PERSISTENT(kept);
RDL_PERSISTENT(n_kept);
RDL_PERSISTENT(trouble);
RDL_PERSISTENT(lasts);

static long shared_memory_transfer(long call, const struct kept *k)
{
    const struct iovec copy = { k->copy, k->size };
    const struct iovec here = { k->start, k->size };

    return rdl_raw(call, rdl_raw(SYS_getpid), &copy, 1, &here, 1, 0);
}

static const char *shared_memory_keep(const struct rdl_map *m, size_t *total)
{
    struct kept k = { .start = (void *)m->start, .size = m->end - m->start };
    long got;

    if (m->device)
        return "it has a device mapped since before main";
    if (n_kept == MAX_KEPT || (*total += k.size) > MOST_BYTES)
        return "it has more than " MOST_TEXT " of shared memory from before "
               "main";
    k.copy = rdl_runtime_memory_map(k.size);
    if (k.copy == NULL)
        return "there is no memory for a copy of its own";
    got = shared_memory_transfer(SYS_process_vm_readv, &k);
    if (got < 0 && got != -EFAULT)
        return "the kernel refuses to copy shared memory (process_vm_readv)";
    rdl_runtime_memory_seal(k.copy, k.size);
    k.size = got > 0 ? (size_t)got : 0;
    kept[n_kept++] = k;
    lasts |= m->lasts;
    return NULL;
}

void rdl_shared_memory_copy(void)
{
    size_t total = 0;

    rdl_main_maps_read();
    for (size_t i = 0; i < rdl_main_maps() && trouble == NULL; i++) {
        const struct rdl_map *m = rdl_main_map(i);

        if (m->shared && rdl_main_map_writable(m))
            trouble = shared_memory_keep(m, &total);
    }
}

static void shared_memory_save(void)
{
    if (trouble != NULL)
        rdl_rewind_cannot(RDL_ISOLATION_EXEC, trouble, 0);
    if (lasts)
        rdl_rewind_persists("the file or segment that it has mapped, shared "
                            "and writable, since before main",
                            0);
}

static void shared_memory_leave(void)
{
    for (size_t i = 0; i < n_kept; i++) {
        if (kept[i].size > 0 &&
            shared_memory_transfer(SYS_process_vm_writev, &kept[i]) !=
                (long)kept[i].size)
            rdl_rewind_cannot(RDL_ISOLATION_EXEC,
                              "shared memory from before main has become "
                              "smaller",
                              0);
    }
}

void rdl_shared_memory_unshare(void)
{
    shared_memory_save();
    shared_memory_leave();
}

const struct rdl_restorer rdl_restorer_shared_memory = {
    .name = "shared_memory",
    .save = shared_memory_save,
    .leave = shared_memory_leave,
};
