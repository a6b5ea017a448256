/* text.h - a finding in words, for a terminal of 80 columns.
 *
 * The finding was written inside the target, which may have overwritten its own
 * memory: before raddle shows anything it limits lengths and replaces
 * unprintable characters. */
#ifndef RDL_REPORT_FINDING_TEXT_H
#define RDL_REPORT_FINDING_TEXT_H

#include "base/shared.h"
#include "symbols/symbol.h"

#include <stdbool.h>
#include <stdio.h>

/* Reported instead of a cause if rdl_schedule_threadless(). */
#define RDL_FINDING_THREADLESS                                                 \
    "fails before it makes a thread: this does not depend on the schedule"

/* Where the finding is: the line that the C library named (assert), otherwise
 * the place of finding->pc.  False if not known. */
bool rdl_finding_place(struct rdl_symbols *symbols,
                       const struct rdl_finding *finding,
                       struct rdl_place *out);

/* That place as one line: "bank.c:31:9 (deposit)".  Stable from run to run, so
 * that kind and location identify a finding. "-" if not known. */
char *rdl_finding_location(struct rdl_symbols *symbols,
                           const struct rdl_finding *finding, char *out,
                           size_t size);
/* What happened, in one line without its place: "deadlock: threads 1 and 2 wait
 * for each other's mutexes". */
char *rdl_finding_headline(struct rdl_symbols *symbols,
                           const struct rdl_finding *finding, char *out,
                           size_t size);

/* The same without the name of its kind, for callers that print it elsewhere.
 */
char *rdl_finding_says(struct rdl_symbols *symbols,
                       const struct rdl_finding *finding, char *out,
                       size_t size);
/* The headline made of a kind and the text of rdl_finding_says(). */
char *rdl_finding_said(const char *kind, const char *says, char *out,
                       size_t size);

/* All of it: headline, threads, cycle, stacks. */
void rdl_finding_print(FILE *out, struct rdl_symbols *symbols,
                       const struct rdl_finding *finding, bool colour);
/* The same in two parts.  The first: what, where, and at which step. */
void rdl_finding_print_head(FILE *out, struct rdl_symbols *symbols,
                            const struct rdl_finding *finding, bool colour);
/* The same from stored words; `nth`: the execution of the campaign that had it
 * first. */
void rdl_finding_print_said(FILE *out, const char *kind, const char *says,
                            const char *location, uint64_t nth, bool colour);

/* What is above the threads already, so that the stacks leave it out. */
struct rdl_finding_known {
    /* Which thread waits for which, and where each lock was taken. */
    bool cycle;
    /* For each thread (RDL_MAX_THREADS): true if the reader has seen its last
     * act and its line, so that only a longer stack adds something.  NULL: for
     * none. */
    const bool *ends;
};
/* The second part: the threads, with at most `frames` calls of each. */
void rdl_finding_print_threads(FILE *out, struct rdl_symbols *symbols,
                               const struct rdl_finding *finding, size_t frames,
                               const struct rdl_finding_known *known,
                               bool colour);

#endif
