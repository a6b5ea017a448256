/* gen.h - the parts of raddle gen: what it prints and what it writes. */
#ifndef RDL_CLI_GEN_GEN_H
#define RDL_CLI_GEN_GEN_H

#include "cli/gen/options.h"
#include "gen/search/generate.h"
#include "gen/module/module.h"

#include <stdio.h>

/* Everything of one session; borrowed. */
struct rdl_gen_session {
    const struct rdl_gen_cli *cli;
    const struct rdl_gen_table *table;
    const struct rdl_gen_build *build;
    FILE *out; /* for people */
    bool tty;  /* standard error shows progress */
    unsigned n_written;
    uint64_t deadline_ns; /* --time; 0: none */
};

/* found.c: writes the finding as a C file, compiles it, runs it, and keeps its
 * schedule beside it.  `data` is the session. */
void rdl_gen_found(void *data, struct rdl_gen_finding *f);

/* print.c */
void rdl_gen_print_table(FILE *out, const struct rdl_gen_table *t);
void rdl_gen_print_learnt(FILE *out, const struct rdl_gen_session *s,
                          const struct rdl_gen_campaign *r);
void rdl_gen_print_finding(FILE *out, const struct rdl_gen_session *s,
                           const struct rdl_gen_finding *f);
void rdl_gen_print_summary(FILE *out, const struct rdl_gen_session *s,
                           const struct rdl_gen_campaign *r);
/* "not linearisable", "deadlock". */
const char *rdl_gen_verdict_text(const struct rdl_gen_finding *f);
void rdl_gen_progress(void *data, const struct rdl_gen_campaign *so_far);
void rdl_gen_progress_end(const struct rdl_gen_session *s);

/* json.c: docs/json.md has the fields.  False: not all of it was written. */
bool rdl_gen_json(FILE *out, const struct rdl_gen_session *s,
                  const struct rdl_gen_campaign *r);

#endif
