/* snapshot.c - see snapshot.h. */
#include "runtime/rewind/snapshot.h"

#include "runtime/heap/heap.h"
#include "runtime/core/persistent.h"
#include "runtime/rewind/image/image.h"
#include "runtime/rewind/image/page_write.h"
#include "runtime/rewind/main_maps.h"
#include "runtime/core/runtime_memory.h"
#include "runtime/core/restorer.h"
#include "runtime/rewind/statics.h"
#include "runtime/machine/glibc.h"
#include "runtime/machine/page.h"
#include "runtime/machine/raw.h"
#include "runtime/machine/switch.h"
#include "runtime/core/control.h"
#include "runtime/core/donor.h"
#include "runtime/core/note.h"

#include <sys/syscall.h>

#define RESTORER(name) extern const struct rdl_restorer rdl_restorer_##name;
#include "runtime/rewind/list.h"
#undef RESTORER

#define RESTORER(name) &rdl_restorer_##name,
static const struct rdl_restorer *const parts[] = {
#include "runtime/rewind/list.h"
    NULL
};
#undef RESTORER

/* main's stack: the snapshot copies what lies above; what lies below is cleared
 * when main is called. */
static char *stack_at;
static char *rseq; /* NULL: the C library has not registered it */

RDL_PERSISTENT(stack_at);
RDL_PERSISTENT(rseq);

static void snapshot_add_range(void *start, size_t size)
{
    rdl_image_add(start, size, false);
}

static void snapshot_add_pages(uintptr_t start, uintptr_t end)
{
    if (start < end)
        rdl_image_add((void *)start, end - start, false);
}

/* Decides what to do with one mapping of the process. */
static void snapshot_add_mapping(const struct rdl_map *m)
{
    uintptr_t from, to;

    if (m->shared || !rdl_main_map_writable(m))
        return;
    if (m->start <= (uintptr_t)stack_at && (uintptr_t)stack_at < m->end) {
        rdl_image_add(stack_at, m->end - (uintptr_t)stack_at, true);
        return;
    }
    if (rdl_heap_holds(m->start) || rdl_donor_holds(m->start))
        return;
    /* The kernel merges our .bss with adjacent anonymous memory into one
     * mapping: with main's thread-local storage, for example. */
    rdl_statics_range(&from, &to);
    from = rdl_page_down(from);
    to = rdl_page_up(to);
    snapshot_add_pages(m->start, m->end < from ? m->end : from);
    snapshot_add_pages(m->start > to ? m->start : to, m->end);
}

const char *rdl_snapshot_save(void *main_sp, uintptr_t main_fs)
{
    const char *trouble;

    stack_at = main_sp;
    rseq = rdl_glibc_rseq(main_fs);
    rdl_page_write_begin((rdl_shared->config.flags & RDL_CFG_NO_AVX2) == 0);
    rdl_image_begin();
    for (size_t i = 0; parts[i] != NULL; i++) {
        if (parts[i]->save != NULL)
            parts[i]->save();
    }
    for (size_t i = 0; i < rdl_main_maps(); i++)
        snapshot_add_mapping(rdl_main_map(i));
    rdl_heap_ranges(snapshot_add_range);
    if (rseq != NULL)
        rdl_image_add(rseq, RDL_RSEQ_SIZE, true);
    rdl_statics_save();
    trouble = rdl_image_save(rdl_shared->config.tracker);
    /* Last: what the runtime maps from here on belongs to the execution. */
    rdl_restorer_own.save();
    return trouble;
}

/* --check-rewind: whether the tracker missed a page. */
static void snapshot_check(void)
{
    if (rdl_image_differs(rseq, rseq != NULL ? RDL_RSEQ_SIZE : 0) != NULL)
        rdl_panic(__FILE__, __LINE__, "memory is not as it was at main");
}

void rdl_snapshot_restore(void)
{
    rdl_statics_leave();
    for (size_t i = 0; parts[i] != NULL; i++) {
        if (parts[i]->leave != NULL)
            parts[i]->leave();
    }
    /* Not before: the target may have put guard pages into its stacks. */
    rdl_donor_clean();
    rdl_restorer_own.leave();
    rdl_image_restore();
    if ((rdl_shared->config.flags & RDL_CFG_CHECK_REWIND) != 0)
        snapshot_check();
    rdl_statics_arrive();
    for (size_t i = 0; parts[i] != NULL; i++) {
        if (parts[i]->arrive != NULL)
            parts[i]->arrive();
    }
}
