/* findings.h - distinct findings.
 *
 * Two executions show the same finding if it is of the same kind at the same
 * place, however they came there.  The place is named by module and offset,
 * so the id holds from run to run and machine to machine for one build.
 *
 * A statement has several places (`p->a + p->b` after a free), which are one
 * mistake: a campaign counts them as the one that it met first. */
#ifndef RDL_SCHEDULE_FINDINGS_H
#define RDL_SCHEDULE_FINDINGS_H

#include "base/shared.h"
#include "explain/facts/explanation.h"

#include <stdbool.h>
#include <stddef.h>

#define RDL_FOUND_ALIKE 8

struct rdl_schedule;

/* What people are told of a finding.  It is of one execution: who fails, and
 * where others stand then, differs from schedule to schedule. */
struct rdl_finding_summary {
    char location[256];
    char text[768]; /* one line; its kind is named beside it */
};

struct rdl_found {
    uint64_t id;
    /* Other ids of its statement, so far as they are remembered. */
    uint64_t alike[RDL_FOUND_ALIKE];
    int code; /* of rdl_finding; of an earlier session: not known */
    char kind[32];
    struct rdl_finding_summary said; /* of the schedule that is kept */
    /* The first that showed it: its number, which jobs take in portions, so
     * that it may be beyond their count; and how many had ended with it in
     * this session, which people can compare (0: it is of an earlier one). */
    uint64_t execution, nth;
    uint64_t steps; /* of the schedule that is kept */
    double seconds; /* by the campaign's clock, when it was met first */
    uint64_t times; /* executions that showed it */
    char *schedule; /* path, NULL if it could not be written */
    bool replayed;  /* the schedule gave the same failure again */
    bool before;    /* known from an earlier session, not met in this one */
    bool checked;   /* it was replayed to the end, whatever that gave */
    bool shrunk;    /* the schedule; the original is <schedule>.orig */
    bool smaller;   /* that, just now, made it smaller */
    bool untried;   /* and might make it smaller still */
    bool kept;      /* the schedule is an earlier one, which is better */
    size_t preemptions, switches, switches_from; /* if it is */
    char not_shrunk[160];                        /* why it is not; "" */
    struct rdl_explanation why;                  /* as far as it is known */
};

/* From its schedule file: what depends on the schedule. */
void rdl_found_of_schedule(struct rdl_found *f, const struct rdl_schedule *s);

/* That is what the file is to say. */
void rdl_found_say(const struct rdl_finding_summary *said,
                   struct rdl_schedule *s);

/* The id of shared->finding, never 0. */
uint64_t rdl_found_id(const struct rdl_shared *s);
/* Is shared->finding, which is at `location`, at the statement of `f`?  Never
 * for one that is about where several threads wait. */
bool rdl_found_alike(const struct rdl_found *f, const struct rdl_shared *s,
                     const char *location);
/* Are "file:line:column (function)" equal but for the column? */
bool rdl_found_same_line(const char *a, const char *b);

#endif
