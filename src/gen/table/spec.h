/* spec.h - the spec file of raddle gen: what the author of a module says about
 * its functions, line by line.
 *
 * A file is read in two steps.  First its lines, which need no table: the C
 * text of `wrap` lines is needed to make one.  Then the lines change a table.
 * Both report the line of a mistake. */
#ifndef RDL_GEN_TABLE_SPEC_H
#define RDL_GEN_TABLE_SPEC_H

#include "gen/table/table.h"

#include <stdio.h>

struct rdl_gen_spec_line {
    unsigned number;
    int directive; /* index in spec_directives.h */
    char **words;  /* behind the directive; of wrap: one, the C text */
    size_t n_words;
};

struct rdl_gen_spec {
    char *name; /* of the file, for messages */
    struct rdl_gen_spec_line *lines;
    size_t n_lines;
};

struct rdl_gen_spec *rdl_gen_spec_read(const char *path, struct rdl_error *e);
struct rdl_gen_spec *rdl_gen_spec_parse(const char *name, const char *text,
                                        struct rdl_error *e);
void rdl_gen_spec_free(struct rdl_gen_spec *s); /* NULL is allowed */

/* The C text of all `wrap` lines; NULL if there is none.  To be freed. */
char *rdl_gen_spec_wraps(const struct rdl_gen_spec *s);
/* Changes a table; false at the first line that does not fit it. */
bool rdl_gen_spec_apply(const struct rdl_gen_spec *s, struct rdl_gen_table *t,
                        struct rdl_error *e);

/* Writes a table as a spec file.  Applied to the table that raddle-gen made of
 * the same header it gives this table again. */
void rdl_gen_spec_print(FILE *out, const struct rdl_gen_table *t);
/* Says what each line means. */
void rdl_gen_spec_help(FILE *out);

/* Is it left out because a line says `ignore`? */
bool rdl_gen_spec_ignores(const struct rdl_gen_function *f);

#endif
