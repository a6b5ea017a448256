/* show.h - what test and replay print for people.
 *
 * The symboliser is made from the module table of the latest execution, when
 * first asked. */
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
    struct rdl_symbols *symbols;
    uint64_t modules_hash;  /* of which `symbols` was made */
    uint64_t watched_hash;  /* the execution that it names memory of */
    struct rdl_trace trace; /* of that; without steps if it was not watched */
    size_t newer, unread;   /* files that were told of */
};

/* to_stderr: standard output is taken by --json -. */
void rdl_show_make(struct rdl_show *s, bool to_stderr);
void rdl_show_free(struct rdl_show *s);

/* Valid until the next call with another module table. */
struct rdl_symbols *rdl_show_symbols(struct rdl_show *s,
                                     const struct rdl_shared *shared);
/* The same for a trace of the caller's. */
struct rdl_symbols *rdl_show_trace_symbols(struct rdl_show *s,
                                           const struct rdl_trace *trace);
/* The trace of the execution that the memory holds, until the next call with
 * another one; NULL: it was not watched. */
const struct rdl_trace *rdl_show_trace(struct rdl_show *s,
                                       const struct rdl_shared *shared);
/* "file:line (function)", "" if pc is 0 or lies nowhere. */
void rdl_show_place(struct rdl_show *s, const struct rdl_shared *shared,
                    uintptr_t pc, char *out, size_t size);

void rdl_show_finding(struct rdl_show *s, const struct rdl_worker *w);
/* The finding in the worker's memory, as it is kept. */
void rdl_show_said(struct rdl_show *s, const struct rdl_worker *w,
                   struct rdl_finding_summary *out);
/* The interleaving of the trace for which symbols were asked last; nothing if
 * it is NULL or has no steps.  `ends`: see rdl_table_print(). */
void rdl_show_table(struct rdl_show *s, const struct rdl_trace *trace,
                    const struct rdl_table_about *about, bool full, bool *ends);
/* Files from which nothing was quoted because they are newer than the program,
 * or cannot be read; each once. */
void rdl_show_unquoted(struct rdl_show *s);
/* What the target wrote, at most some `most` bytes; nothing if it wrote
 * nothing. */
void rdl_show_output(struct rdl_show *s, struct rdl_worker *w, size_t most);
/* Would it command the terminal?  Then a question mark is shown. */
bool rdl_show_controls(char c);
/* location: "" if there is none. */
void rdl_show_note(struct rdl_show *s, const char *text, const char *location);

#endif
