/* driver.h - writes driver.c of a table (see wire.h). */
#ifndef RDL_GEN_EMIT_DRIVER_H
#define RDL_GEN_EMIT_DRIVER_H

#include "gen/table/table.h"

#include <stdio.h>

void rdl_gen_emit_driver(FILE *out, const struct rdl_gen_table *t);

#endif
