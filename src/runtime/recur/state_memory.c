/* state_memory.c - the state of the program's memory: see states.h.
 *
 * A sum over pages, so that neither the order nor the limits of mappings
 * matter.  A page of zeros adds nothing: an anonymous page that was never
 * present reads as zero.  Protection does not matter either, because tracker
 * protect changes it (rewind/image/tracker_protect.c). */
#include "runtime/recur/states.h"

#include "base/hash.h"
#include "runtime/core/guard.h"
#include "runtime/core/persistent.h"
#include "runtime/core/runtime_memory.h"
#include "runtime/heap/heap.h"
#include "runtime/observe/sharing.h"
#include "runtime/rewind/image/maps.h"
#include "runtime/rewind/image/page.h"
#include "runtime/rewind/image/resident.h"

#include <dlfcn.h>
#include <sys/auxv.h>
#include <sys/mman.h>

/* The kernel's clock pages lie before the vDSO. */
#define CLOCK_PAGES (16 * RDL_PAGE)
/* The C library's descriptor of a thread, behind its thread-local storage; the
 * kernel writes there (rseq). */
#define DESCRIPTOR_BYTES 4096

struct sum {
    struct rdl_maps maps;
    struct rdl_resident resident;
    uintptr_t own_start, own_end; /* the runtime's code and variables */
    uintptr_t vdso;
    uint64_t sum, left;
    bool cut; /* not all was looked at */
};

static bool state_is_within(uintptr_t page, uintptr_t start, uintptr_t end)
{
    return page + RDL_PAGE > start && page < end;
}

/* Memory that is not the program's. */
static bool state_skips_map(const struct sum *s, const struct rdl_map *m)
{
    return m->shared || m->stack || (m->protection & PROT_READ) == 0 ||
           (m->protection & PROT_EXEC) != 0 ||
           rdl_runtime_memory_holds(m->start) || rdl_donor_holds(m->start) ||
           m->start - (s->vdso - CLOCK_PAGES) < CLOCK_PAGES ||
           (uintptr_t)rdl_sharing.table - m->start < m->end - m->start ||
           (rdl_heap_holds(m->start) &&
            m->start - rdl_heap_start >= RDL_HEAP_BLOCKS);
}

static bool state_skips_page(const struct sum *s, uintptr_t page)
{
    const struct rdl_donor *main = rdl_thread_at(0)->donor;

    return state_is_within(page, s->own_start, s->own_end) ||
           state_is_within(page, (uintptr_t)main->tls,
                           main->fs + DESCRIPTOR_BYTES);
}

static void state_add_map(struct sum *s, const struct rdl_map *m)
{
    for (uintptr_t page = m->start; page < m->end; page += RDL_PAGE) {
        if (state_skips_page(s, page) ||
            (m->nameless && !rdl_resident_at(&s->resident, page)))
            continue;
        if (s->left == 0) {
            s->cut = true;
            return;
        }
        s->left -= RDL_PAGE;
        if (!rdl_page_zero((const char *)page))
            s->sum += rdl_page_sum(page, (const char *)page);
    }
}

static void state_add_all(void *into)
{
    struct sum *s = into;
    const struct rdl_map *m;

    while ((m = rdl_maps_next(&s->maps)) != NULL && !s->cut) {
        if (!state_skips_map(s, m))
            state_add_map(s, m);
    }
}

bool rdl_state_memory(uint64_t *state)
{
    static struct sum s; /* large */
    RDL_PERSISTENT_HERE(s);
    struct dl_find_object own;
    bool whole;

    if (_dl_find_object((void *)(uintptr_t)rdl_state_memory, &own) != 0)
        return false;
    s.own_start = (uintptr_t)own.dlfo_map_start;
    s.own_end = (uintptr_t)own.dlfo_map_end;
    s.vdso = getauxval(AT_SYSINFO_EHDR);
    s.sum = 0;
    s.left = RDL_STATE_MOST;
    s.cut = false;
    rdl_maps_open(&s.maps);
    rdl_resident_open(&s.resident);
    whole = s.maps.fd >= 0 && s.resident.fd >= 0 &&
            rdl_guard_run(state_add_all, &s) && !s.cut;
    rdl_resident_close(&s.resident);
    rdl_maps_close(&s.maps);
    *state = s.sum;
    return whole;
}
