/* gen.h - the parts of raddle gen: what it prints and what it writes. */
#ifndef RDL_CLI_GEN_GEN_H
#define RDL_CLI_GEN_GEN_H

#include "cli/gen/options.h"
#include "gen/search/generate.h"
#include "gen/module/module.h"

#include <jansson.h>
#include <stdio.h>

/* Everything of one session; borrowed. */
struct rdl_gen_session {
    const struct rdl_gen_cli *cli;
    const struct rdl_gen_table *table;
    const struct rdl_gen_build *build;
    FILE *out; /* for people */
    bool tty;  /* standard error shows progress */
    unsigned n_written;
    const struct rdl_gen_campaign *result; /* as far as it has come */
    uint64_t deadline_ns;                  /* --time; 0: none */
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
/* "not linearisable", "deadlock". */
const char *rdl_gen_verdict_text(const struct rdl_gen_finding *f);
/* A data race, unless --races=fail makes it a failure. */
bool rdl_gen_is_warning(const struct rdl_gen_session *s,
                        const struct rdl_gen_finding *f);

/* "q_pop beside q_push", and "not linearisable: q_pop beside q_push" or
 * "warning: data race: q_pop beside q_push"; the caller frees them. */
char *rdl_gen_beside(const struct rdl_gen_session *s,
                     const struct rdl_gen_finding *f);
char *rdl_gen_title(const struct rdl_gen_session *s,
                    const struct rdl_gen_finding *f);
/* What the calls of threads and the tail may return, each once: texts to be
 * freed with rdl_gen_text_clear(). */
void rdl_gen_allowed(const struct rdl_gen_session *s,
                     const struct rdl_gen_finding *f, char ***texts, size_t *n);

/* summary.c */
void rdl_gen_print_known(FILE *out, const struct rdl_gen_session *s,
                         const struct rdl_gen_campaign *r);
void rdl_gen_print_summary(FILE *out, const struct rdl_gen_session *s,
                           const struct rdl_gen_campaign *r);
void rdl_gen_progress(void *data, const struct rdl_gen_campaign *so_far);
void rdl_gen_progress_end(const struct rdl_gen_session *s);

/* json.c: docs/json.md has the fields. */
json_t *rdl_gen_json(const struct rdl_gen_session *s,
                     const struct rdl_gen_campaign *r);
/* json.c: "not-linearisable", "deadlock": for machines. */
const char *rdl_gen_kind(const struct rdl_gen_finding *f);
/* json.c: keeps the same in the directory, for raddle report. */
void rdl_gen_json_keep(const struct rdl_gen_session *s,
                       const struct rdl_gen_campaign *r);

/* ci.c: --junit and --sarif.  Opened first, to fail early. */
struct rdl_gen_ci {
    FILE *junit, *sarif;
};
void rdl_gen_ci_open(struct rdl_gen_ci *ci, const struct rdl_gen_cli *cli);
/* `why`: why nothing was tested; NULL: something was. */
void rdl_gen_ci_end(struct rdl_gen_ci *ci, const struct rdl_gen_session *s,
                    const struct rdl_gen_campaign *r, int status,
                    const char *why);

#endif
