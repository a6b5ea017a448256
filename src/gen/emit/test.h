/* test.h - writes a generated test as the C file that a person would have
 * written: it needs the module and threads, and nothing of raddle. */
#ifndef RDL_GEN_EMIT_TEST_H
#define RDL_GEN_EMIT_TEST_H

#include "gen/table/table.h"
#include "gen/test/test.h"

#include <stdio.h>

struct rdl_gen_written { /* borrowed */
    const struct rdl_gen_table *table;
    const struct rdl_gen_test *test;
    const char *verdict; /* "not linearisable", "deadlock" */
    /* What calls may return, which the file asserts; NULL: it fails in another
     * way, without an assertion. */
    const struct rdl_gen_outcomes *allowed;
    /* What they returned in the execution that failed; NULL: not to be said. */
    const struct rdl_gen_results *seen;
    /* The assertion is about the order of the calls too: a call that returned
     * before another began must have taken effect before it. */
    bool in_order;
};

void rdl_gen_emit_test(FILE *out, const struct rdl_gen_written *w);

/* One call as C text, with the names of that file: "q_push(q, 1)". */
void rdl_gen_emit_call(FILE *out, const struct rdl_gen_table *t,
                       const struct rdl_gen_test *test, unsigned call);
/* What a call returned, for people: "0, v 1"; nothing if it reports nothing. */
void rdl_gen_emit_values(FILE *out, const struct rdl_gen_table *t,
                         const struct rdl_gen_test *test, unsigned call,
                         const struct rdl_gen_results *results);

/* The functions that each thread calls, each once: "q_pop, q_size beside
 * q_push". */
void rdl_gen_emit_functions(FILE *out, const struct rdl_gen_table *t,
                            const struct rdl_gen_test *test);

#endif
