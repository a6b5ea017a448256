/* session.h - what the commands have in common before a target runs and when
 * they write results. */
#ifndef RDL_CLI_SESSION_H
#define RDL_CLI_SESSION_H

#include "exec/program.h"
#include "exec/stdin.h"

#include <stdio.h>

/* Call it before the first target runs: makes raddle notice Ctrl-C where it
 * waits, and makes no process of a target outlive raddle. */
void rdl_session_begin(void);
/* Takes raddle's own standard input for the target; the second function ends
 * raddle if it cannot. */
bool rdl_session_input(struct rdl_stdin *in, struct rdl_error *error);
void rdl_session_stdin(struct rdl_stdin *in);
/* Prints the library's notes as "raddle: note: ...". */
extern const struct rdl_note_sink rdl_session_notes;
/* Finds the program; ends raddle with an error if it cannot be run or
 * controlled. */
void rdl_session_program(const char *name, struct rdl_program *out);
/* The path of libraddle.so in a form that LD_PRELOAD accepts; ends raddle if
 * there is none.  The caller frees it. */
char *rdl_session_runtime(void);
/* Ends raddle if two options (or an argument) name the same plain file, so that
 * one would overwrite the other, or if both are standard output.  A path may be
 * NULL: not given. */
void rdl_session_apart(const char *option, const char *path,
                       const char *other_option, const char *other_path);
/* Ends raddle if an option that writes a file names a schedule: that failure
 * may never occur again.  NULL: the option was not given. */
void rdl_session_spare(const char *option, const char *path);
/* Opens the file of --json, which must not be a schedule; NULL if `path` is
 * NULL.  Ends raddle if it cannot. */
FILE *rdl_session_json(const char *path);
/* Closes it; ends raddle if not all of it could be written. */
void rdl_session_json_end(FILE *out, const char *path, bool good);

#endif
