/* condition.h - what a call returned, as a condition in C and as words. */
#ifndef RDL_GEN_EMIT_CONDITION_H
#define RDL_GEN_EMIT_CONDITION_H

#include "gen/emit/names.h"

/* Writes the conditions that all calls of suffixes and tail returned this,
 * joined by `and`.  Returns how many it wrote. */
unsigned rdl_gen_conditions(FILE *out, const struct rdl_gen_names *n,
                            const struct rdl_gen_results *results,
                            const char *and);

#endif
