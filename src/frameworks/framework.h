/* framework.h - the contract between raddle and a test framework.
 *
 * A suite reports a failed expectation in its output and then ends with a
 * status, or aborts inside the framework.  A framework's file knows that
 * output, and turns it into data once: file, line, and what was expected.
 *
 * raddle promises:
 *   - `output` is NUL-terminated: what the program wrote to standard output and
 *     standard error in one execution, with a gap in the middle if it is long;
 *   - it asks only about findings that say how the program ended, not why
 *     (`vague` in detect/detector.h), at the moments that `explains` names;
 *   - of several frameworks that recognise something, the earliest place in the
 *     output counts.
 * A framework promises:
 *   - failure() reads only its arguments, and survives any output;
 *   - it returns where the first failure begins, or NULL: then `out` has no
 *     meaning.
 *
 * A framework whose programs hold many test cases also says how to list and to
 * choose them (`suite`), for raddle test --cases:
 *   - raddle recognises the framework by bytes in the program's file, lists the
 *     cases by running the program once without control, and then runs each by
 *     the arguments and variables of choose();
 *   - cases() names each case once, in the order of the listing; choose() needs
 *     nothing but that name.
 *
 * To add one: write src/frameworks/<name>.c, add FRAMEWORK(<name>) to list.h,
 * and an output with its failure to tests/unit/frameworks.c. */
#ifndef RDL_FRAMEWORKS_FRAMEWORK_H
#define RDL_FRAMEWORKS_FRAMEWORK_H

#include "detect/detector.h"

#include <stddef.h>

struct rdl_failure { /* as in struct rdl_finding */
    char file[sizeof(((struct rdl_finding *)0)->file)]; /* "": not known */
    unsigned line;                                      /* 0: not known */
    /* One line: the expectation, then its values. */
    char text[sizeof(((struct rdl_finding *)0)->text)];
};

/* The names of cases, owned. */
struct rdl_case_names {
    size_t n;
    char **all;
};
void rdl_case_names_add(struct rdl_case_names *names, const char *name,
                        size_t length);
void rdl_case_names_free(struct rdl_case_names *names);

#define RDL_CHOICE_MOST 4
/* What the command line and the environment get in addition; owned. */
struct rdl_case_choice {
    size_t n_arguments, n_variables;
    char *arguments[RDL_CHOICE_MOST];
    char *variables[RDL_CHOICE_MOST]; /* NAME=VALUE */
};
void rdl_case_choice_free(struct rdl_case_choice *c);

#define RDL_MARKS 3
struct rdl_suite {
    /* The program's file has one of these; ended by NULL. */
    const char *marks[RDL_MARKS];
    /* The file must have this too, or else the cases cannot run one by one.
     * NULL: it needs nothing. */
    const char *needs;
    const char *cannot; /* a sentence: why not, and what to do */
    bool whole; /* then the program can at least run as a whole, as one case */
    /* Arguments and variables that list the cases. */
    struct rdl_case_choice list;
    /* Listing executes the cases: listing under a choice shows whether the
     * program follows it. */
    bool executes;
    /* NULL: the program is one case. */
    void (*cases)(const char *output, struct rdl_case_names *out);
    void (*choose)(const char *name, struct rdl_case_choice *out);
};

struct rdl_framework {
    const char *name;  /* for people */
    unsigned explains; /* 1 << RDL_AT_... of the findings it can explain */
    enum rdl_moment_kind becomes; /* the moment of a finding so explained */
    const char *(*failure)(const char *output, struct rdl_failure *out);
    const struct rdl_suite *suite; /* NULL: it has no test programs */
};

#define RDL_EXPLAINS_END (1u << RDL_AT_EXIT | 1u << RDL_AT_ABORT)

/* The i-th of list.h, NULL after the last. */
const struct rdl_framework *rdl_framework_at(size_t i);
/* The framework that explains a finding of that kind by that output, with what
 * it says about it; NULL: none. */
const struct rdl_framework *rdl_framework_explains(const char *kind,
                                                   const char *output,
                                                   struct rdl_failure *out);
/* The framework of the program in that file; NULL: none is known.  *able: its
 * cases can run one by one. */
const struct rdl_framework *rdl_framework_of(const char *path, bool *able);

#endif
