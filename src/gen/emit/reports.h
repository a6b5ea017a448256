/* reports.h - which values a call reports, and in which order: the generated
 * driver reports them, the generated test names them. */
#ifndef RDL_GEN_EMIT_REPORTS_H
#define RDL_GEN_EMIT_REPORTS_H

#include "gen/table/table.h"
#include "gen/driver/wire.h"

#define RDL_GEN_OF_RESULT (-1)

/* Fills `out` with RDL_GEN_OF_RESULT or the indices of parameters; returns how
 * many there are.  A result that is `weak` or a struct is not reported; neither
 * are the bytes of a padded struct. */
unsigned rdl_gen_reports(const struct rdl_gen_function *f,
                         int out[RDL_WIRE_VALUES]);

/* Does the call make an object in a prefix, and where is it: RDL_GEN_OF_RESULT
 * or the index of a parameter. */
bool rdl_gen_makes(const struct rdl_gen_function *f, int *where);
/* The C text of the condition that a call which makes an object through a
 * parameter succeeded, given its result `r`; NULL: it always does. */
const char *rdl_gen_success(const struct rdl_gen_function *f);

#endif
