/* ci.h - the result of a test for the reports of CI systems: JUnit, SARIF,
 * annotations. cli/test/ci.c fills it in; everything is borrowed. */
#ifndef RDL_REPORT_FORMATS_CI_H
#define RDL_REPORT_FORMATS_CI_H

#include "explain/facts/explanation.h"
#include "util/error.h"

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct rdl_ci_place {
    const char *file;     /* below the root or absolute; NULL: not known */
    bool below;           /* `file` is relative to rdl_ci_test.root */
    unsigned line;        /* 0: not known */
    unsigned column;      /* 0: not known */
    const char *function; /* NULL: not known */
};

struct rdl_ci_step {
    struct rdl_ci_place place;
    const char *op;   /* name of the operator */
    uint64_t number;  /* of the step in the execution, from 0 */
    const char *role; /* in the explanation; NULL: none */
    bool arrives;     /* the thread has just got its turn */
};

struct rdl_ci_thread {
    unsigned tid;
    size_t n_steps;
    struct rdl_ci_step *steps;
};

struct rdl_ci_finding {
    uint64_t id;
    const char *kind, *text;
    const char *location; /* for people; "-" if not known */
    struct rdl_ci_place place;
    struct rdl_ci_place other; /* of the other access of a race */
    /* All accesses of a block race and the like, in order; 0: it is not one. */
    size_t n_accesses;
    struct rdl_ci_place accesses[4];
    bool warning;         /* not an error */
    const char *schedule; /* NULL: it has none */
    bool replayed;
    bool before; /* found by an earlier session, not seen in this one */
    /* "new" or "unchanged", compared with another build; NULL: not compared */
    const char *baseline;
    uint64_t execution, steps, times;
    uint64_t nth;                      /* as in struct rdl_found */
    const char *explanation;           /* a sentence; NULL: not known */
    const struct rdl_explanation *why; /* the same as data; never NULL */
    json_t *facts;                     /* for machines (docs/json.md) */
    size_t n_threads;
    struct rdl_ci_thread *threads; /* what the threads of the schedule did */
};

/* The part that access `i` of `n` plays in such a finding. */
const char *rdl_ci_access_role(size_t n, size_t i);

struct rdl_ci_note {
    const char *kind, *text;
};

struct rdl_ci_test {
    const char *part;       /* the case of a suite; NULL: the whole program */
    const char *left_out;   /* why the case was left out; NULL: it was not */
    const char *version;    /* of raddle */
    const char *program;    /* as typed */
    char *const *arguments; /* ended by NULL */
    const char *root;       /* of the source tree, absolute */
    uint64_t executions, steps, seed, suppressed;
    double seconds;
    const char *strategy;
    int exit_status;
    /* Why nothing, or too little, was verified; NULL: enough was. */
    const char *why;
    bool missed;       /* `why` is about a goal that was not reached */
    size_t n_findings; /* errors */
    const struct rdl_ci_finding *findings;
    size_t n_warnings; /* they do not make the test fail */
    const struct rdl_ci_finding *warnings;
    size_t n_notes;
    const struct rdl_ci_note *notes;
};

/* All return false if the stream failed (errno). */

/* `whole`, and one test case for each of the n tests: the cases of a suite; or
 * one, the program with its arguments. */
bool rdl_junit_write(FILE *out, const struct rdl_ci_test *whole,
                     const struct rdl_ci_test *tests, size_t n);
/* SARIF 2.1.0; one thread flow for each thread of a finding. */
bool rdl_sarif_write(FILE *out, const struct rdl_ci_test *t);
/* Workflow commands of GitHub Actions, one line for each finding. */
bool rdl_annotations_write(FILE *out, const struct rdl_ci_test *t);

/* From here on CI treats no line of `out` as a command, until
 * rdl_annotations_write or the end of the process: names, texts and the
 * program's output pass through and may look like one. */
bool rdl_annotations_hold(FILE *out, struct rdl_error *error);

/* "./bank 10": program and arguments; the caller frees it. */
char *rdl_ci_command(const struct rdl_ci_test *t);

#endif
