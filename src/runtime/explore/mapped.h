/* mapped.h - can exploration read there? */
#ifndef RDL_RUNTIME_EXPLORE_MAPPED_H
#define RDL_RUNTIME_EXPLORE_MAPPED_H

#include "runtime/core/control.h"
#include "runtime/machine/page.h"

#include <stdbool.h>
#include <stdint.h>

/* Pages, plus 1, that are known to be mapped: in this execution, or because
 * they are of a module, which stays.  Only an execution that unmaps one and
 * then accesses it is mistaken; it fails anyway. */
#define RDL_MAPPED 64
extern uintptr_t rdl_mapped_here[RDL_MAPPED] RDL_HIDDEN;
extern uintptr_t rdl_mapped_module[RDL_MAPPED] RDL_HIDDEN;

/* An execution begins. */
void rdl_mapped_begin(void);
/* Asks the kernel. */
bool rdl_mapped_ask(uintptr_t addr);

/* Reading there cannot fault.  A system call for each page of an execution: the
 * step may be the one that shows that a pointer is wrong. */
static inline bool rdl_mapped(uintptr_t addr)
{
    const uintptr_t page = rdl_page_down(addr) + 1; /* never 0 */
    const size_t slot = addr / RDL_PAGE % RDL_MAPPED;

    return rdl_mapped_here[slot] == page || rdl_mapped_module[slot] == page ||
           rdl_mapped_ask(addr);
}

#endif
