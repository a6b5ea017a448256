/* attached.c - see attached.h. */
#include "runtime/core/attached.h"

#include "runtime/core/modules.h"
#include "runtime/core/persistent.h"

#include <dlfcn.h>
#include <link.h>
#include <stddef.h>

/* This table only selects the wording of a note. */
#define MAX_ATTACHED 256

static const struct link_map *attached[MAX_ATTACHED];
static size_t n_attached;

RDL_KEEP_USED(attached, n_attached);

static const struct link_map *attached_object(uintptr_t address)
{
    struct dl_find_object found;

    return _dl_find_object((void *)address, &found) == 0 ? found.dlfo_link_map
                                                         : NULL;
}

static bool attached_knows(const struct link_map *object)
{
    for (size_t i = 0; i < n_attached && object != NULL; i++) {
        if (attached[i] == object)
            return true;
    }
    return false;
}

/* If the table overflows, every object counts as one with hooks. */
bool rdl_attached(uintptr_t pc)
{
    return n_attached == MAX_ATTACHED || attached_knows(attached_object(pc));
}

bool rdl_attached_any(void)
{
    return n_attached > 0;
}

/* Each object registers two tables. */
void rdl_attached_add(uintptr_t address)
{
    const struct link_map *object = attached_object(address);

    if (n_attached < MAX_ATTACHED && !attached_knows(object))
        attached[n_attached++] = object;
    rdl_module_hooked(address);
}
