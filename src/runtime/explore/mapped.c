/* mapped.c - see mapped.h. */
#include "runtime/explore/mapped.h"

#include "runtime/core/modules.h"
#include "runtime/core/persistent.h"
#include "runtime/machine/page.h"
#include "runtime/machine/peek.h"

#include <string.h>

/* Pages, plus 1, that this execution has found mapped.  Only an execution that
 * unmaps one and then accesses it is mistaken; it fails anyway. */
#define PAGES 64
static uintptr_t mapped[PAGES];
RDL_PERSISTENT(mapped); /* rdl_mapped_begin() clears it */
/* The same of modules, which stay. */
static uintptr_t module_pages[PAGES];
RDL_PERSISTENT(module_pages);

void rdl_mapped_begin(void)
{
    memset(mapped, 0, sizeof(mapped));
}

bool rdl_mapped(uintptr_t addr)
{
    const uintptr_t page = rdl_page_down(addr) + 1; /* never 0 */
    const size_t slot = addr / RDL_PAGE % PAGES;
    char byte;

    if (mapped[slot] == page || module_pages[slot] == page)
        return true;
    if (!rdl_peek(&byte, addr, 1))
        return false;
    *(rdl_module_of(addr) != NULL ? &module_pages[slot] : &mapped[slot]) = page;
    return true;
}
