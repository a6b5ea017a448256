/* real.c - see real.h. */
#include "runtime/core/real.h"

#include <dlfcn.h>
#include <string.h>

extern const struct rdl_real_entry __start_rdl_reals[], __stop_rdl_reals[];

void rdl_reals_resolve(void)
{
    for (const struct rdl_real_entry *e = __start_rdl_reals;
         e < __stop_rdl_reals; e++) {
        if (*e->slot != NULL)
            continue;
        *e->slot = e->version != NULL ? dlvsym(RTLD_NEXT, e->name, e->version)
                                      : dlsym(RTLD_NEXT, e->name);
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
