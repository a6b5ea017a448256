/* real.c - see real.h. */
#include "runtime/core/real.h"

#include "runtime/machine/elf_symbol.h"

#include <string.h>

extern const struct rdl_real_entry __start_rdl_reals[], __stop_rdl_reals[];

void rdl_reals_resolve(void)
{
    for (const struct rdl_real_entry *e = __start_rdl_reals;
         e < __stop_rdl_reals; e++) {
        if (*e->slot != NULL)
            continue;
        *e->slot = rdl_elf_symbol_next(e->name, e->version);
    }
}

void rdl_reals_replace(const char *name, void *with, void **real)
{
    for (const struct rdl_real_entry *e = __start_rdl_reals;
         e < __stop_rdl_reals; e++) {
        if (*e->slot == NULL || strcmp(e->name, name) != 0)
            continue;
        *real = *e->slot;
        *e->slot = with;
    }
}

void *rdl_real_late(const struct rdl_real_entry *e)
{
    /* Behind main the next execution may load the library elsewhere. */
    if (rdl_rewinds)
        return rdl_elf_symbol_next(e->name, e->version);
    rdl_reals_resolve();
    return *e->slot;
}
