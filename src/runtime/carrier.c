/* carrier.c - the carriers by name. */
#include "runtime/carrier.h"

#include <string.h>

static const struct rdl_carrier *const carriers[] = {
    &rdl_carrier_fiber,
    &rdl_carrier_kernel,
};

const struct rdl_carrier *rdl_carrier_find(const char *name)
{
    for (size_t i = 0; i < sizeof(carriers) / sizeof(carriers[0]); i++) {
        if (strcmp(carriers[i]->name, name) == 0)
            return carriers[i];
    }
    return NULL;
}
