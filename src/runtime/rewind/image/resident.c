/* resident.c - see resident.h; the format is in the kernel's
 * Documentation/admin-guide/mm/pagemap.rst. */
#include "runtime/rewind/image/resident.h"

#include "runtime/machine/page.h"
#include "runtime/machine/raw.h"

#include <fcntl.h>
#include <sys/syscall.h>

#define PRESENT (UINT64_C(1) << 63)
#define SWAPPED (UINT64_C(1) << 62)

void rdl_resident_open(struct rdl_resident *p)
{
    p->fd = (int)rdl_raw(SYS_openat, AT_FDCWD, "/proc/self/pagemap",
                         O_RDONLY | O_CLOEXEC);
    p->first = p->n = 0;
}

bool rdl_resident_at(struct rdl_resident *p, uintptr_t addr)
{
    size_t page = addr / RDL_PAGE;
    long got;

    if (page - p->first >= p->n) {
        got = rdl_raw(SYS_pread64, p->fd, p->entries, sizeof(p->entries),
                      page * sizeof(p->entries[0]));
        if (got < (long)sizeof(p->entries[0]))
            return true;
        p->first = page;
        p->n = (size_t)got / sizeof(p->entries[0]);
    }
    return (p->entries[page - p->first] & (PRESENT | SWAPPED)) != 0;
}

void rdl_resident_close(struct rdl_resident *p)
{
    if (p->fd >= 0)
        rdl_raw(SYS_close, p->fd);
}
