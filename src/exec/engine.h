/* engine.h - names of the runtime's engines (runtime/core/engine.h), the ways
 * in which it runs threads. */
#ifndef RDL_EXEC_ENGINE_H
#define RDL_EXEC_ENGINE_H

#include <stdbool.h>

bool rdl_engine_known(const char *name);

#endif
