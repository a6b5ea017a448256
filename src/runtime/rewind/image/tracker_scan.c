/* tracker_scan.c - asks the kernel which pages were written.
 *
 * userfaultfd with WP_ASYNC: the first write to a protected page, also by the
 * kernel, clears the page's protection and continues; no thread is woken.
 * PAGEMAP_SCAN then walks from the lowest to the highest extent in one call,
 * because it skips mappings that are not registered.
 *
 * A page that is not present is not protected either: when it appears later,
 * even by a read, the kernel reports it as written.  Protecting such pages
 * would fill the page tables with marks, and every walk would have to pass them
 * (4 ns each).
 *
 * Hot pages are simply not protected again after a write.  The kernel reports
 * them every time, which is cheaper than protection and a fault. */
#include "runtime/rewind/image/tracker.h"

#include "runtime/core/persistent.h"
#include "runtime/machine/raw.h"
#include "runtime/rewind/image/dirty_pages.h"
#include "runtime/core/runtime_memory.h"
#include "runtime/core/runtime_descriptors.h"
#include "runtime/rewind/image/pagemap.h"

#include <fcntl.h>
#include <sys/syscall.h>

#define N_REGIONS 1024

static struct scan {
    const struct rdl_page_ranges *extents;
    int fault; /* userfaultfd */
    int pages; /* /proc/self/pagemap */
    struct page_region *regions;
} scan = { .fault = -1, .pages = -1 };

RDL_PERSISTENT_HERE(scan);

static void scan_end(void)
{
    /* Closing it unprotects everything. */
    rdl_runtime_descriptor_close(scan.fault);
    rdl_runtime_descriptor_close(scan.pages);
    if (scan.regions != NULL)
        rdl_runtime_memory_unmap(scan.regions,
                                 N_REGIONS * sizeof(struct page_region));
    scan = (struct scan){ .fault = -1, .pages = -1 };
}

/* One step of a walk over pages that were written; protects them again if
 * `flags` requests it.  Returns the number of regions or -errno. */
static long scan_walk(uintptr_t *start, uintptr_t end, uint64_t flags)
{
    struct pm_scan_arg arg = {
        .size = sizeof(arg),
        .flags = flags,
        .start = *start,
        .end = end,
        .vec = (uintptr_t)scan.regions,
        .vec_len = N_REGIONS,
        .category_mask = PAGE_IS_WPALLOWED | PAGE_IS_WRITTEN,
        .category_anyof_mask = PAGE_IS_PRESENT | PAGE_IS_SWAPPED,
        .return_mask = PAGE_IS_WRITTEN,
    };
    long n = rdl_raw(SYS_ioctl, scan.pages, PAGEMAP_SCAN, &arg);

    *start = arg.walk_end;
    return n;
}

static const char *scan_begin(const struct rdl_page_ranges *extents)
{
    struct uffdio_api api = {
        .api = UFFD_API,
        .features = UFFD_FEATURE_WP_ASYNC | UFFD_FEATURE_WP_UNPOPULATED,
    };
    uintptr_t nowhere = 0;

    scan.extents = extents;
    scan.regions =
        rdl_runtime_memory_map(N_REGIONS * sizeof(struct page_region));
    /* Without privileges a process may only wait for faults of user code; this
     * tracker waits for none. */
    scan.fault = rdl_runtime_descriptor_raise(
        rdl_raw(SYS_userfaultfd, O_CLOEXEC | UFFD_USER_MODE_ONLY));
    scan.pages = rdl_runtime_descriptor_raise(rdl_raw(
        SYS_openat, AT_FDCWD, "/proc/self/pagemap", O_RDONLY | O_CLOEXEC));
    if (scan.regions != NULL && scan.fault >= 0 && scan.pages >= 0 &&
        rdl_raw(SYS_ioctl, scan.fault, UFFDIO_API, &api) == 0 &&
        scan_walk(&nowhere, RDL_PAGE, 0) >= 0)
        return NULL;
    scan_end();
    return "tracker scan needs Linux 6.7, permission for userfaultfd, and free "
           "descriptors";
}

static void scan_renew(const struct rdl_page_range *x, size_t first, size_t n)
{
    struct uffdio_register what = {
        .range = { .start = (uintptr_t)rdl_page_range_page(x, first),
                   .len = n * RDL_PAGE },
        .mode = UFFDIO_REGISTER_MODE_WP,
    };

    rdl_raw(SYS_ioctl, scan.fault, UFFDIO_REGISTER, &what);
}

static bool scan_watch(const struct rdl_page_range *x, size_t first, size_t n)
{
    uintptr_t start = (uintptr_t)rdl_page_range_page(x, first);
    uintptr_t end = start + n * RDL_PAGE;

    while (start < end) {
        if (scan_walk(&start, end,
                      PM_SCAN_WP_MATCHING | PM_SCAN_CHECK_WPASYNC) < 0)
            return false;
    }
    return true;
}

/* The kernel may report neighbouring extents as one region. */
static void scan_note(const struct page_region *region)
{
    rdl_page_ranges_each(scan.extents, region->start,
                         region->end - region->start, rdl_dirty_pages_note);
}

static bool scan_collect(void)
{
    const struct rdl_page_range *last;
    uintptr_t start, end;

    if (scan.extents->n == 0)
        return true;
    last = &scan.extents->list[scan.extents->n - 1];
    start = (uintptr_t)scan.extents->list[0].start;
    end = (uintptr_t)rdl_page_range_page(last, last->n_pages);
    while (start < end) {
        long n = scan_walk(&start, end, 0);

        if (n < 0)
            return false;
        for (long i = 0; i < n; i++)
            scan_note(&scan.regions[i]);
    }
    return true;
}

const struct rdl_tracker rdl_tracker_scan = {
    .name = "scan",
    /* Walking one more mapping costs as much as copying four pages. */
    .least = 5,
    .begin = scan_begin,
    .renew = scan_renew,
    .watch = scan_watch,
    .collect = scan_collect,
    .end = scan_end,
};
