/* c.h - pieces of C that the generated driver and the generated test have
 * in common. */
#ifndef RDL_GEN_EMIT_C_H
#define RDL_GEN_EMIT_C_H

#include "gen/table/table.h"

#include <stdio.h>

/* A declaration of `name` with a type as C writes it without one: "int
 * (*)(int)" needs typeof. */
void rdl_gen_emit_declare(FILE *out, const char *type, const char *name);
/* Does C take it for a pointer? */
bool rdl_gen_emit_is_pointer(const char *type);
/* A static function for a callback parameter: does nothing but compare, hash or
 * return zero, by its type and by what its parameter is called. */
void rdl_gen_emit_stub(FILE *out, const struct rdl_gen_param *p,
                       const char *name);

#endif
