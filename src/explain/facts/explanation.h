/* explanation.h - why a program fails, as data: facts about steps.
 *
 * A fact has a kind, steps with roles, and how it is known.  Steps are numbers
 * of the shrunk execution, so a table, a page or a machine finds them without
 * words.  Whoever has symbols fills in the labels
 * (report/explanation/label.h); with those a sentence is made from the facts
 * alone (report/explanation/text.h), and a schedule file holds them.
 *
 * A value: it owns nothing and may be copied. */
#ifndef RDL_EXPLAIN_FACTS_EXPLANATION_H
#define RDL_EXPLAIN_FACTS_EXPLANATION_H

#include "base/finding.h"

#include <stdbool.h>

#define RDL_FACTS 3         /* of an explanation */
#define RDL_FACT_STEPS 16   /* of a fact */
#define RDL_FACT_THREADS 16 /* of an explanation */
#define RDL_FACT_LABEL 160  /* bytes of a name */
#define RDL_FACT_NO_STEP UINT64_MAX
#define RDL_NO_OP RDL_N_OPS

enum rdl_fact_kind {
#define FACT(id, name) RDL_FACT_##id,
#include "explain/facts/kinds.h"
#undef FACT
    RDL_N_FACT_KINDS
};

enum rdl_role {
#define ROLE(id, name) RDL_ROLE_##id,
#include "explain/facts/roles.h"
#undef ROLE
    RDL_N_ROLES
};

enum rdl_how {
    RDL_SEEN,    /* so it was in the failing execution */
    RDL_TRIED,   /* other executions were run, and pass without it */
    RDL_COUNTED, /* so it was in most of many executions that failed */
    RDL_N_HOWS
};

struct rdl_fact_place {
    char file[RDL_FACT_LABEL]; /* without a line: "libfoo.so+0x12"; "": none */
    uint32_t line;             /* 0: not known */
};

struct rdl_fact_step {
    enum rdl_role role;
    rdl_tid tid;
    uint8_t op;    /* enum rdl_op; RDL_NO_OP: not an operation */
    uint64_t step; /* RDL_FACT_NO_STEP: its thread did not come to it, or it is
                      not a step */
    /* In the execution that was explained; zero in what a file says. */
    uintptr_t pc, addr;
    uintptr_t called; /* pc from which the function was called; 0: none */
    uint32_t size;
    uint8_t flags;
    /* Labels; "" until they are filled in. */
    char what[RDL_FACT_LABEL]; /* "write balance", "mutex m" */
    struct rdl_fact_place place, call;
};

struct rdl_fact {
    enum rdl_fact_kind kind;
    enum rdl_how how;
    /* What thread `turn` did was moved before or after the rest, and the
     * program passed.  RDL_NO_TID: nothing was moved. */
    rdl_tid turn;
    bool passes_before, passes_after;
    uint16_t count; /* pairs of threads, threads woken, threads of a cycle */
    uint8_t n_steps;
    struct rdl_fact_step steps[RDL_FACT_STEPS];
};

struct rdl_fact_thread {
    rdl_tid tid;
    char function[RDL_FACT_LABEL]; /* that it runs */
};

struct rdl_explanation {
    uint8_t n; /* 0: nothing is known */
    uint8_t n_threads;
    struct rdl_fact facts[RDL_FACTS];
    struct rdl_fact_thread threads[RDL_FACT_THREADS];
};

const char *rdl_fact_kind_name(enum rdl_fact_kind kind);
const char *rdl_role_name(enum rdl_role role);
const char *rdl_how_name(enum rdl_how how);
/* The one with that name, or -1. */
int rdl_fact_kind_find(const char *name);
int rdl_role_find(const char *name);
int rdl_how_find(const char *name);

/* The first step with that role; NULL: there is none. */
const struct rdl_fact_step *rdl_fact_step(const struct rdl_fact *f,
                                          enum rdl_role role);
/* Is that operation one of its steps? */
bool rdl_explanation_names(const struct rdl_explanation *x, uint64_t step,
                           enum rdl_op op);
/* The function that thread runs; "" if that is not known. */
const char *rdl_explanation_function(const struct rdl_explanation *x,
                                     rdl_tid tid);

#endif
