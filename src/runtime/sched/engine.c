/* engine.c - the engines by name. */
#include "runtime/core/engine.h"

#include <string.h>

static const struct rdl_engine *const engines[] = {
    &rdl_engine_fiber,
    &rdl_engine_kernel,
};

const struct rdl_engine *rdl_engine_find(const char *name)
{
    for (size_t i = 0; i < sizeof(engines) / sizeof(engines[0]); i++) {
        if (strcmp(engines[i]->name, name) == 0)
            return engines[i];
    }
    return NULL;
}
