/* words.h - places and interactions as people and machines read them. */
#ifndef RDL_CLI_REGRESS_WORDS_H
#define RDL_CLI_REGRESS_WORDS_H

#include "cli/regress/comparison.h"

/* The path from here, if it lies below. */
const char *rdl_regress_file(const char *path);
/* "bank.c:8 read (get)"; the caller frees it. */
char *rdl_regress_place(const struct rdl_comparison *c, uint32_t location);
/* "type", "moved", "added", "removed", "line". */
const char *rdl_regress_how(enum rdl_redeclared_how how);
/* Is it of the metric that is shown? */
bool rdl_regress_shows(const struct rdl_changed *r);
/* Executions of the campaign that covered it. */
struct rdl_hits rdl_regress_hits(const struct rdl_campaign *c,
                                 const struct rdl_changed *r);

#endif
