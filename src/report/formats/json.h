/* json.h - results for machines. docs/json.md documents the fields; their names
 * and types do not change. */
#ifndef RDL_REPORT_FORMATS_JSON_H
#define RDL_REPORT_FORMATS_JSON_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct rdl_json_finding {
    uint64_t id;
    const char *kind, *location, *text;
    const char *part; /* the case of a test suite; NULL: none */
    /* Kind and text for people; the expectation that failed, or null.  Taken
     * over, never NULL. */
    json_t *headline, *expectation;
    json_t *race;    /* the rest of a data race, or null; the same */
    json_t *pattern; /* the rest of a block race and the like; the same */
    bool warning;    /* it did not end its execution */
    uint64_t execution, steps, times;
    uint64_t nth; /* 0: found by an earlier session */
    double seconds;
    const char *schedule; /* NULL: raddle could not write it */
    bool replayed, checked, threadless;
    bool shrunk; /* then: */
    uint64_t preemptions, switches, shrunk_from;
    json_t *explanation; /* taken over; never NULL */
};

struct rdl_json_note {
    const char *kind, *text;
    const char *location; /* "" if none */
};

struct rdl_json_test {
    const char *program;
    char *const *arguments; /* ended by NULL */
    uint64_t executions, steps, cut, late, lost, handled, suppressed, compared,
        accesses, restored_pages, restored_bytes;
    double seconds, seconds_on_findings;
    const char *strategy;
    unsigned depth;
    uint64_t seed;
    const char *time_passes; /* as asked for */
    uint64_t idle, early;    /* executions with idle time, with any time */
    const char *isolation, *isolation_asked, *engine;
    const char *fell; /* why the two isolations differ; NULL: they do not */
    unsigned jobs;
    unsigned threads, most_enabled;
    bool deterministic;
    json_t *difference;  /* taken over: null if deterministic */
    uint64_t event_hash; /* of execution 0 */
    const char *stop;    /* why it ended */
    const char *verdict; /* campaign/verdict.h */
    int exit_status;
    const char *why; /* NULL: there is nothing to explain */
    json_t *coverage, *combined, *growth, *rules; /* taken over */
    uint64_t skipped;                             /* schedules, as similar */
    uint64_t observed;   /* executions from which the estimate was made */
    json_t *targets;     /* taken over; null without --targets */
    bool capped;         /* `coverage` has lower bounds */
    bool complete;       /* every interleaving was run */
    json_t *predictions; /* taken over */
    json_t *reorderings; /* the same */
    json_t *exploration; /* taken over; NULL: it explored nothing */
    size_t n_findings;
    const struct rdl_json_finding *findings;
    size_t n_notes;
    const struct rdl_json_note *notes;
};

struct rdl_json_replay {
    const char *schedule, *program;
    const char *result; /* of the first replay that differed, or "same" */
    const char *kind, *location, *text; /* of the recorded finding */
    uint64_t times, reproduced, steps;
    const char *engine, *isolation;
    double seconds;
    int exit_status;
    bool diverged; /* then: */
    uint64_t step;
    const char *why, *expected, *came;
};

struct rdl_json_shrink {
    const char *schedule, *program, *kind, *location, *text;
    bool shrunk, minimal;
    uint64_t preemptions, switches, threads, steps, shrunk_from, attempts;
    double seconds;
    int exit_status;
    const char *why;     /* why it was not shrunk, or NULL */
    json_t *explanation; /* taken over; never NULL */
};

/* For other reports: rdl_json_text() makes text valid for JSON (NULL: null);
 * rdl_json_write() writes an object with a newline and releases it. */
json_t *rdl_json_text(const char *text);
bool rdl_json_write(FILE *out, json_t *object);
json_t *rdl_json_finding(const struct rdl_json_finding *f);
json_t *rdl_json_test(const struct rdl_json_test *t);

/* Both write one object and a newline; false if the stream failed (errno). */
bool rdl_json_replay(FILE *out, const struct rdl_json_replay *r);
bool rdl_json_shrink(FILE *out, const struct rdl_json_shrink *s);

#endif
