/* engine.c - the engines by name. */
#include "runtime/core/engine.h"

#include <string.h>

static const struct rdl_engine *const carriers[] = {
    &rdl_engine_fiber,
    &rdl_engine_kernel,
};

const struct rdl_engine *rdl_engine_find(const char *name)
{
    for (size_t i = 0; i < sizeof(carriers) / sizeof(carriers[0]); i++) {
        if (strcmp(carriers[i]->name, name) == 0)
            return carriers[i];
    }
    return NULL;
}
