/* show.h - what test and replay print for people.  The symboliser is made from
 * the module table of the latest execution, at the first request. */
#ifndef RDL_CLI_REPLAY_SHOW_H
#define RDL_CLI_REPLAY_SHOW_H

#include "exec/output_capture.h"
#include "schedule/findings.h"
#include "exec/worker.h"
#include "symbols/symbol.h"
#include "report/table/table.h"
#include "trace/trace.h"

#include <stdio.h>

struct rdl_show {
    FILE *out; /* findings, summaries */
    bool colour;
    size_t width; /* of tables; 0: that of the output */
    bool full;    /* tables have every step */
    struct rdl_symbols *symbols;
    /* Of the module table that `symbols` was made from. */
    uint64_t modules_hash;
    uint64_t traced_hash; /* of the execution whose memory it names */
    /* Of that execution; without steps if it was not observed. */
    struct rdl_trace trace;
    size_t newer, unread; /* files that were reported */
};

/* to_stderr: --json - uses standard output. */
void rdl_show_make(struct rdl_show *s, bool to_stderr);
void rdl_show_free(struct rdl_show *s);
/* Of sentences, which nobody reads in lines as long as a table's. */
size_t rdl_show_prose(const struct rdl_show *s);

/* Valid until the next call with another module table. */
struct rdl_symbols *rdl_show_symbols(struct rdl_show *s,
                                     const struct rdl_shared *shared);
/* The same for the caller's trace. */
struct rdl_symbols *rdl_show_trace_symbols(struct rdl_show *s,
                                           const struct rdl_trace *trace);
/* The trace of the execution in the memory, valid until the next call with
 * another one; NULL if it was not observed. */
const struct rdl_trace *rdl_show_trace(struct rdl_show *s,
                                       const struct rdl_shared *shared);
/* The finding in the memory, with threads by number if it was observed; valid
 * as long as that trace. */
const struct rdl_finding *rdl_show_found(struct rdl_show *s,
                                         const struct rdl_shared *shared);
/* "file:line (function)", "" if pc is 0 or in no module. */
void rdl_show_place(struct rdl_show *s, const struct rdl_shared *shared,
                    uintptr_t pc, char *out, size_t size);

void rdl_show_finding(struct rdl_show *s, const struct rdl_worker *w);
/* Where a finding is: all of `out` but the text. */
void rdl_show_places(struct rdl_symbols *symbols, const struct rdl_finding *f,
                     struct rdl_finding_summary *out);
/* Puts the finding in the worker's memory into words for storing. */
void rdl_show_said(struct rdl_show *s, const struct rdl_worker *w,
                   struct rdl_finding_summary *out);
/* Prints the interleaving of the trace that symbols were last requested for;
 * nothing if it is NULL or has no steps.  `ends`: see rdl_table_print().  After
 * Ctrl-C a table with every step ends early. */
void rdl_show_table(struct rdl_show *s, const struct rdl_trace *trace,
                    const struct rdl_table_about *about, bool *ends);
/* Names the files that were not quoted because they are newer than the program
 * or cannot be read; each once. */
void rdl_show_unquoted(struct rdl_show *s);
/* Prints what the target wrote, at most about `most` bytes; nothing if it wrote
 * nothing. */
void rdl_show_output(struct rdl_show *s, struct rdl_worker *w, size_t most);
/* Is it a terminal control character?  Then a question mark is shown. */
bool rdl_show_controls(char c);
/* location: "" if there is none. */
void rdl_show_note(struct rdl_show *s, const char *text, const char *location);

#endif
