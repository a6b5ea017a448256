/* explanation.h - why a program fails, as data: facts about steps.
 *
 * A fact has a kind, steps with roles, and how raddle knows it.  Steps are
 * numbers of the shrunk execution, so that a table, a page or a machine finds
 * them without parsing text.  The labels are filled in where symbols are known
 * (report/explanation/label.h).  With labels, the facts are enough to make a
 * sentence (report/explanation/text.h), and a schedule file stores them.
 *
 * A value: it owns nothing and may be copied. */
#ifndef RDL_EXPLAIN_FACTS_EXPLANATION_H
#define RDL_EXPLAIN_FACTS_EXPLANATION_H

#include "base/finding.h"

#include <stdbool.h>

#define RDL_FACTS 3         /* of an explanation; raddle makes up to two */
#define RDL_FACT_STEPS 16   /* of a fact */
#define RDL_FACT_THREADS 16 /* of an explanation */
#define RDL_FACT_LABEL 160  /* bytes of a name */
#define RDL_FACT_NO_STEP UINT64_MAX
#define RDL_NO_OP RDL_N_OPS

enum rdl_fact_kind {
#define FACT(id, part, name) RDL_FACT_##id,
#include "explain/facts/kinds.h"
#undef FACT
    RDL_N_FACT_KINDS
};

/* What a fact is for in an explanation. */
enum rdl_fact_part {
    RDL_ONLY_IF, /* the failure needs it, and it may never happen to users */
    RDL_DECIDES, /* between pass and fail */
    RDL_SHOWS,   /* the failure itself, in other words */
    RDL_WHY,     /* it could come to that; the more telling kinds first */
};

enum rdl_role {
#define ROLE(id, name) RDL_ROLE_##id,
#include "explain/facts/roles.h"
#undef ROLE
    RDL_N_ROLES
};

enum rdl_how {
    RDL_SEEN,    /* the failing execution shows it */
    RDL_TRIED,   /* raddle ran other executions; they pass without it */
    RDL_COUNTED, /* most of many failing executions have it */
    RDL_N_HOWS
};

struct rdl_fact_place {
    /* Without a line: "libfoo.so+0x12"; "": not known. */
    char file[RDL_FACT_LABEL];
    uint32_t line; /* 0: not known */
};

struct rdl_fact_step {
    enum rdl_role role;
    rdl_tid tid;
    uint8_t op; /* enum rdl_op; RDL_NO_OP: not an operation */
    /* RDL_FACT_NO_STEP: its thread did not reach it, or it is not a step. */
    uint64_t step;
    /* In the execution that was explained; zero if read from a file. */
    uintptr_t pc, addr;
    uintptr_t called; /* pc of the call of the function; 0: not known */
    uint32_t size;
    uint8_t flags;
    /* Labels; "" until rdl_explanation_label() or a file fills them in. */
    char what[RDL_FACT_LABEL]; /* "write balance", "mutex m" */
    struct rdl_fact_place place, call;
};

struct rdl_fact {
    enum rdl_fact_kind kind;
    enum rdl_how how;
    /* raddle moved what thread `turn` did before or after the rest, and the
     * program passed.  RDL_NO_TID: it moved nothing. */
    rdl_tid turn;
    bool passes_before, passes_after;
    uint16_t count; /* pairs of threads, threads woken, or threads of a cycle */
    uint64_t delay_ns; /* a thread must be delayed for longer; 0: none must */
    uint8_t n_steps;
    struct rdl_fact_step steps[RDL_FACT_STEPS];
};

struct rdl_fact_thread {
    rdl_tid tid;
    char function[RDL_FACT_LABEL]; /* the thread's start function */
};

struct rdl_explanation {
    uint8_t n; /* 0: raddle has no explanation */
    uint8_t n_threads;
    struct rdl_fact facts[RDL_FACTS];
    struct rdl_fact_thread threads[RDL_FACT_THREADS];
};

const char *rdl_fact_kind_name(enum rdl_fact_kind kind);
enum rdl_fact_part rdl_fact_kind_part(enum rdl_fact_kind kind);
const char *rdl_role_name(enum rdl_role role);
const char *rdl_how_name(enum rdl_how how);
/* The kind or role with that name, or -1. */
int rdl_fact_kind_find(const char *name);
int rdl_role_find(const char *name);
int rdl_how_find(const char *name);

/* The first step with that role, or NULL. */
const struct rdl_fact_step *rdl_fact_step(const struct rdl_fact *f,
                                          enum rdl_role role);
/* Is that operation one of its steps? */
bool rdl_explanation_names(const struct rdl_explanation *x, uint64_t step,
                           enum rdl_op op);
/* The start function of that thread; "" if not known. */
const char *rdl_explanation_function(const struct rdl_explanation *x,
                                     rdl_tid tid);

#endif
