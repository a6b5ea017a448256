/* engine.c - see engine.h. */
#include "exec/engine.h"

#include <string.h>

bool rdl_engine_known(const char *name)
{
    return strcmp(name, "fiber") == 0 || strcmp(name, "kernel") == 0;
}
