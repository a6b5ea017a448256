/* session.h - what the commands have in common before a target runs and when
 * their results are written. */
#ifndef RDL_CLI_SESSION_H
#define RDL_CLI_SESSION_H

#include "exec/program.h"
#include "exec/stdin.h"

#include <stdio.h>

/* Before the first target runs: Ctrl-C is noticed where raddle waits, and no
 * process of a target outlives raddle. */
void rdl_session_begin(void);
/* Takes raddle's own standard input for the target; the second dies if it
 * cannot. */
bool rdl_session_input(struct rdl_stdin *in, struct rdl_error *error);
void rdl_session_stdin(struct rdl_stdin *in);
/* Prints the library's notes as "raddle: note: ...". */
extern const struct rdl_note_sink rdl_session_notes;
/* Finds the program; dies with a sentence if it cannot be run or not be
 * controlled. */
void rdl_session_program(const char *name, struct rdl_program *out);
/* The path of libraddle.so as it can stand in LD_PRELOAD; dies if there is
 * none.  To be freed. */
char *rdl_session_runtime(void);
/* Dies if two options (or an argument) name one plain file, of which one would
 * overwrite the other, or are both standard output.  A path may be NULL: none.
 */
void rdl_session_apart(const char *option, const char *path,
                       const char *other_option, const char *other_path);
/* Dies if an option that writes a file names one that holds a schedule: a
 * failure that may not be met again.  NULL: the option was not given. */
void rdl_session_spare(const char *option, const char *path);
/* Opens the file of --json, which is no schedule; NULL if `path` is NULL.  Dies
 * if it cannot. */
FILE *rdl_session_json(const char *path);
/* Closes it; dies if not all of it could be written. */
void rdl_session_json_end(FILE *out, const char *path, bool good);

#endif
