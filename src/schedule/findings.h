/* findings.h - distinct findings.
 *
 * Two executions show the same finding if kind and place are equal, however
 * they got there.  Module and offset name the place, so the id is the same in
 * every run and on every machine for one build.
 *
 * A statement has several places (`p->a + p->b` after a free) that are one
 * mistake: a campaign counts them as the place that it met first. */
#ifndef RDL_SCHEDULE_FINDINGS_H
#define RDL_SCHEDULE_FINDINGS_H

#include "base/shared.h"
#include "explain/facts/explanation.h"
#include "schedule/unshrunk.h"

#include <stdbool.h>
#include <stddef.h>

#define RDL_FOUND_ALIKE 8

struct rdl_schedule;

/* What the user reads about a finding.  It describes one execution: which
 * thread fails, and where the others are then, differs from schedule to
 * schedule. */
struct rdl_finding_summary {
    char location[256];
    /* The access of the other thread, of a race or a pattern; "": none. */
    char other[256];
    /* Of a pattern: its accesses, in the order of rdl_pattern_view. */
    size_t n_accesses;
    char accesses[RDL_PATTERN_SIDES][256];
    char text[768]; /* one line, without the kind */
};

struct rdl_found {
    uint64_t id;
    /* Other ids of the same statement, as far as there is room. */
    uint64_t alike[RDL_FOUND_ALIKE];
    int code; /* of rdl_finding; unknown if of an earlier session */
    char kind[32];
    char part[sizeof(((struct rdl_config *)0)->part)]; /* as in rdl_config */
    struct rdl_finding_summary said; /* for the stored schedule */
    /* The first execution of its session that showed it; in the store the one
     * whose schedule is there, if there is one.  `execution` is its number;
     * jobs take numbers in portions, so it may exceed the count of executions.
     * `nth` is the number of executions of this session that had ended by then,
     * including it, which people can compare (0: it is of an earlier
     * session). */
    uint64_t execution, nth;
    uint64_t steps; /* of the stored schedule */
    double seconds; /* campaign time of the first occurrence */
    uint64_t times; /* number of executions that showed it */
    char *schedule; /* path, NULL if raddle could not write it */
    bool replayed;  /* a replay gave the same failure */
    /* It failed before the program made a thread, and without any other choice:
     * every schedule fails.  Not known of an earlier session. */
    bool threadless;
    /* The campaign counts it as a warning: what its detector says, unless the
     * user has decided (--races=fail). */
    bool warning;
    bool before;  /* of an earlier session, not met in this one */
    bool checked; /* a replay ran to its end, whatever the result */
    bool shrunk;  /* is shrunk; the original is <schedule>.orig */
    bool smaller; /* this session made it smaller */
    bool untried; /* shrinking did not try everything */
    bool kept;    /* an older schedule is stored: it is better */
    size_t preemptions, switches, switches_from; /* if it is shrunk */
    struct rdl_unshrunk unshrunk;
    struct rdl_explanation why; /* as far as it is known */
};

/* Did the execution end before it made a thread, without any other choice? */
bool rdl_schedule_threadless(const struct rdl_schedule *s);
/* Takes from the schedule file what depends on the schedule. */
void rdl_found_of_schedule(struct rdl_found *f, const struct rdl_schedule *s);

/* Puts the summary into the schedule that will be written. */
void rdl_found_say(const struct rdl_finding_summary *said,
                   struct rdl_schedule *s);

/* Is a finding of that kind a warning unless the user decides otherwise? */
bool rdl_found_warns(const char *kind);

/* The id of shared->finding, never 0. */
uint64_t rdl_found_id(const struct rdl_shared *s);
/* Is shared->finding, at the places in `said`, in the same statement as `f`, or
 * of two accesses in the same two?  Never for a finding about the places where
 * several threads wait. */
bool rdl_found_alike(const struct rdl_found *f, const struct rdl_shared *s,
                     const struct rdl_finding_summary *said);
/* The parts of "file:line:column (function)", which point into `location`. */
struct rdl_found_place {
    const char *file;
    size_t n_file;
    unsigned line, column; /* column 0: not known */
    const char *function;  /* NULL: not known */
    size_t n_function;
};
/* False if the location has no line. */
bool rdl_found_place(const char *location, struct rdl_found_place *out);
/* Are two "file:line:column (function)" equal except for the column? */
bool rdl_found_same_line(const char *a, const char *b);

#endif
