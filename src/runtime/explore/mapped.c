/* mapped.c - see mapped.h. */
#include "runtime/explore/mapped.h"

#include "runtime/core/modules.h"
#include "runtime/core/persistent.h"
#include "runtime/machine/peek.h"

#include <string.h>

uintptr_t rdl_mapped_here[RDL_MAPPED], rdl_mapped_module[RDL_MAPPED];
RDL_PERSISTENT(rdl_mapped_here); /* rdl_mapped_begin() clears it */
RDL_PERSISTENT(rdl_mapped_module);

void rdl_mapped_begin(void)
{
    memset(rdl_mapped_here, 0, sizeof(rdl_mapped_here));
}

bool rdl_mapped_ask(uintptr_t addr)
{
    const size_t slot = addr / RDL_PAGE % RDL_MAPPED;
    char byte;

    if (!rdl_peek(&byte, addr, 1))
        return false;
    *(rdl_module_of(addr) != NULL ? &rdl_mapped_module[slot]
                                  : &rdl_mapped_here[slot]) =
        rdl_page_down(addr) + 1;
    return true;
}
