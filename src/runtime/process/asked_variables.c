/* asked_variables.c - see asked_variables.h.
 *
 * The list describes the process, not an execution: a constructor asks once,
 * before the shared memory is there and before any execution. */
#include "runtime/process/asked_variables.h"

#include "base/shared.h"
#include "runtime/core/control.h"
#include "runtime/core/persistent.h"

#include <string.h>

static char asked[RDL_ASKED_BYTES];
static uint32_t used;

RDL_PERSISTENT(asked);
RDL_PERSISTENT(used);

static bool asked_known(const char *name)
{
    for (uint32_t at = 0; at < used; at += (uint32_t)strlen(asked + at) + 1) {
        if (strcmp(asked + at, name) == 0)
            return true;
    }
    return false;
}

void rdl_asked_variable(const char *name)
{
    size_t size = strlen(name) + 1;

    /* Hundreds of names fit; of a program that asks for more, the rest is not
     * in the schedule. */
    if (!asked_known(name) && size <= sizeof(asked) - used) {
        memcpy(asked + used, name, size);
        used += (uint32_t)size;
    }
    if (rdl_shared != NULL && rdl_shared->asked_used != used) {
        memcpy(rdl_shared->asked, asked, used);
        rdl_shared->asked_used = used;
    }
}
