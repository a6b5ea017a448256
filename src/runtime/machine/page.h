/* page.h - the size of a page of this machine. */
#ifndef RDL_RUNTIME_MACHINE_PAGE_H
#define RDL_RUNTIME_MACHINE_PAGE_H

#include <stddef.h>
#include <stdint.h>

#define RDL_PAGE ((size_t)4096)

/* The next multiple. */
static inline uintptr_t rdl_page_up(uintptr_t size)
{
    return (size + RDL_PAGE - 1) & ~(RDL_PAGE - 1);
}

static inline uintptr_t rdl_page_down(uintptr_t addr)
{
    return addr & ~(RDL_PAGE - 1);
}

#endif
