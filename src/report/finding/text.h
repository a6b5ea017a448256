/* text.h - a finding in words, for a terminal of 80 columns.
 *
 * The finding was written inside the target, which may have been overwriting
 * its own memory: lengths are clamped and text is stripped of what is not
 * printable before anything is shown.
 */
#ifndef RDL_REPORT_FINDING_TEXT_H
#define RDL_REPORT_FINDING_TEXT_H

#include "base/shared.h"
#include "symbols/symbol.h"

#include <stdbool.h>
#include <stdio.h>

/* Where the finding is: the line that the C library named (assert), else the
 * place of finding->pc.  False if nothing is known. */
bool rdl_finding_place(struct rdl_symbols *symbols,
                       const struct rdl_finding *finding,
                       struct rdl_place *out);

/* That place as one line: "bank.c:31:9 (deposit)".  Stable from run to run,
 * so that kind and location name a finding.  "-" if nothing is known. */
char *rdl_finding_location(struct rdl_symbols *symbols,
                           const struct rdl_finding *finding, char *out,
                           size_t size);

/* What happened, in one line without its place: "deadlock: threads 1 and 2
 * wait for each other's mutexes". */
char *rdl_finding_headline(struct rdl_symbols *symbols,
                           const struct rdl_finding *finding, char *out,
                           size_t size);

/* The same without the word for its kind, for who names that beside it. */
char *rdl_finding_says(struct rdl_symbols *symbols,
                       const struct rdl_finding *finding, char *out,
                       size_t size);
/* The headline of a finding of that kind that says this. */
char *rdl_finding_said(const char *kind, const char *says, char *out,
                       size_t size);

/* All of it: headline, threads, cycle, stacks. */
void rdl_finding_print(FILE *out, struct rdl_symbols *symbols,
                       const struct rdl_finding *finding, bool colour);
/* The same in two parts.  What and where, and at which step. */
void rdl_finding_print_head(FILE *out, struct rdl_symbols *symbols,
                            const struct rdl_finding *finding, bool colour);
/* The same of words that were kept; `nth` of the executions of a campaign had
 * it first. */
void rdl_finding_print_said(FILE *out, const char *kind, const char *says,
                            const char *location, uint64_t nth, bool colour);

/* What stands above the threads already, and is left out there. */
struct rdl_finding_told {
    bool cycle; /* who waits for whom, and where that was taken */
    /* Of each thread (RDL_MAX_THREADS): what it does, or did at last, and at
     * which line; only a stack of more than that is left to tell.  NULL:
     * of none. */
    const bool *ends;
};
/* Who, with at most `frames` calls of each. */
void rdl_finding_print_threads(FILE *out, struct rdl_symbols *symbols,
                               const struct rdl_finding *finding, size_t frames,
                               const struct rdl_finding_told *told,
                               bool colour);

#endif
