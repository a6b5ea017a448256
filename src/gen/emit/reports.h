/* reports.h - which values a call reports, and in which order: the generated
 * driver reports them, the generated test names them. */
#ifndef RDL_GEN_EMIT_REPORTS_H
#define RDL_GEN_EMIT_REPORTS_H

#include "gen/table/table.h"
#include "gen/driver/wire.h"

/* What a value is of: the result, a parameter (its index), or a field of the
 * struct (an element of the array) that a parameter points to. */
#define RDL_GEN_OF_RESULT (-1)
#define RDL_GEN_OF_FIELD(param, field) ((param) + 16 * ((field) + 1))
#define RDL_GEN_VALUE_PARAM(value) ((value) % 16)
#define RDL_GEN_VALUE_FIELD(value) ((value) / 16 - 1) /* -1: none */
_Static_assert(RDL_GEN_MAX_PARAMS <= 16,
               "parameters and fields are told apart");

/* Fills `out` with what each value is of; returns how many there are.  A result
 * that is `weak` or a struct is not reported.  A struct is reported by its
 * fields if there is room for all, else by its bytes, unless it is padded. */
unsigned rdl_gen_reports(const struct rdl_gen_function *f,
                         int out[RDL_WIRE_VALUES]);

/* "." before the name of a field, nothing before "[0]". */
const char *rdl_gen_dot(const char *field);
/* How much a BUFFER holds: elements of an array, or bytes. */
int rdl_gen_room(const struct rdl_gen_param *p);

/* Does the call make an object in a prefix, and where is it: RDL_GEN_OF_RESULT
 * or the index of a parameter. */
bool rdl_gen_makes(const struct rdl_gen_function *f, int *where);
/* The C text of the condition that a call which makes an object through a
 * parameter succeeded, given its result `r`; NULL: it always does. */
const char *rdl_gen_success(const struct rdl_gen_function *f);

#endif
