/* lines.h - what the files of frameworks share: an output line by line. */
#ifndef RDL_FRAMEWORKS_LINES_H
#define RDL_FRAMEWORKS_LINES_H

#include "frameworks/framework.h"

struct rdl_line { /* part of an output, without its newline */
    const char *at;
    size_t n;
};

/* The line that begins at *rest, which then is the next one; false at the end
 * of the output. */
bool rdl_line_next(const char **rest, struct rdl_line *out);
/* The line without blanks at both ends. */
struct rdl_line rdl_line_trim(struct rdl_line l);
bool rdl_line_begins(struct rdl_line l, const char *with);
bool rdl_line_ends(struct rdl_line l, const char *with);
/* What follows `word` in the line; false if the line does not have it. */
bool rdl_line_after(struct rdl_line l, const char *word, struct rdl_line *out);

/* Looks for "FILE:LINE" and `then` in a line: sets file and line, and returns
 * what follows.  FILE is all before it. */
bool rdl_line_place(struct rdl_line l, const char *then,
                    struct rdl_failure *out, struct rdl_line *rest);
/* Appends the trimmed line to the text, after `between` unless it is the first;
 * what does not fit is cut off. */
void rdl_failure_add(struct rdl_failure *f, const char *between,
                     struct rdl_line l);
/* The same with ", " in between, or a blank after a colon. */
void rdl_failure_join(struct rdl_failure *f, struct rdl_line l);

#endif
