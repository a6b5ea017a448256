/* names.h - names of the objects and variables of a generated test. */
#ifndef RDL_GEN_EMIT_NAMES_H
#define RDL_GEN_EMIT_NAMES_H

#include "gen/emit/reports.h"
#include "gen/test/test.h"

#define RDL_GEN_NAME 144

/* An object that the prefix makes. */
struct rdl_gen_object_name {
    char name[RDL_GEN_NAME];
    int handle;    /* its type */
    bool embedded; /* it lies in a variable NAME_storage */
};

struct rdl_gen_names {
    const struct rdl_gen_table *table;
    const struct rdl_gen_test *test;
    struct rdl_gen_object_name objects[RDL_WIRE_OBJECTS];
    unsigned n_objects;
    /* Variables of a call have its number at their end, from 1; 0: the call has
     * none. */
    unsigned numbers[RDL_WIRE_CALLS];
    bool contents; /* what a call reads is written, not the variable with it */
};

void rdl_gen_names(struct rdl_gen_names *n, const struct rdl_gen_table *t,
                   const struct rdl_gen_test *test);
/* The variable of a value (reports.h says of what). */
void rdl_gen_name_value(const struct rdl_gen_names *n, unsigned call, int value,
                        char out[RDL_GEN_NAME]);
/* The number of the object that a call of the prefix makes; -1: none. */
int rdl_gen_name_made(const struct rdl_gen_names *n, unsigned call);
const struct rdl_gen_function *
rdl_gen_name_function(const struct rdl_gen_names *n, unsigned call);
/* Which of its choices a parameter gets; of a HANDLE: the number of an object.
 */
size_t rdl_gen_name_choice(const struct rdl_gen_names *n, unsigned call,
                           size_t param);
/* Writes "f(a, b)". */
void rdl_gen_name_call(FILE *out, const struct rdl_gen_names *n, unsigned call);

#endif
