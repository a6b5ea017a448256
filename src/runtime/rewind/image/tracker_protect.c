/* tracker_protect.c - makes pages read-only until a write to them faults.
 *
 * Works on every kernel.  rdl_image_fault handles the fault.  A write by the
 * kernel does not fault but returns EFAULT, hence rdl_image_touch and
 * rdl_image_open. Each open page between protected ones costs two of the 65,530
 * mappings that a process may have (vm.max_map_count); beyond that the calls
 * fail and the image manages with more open pages. */
#include "runtime/rewind/image/tracker.h"

#include "runtime/machine/raw.h"

#include <sys/mman.h>
#include <sys/syscall.h>

static bool protect(const struct rdl_page_range *x, size_t first, size_t n,
                    int protection)
{
    return rdl_raw(SYS_mprotect, rdl_page_range_page(x, first), n * RDL_PAGE,
                   protection) == 0;
}

static bool protect_watch(const struct rdl_page_range *x, size_t first,
                          size_t n)
{
    return protect(x, first, n, x->protection & ~PROT_WRITE);
}

static bool protect_open(const struct rdl_page_range *x, size_t first, size_t n)
{
    return protect(x, first, n, x->protection);
}

const struct rdl_tracker rdl_tracker_protect = {
    .name = "protect",
    .watch = protect_watch,
    .open = protect_open,
};
