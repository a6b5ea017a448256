/* spec_apply.h - the parts that apply lines of a spec to a table: one function
 * for each directive, and what they share. */
#ifndef RDL_GEN_TABLE_SPEC_APPLY_H
#define RDL_GEN_TABLE_SPEC_APPLY_H

#include "gen/table/spec.h"

/* What one line is applied to. */
struct rdl_spec_apply {
    struct rdl_gen_table *t;
    const struct rdl_gen_spec *spec;
    const struct rdl_gen_spec_line *line;
    struct rdl_error *e;
};

/* rdl_spec_value() and so on; false: the line does not fit the table. */
#define DIRECTIVE(id, name, least, form, meaning)                              \
    bool rdl_spec_##id(const struct rdl_spec_apply *a);
#include "gen/table/spec_directives.h"
#undef DIRECTIVE

/* spec_apply.c: sets the error with the line, and returns false. */
bool rdl_spec_bad(const struct rdl_spec_apply *a, const char *format, ...)
    RDL_PRINTF(2, 3);
/* spec_apply.c: by a name; NULL: there is none, and the error is set. */
struct rdl_gen_function *rdl_spec_function(const struct rdl_spec_apply *a,
                                           const char *name);
struct rdl_gen_param *rdl_spec_param(const struct rdl_spec_apply *a,
                                     const char *both,
                                     struct rdl_gen_function **function);
/* spec_apply.c: calls `one` for every function that the words from the `first`
 * on name. */
typedef bool rdl_spec_to(const struct rdl_spec_apply *a,
                         struct rdl_gen_function *f, void *data);
bool rdl_spec_each(const struct rdl_spec_apply *a, size_t first,
                   rdl_spec_to *one, void *data);
/* spec_apply.c: "f:" or "f :" at the beginning; *next is the first word behind
 * it. */
struct rdl_gen_function *rdl_spec_head(const struct rdl_spec_apply *a,
                                       size_t *next);
/* spec_roles.c */
void rdl_spec_role(struct rdl_gen_function *f, enum rdl_gen_role role, int of);

#endif
