/* pagemap.h - PAGEMAP_SCAN and asynchronous write protection (Linux 6.7), which
 * older headers do not have.
 *
 * Names and layout as in the kernel's include/uapi/linux/fs.h and
 * userfaultfd.h; described in Documentation/admin-guide/mm/pagemap.rst and
 * userfaultfd.rst. */
#ifndef RDL_RUNTIME_REWIND_IMAGE_PAGEMAP_H
#define RDL_RUNTIME_REWIND_IMAGE_PAGEMAP_H

#include <linux/fs.h>
#include <linux/userfaultfd.h>
#include <stdint.h>

#ifndef UFFD_USER_MODE_ONLY
#define UFFD_USER_MODE_ONLY 1
#endif
#ifndef UFFD_FEATURE_WP_UNPOPULATED
#define UFFD_FEATURE_WP_UNPOPULATED (1 << 13)
#endif
#ifndef UFFD_FEATURE_WP_ASYNC
#define UFFD_FEATURE_WP_ASYNC (1 << 15)
#endif

#ifndef PAGEMAP_SCAN
#define PAGEMAP_SCAN _IOWR('f', 16, struct pm_scan_arg)

#define PAGE_IS_WPALLOWED (1 << 0) /* registered for write protection */
#define PAGE_IS_WRITTEN (1 << 1)   /* not protected (any more) */
#define PAGE_IS_PRESENT (1 << 3)
#define PAGE_IS_SWAPPED (1 << 4)
#define PM_SCAN_WP_MATCHING (1 << 0)   /* protect what matches */
#define PM_SCAN_CHECK_WPASYNC (1 << 1) /* EPERM where that is impossible */

struct page_region {
    uint64_t start, end;
    uint64_t categories;
};

struct pm_scan_arg {
    uint64_t size; /* of this struct */
    uint64_t flags;
    uint64_t start, end;
    uint64_t walk_end; /* result: where the walk ended */
    uint64_t vec, vec_len;
    uint64_t max_pages;
    uint64_t category_inverted, category_mask, category_anyof_mask;
    uint64_t return_mask;
};
#endif

#endif
