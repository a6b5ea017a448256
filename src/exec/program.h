/* program.h - checks the program under test before raddle starts it, so that
 * the user gets a sentence instead of a strange failure. */
#ifndef RDL_EXEC_PROGRAM_H
#define RDL_EXEC_PROGRAM_H

#include "util/error.h"
#include "util/note_sink.h"

#include <stdbool.h>

struct rdl_program {
    char *name; /* as typed */
    char *path; /* absolute */
    bool script;
    char interpreter[256]; /* if it is a script */
    char loader[256];      /* if it is not a script */
};

/* Finds `name` as a shell would and checks the file.  The error's code is
 * RDL_EXIT_USAGE for a file that is not found or not a program, and
 * RDL_EXIT_NOTHING for a program that raddle cannot control (static, 32-bit,
 * setuid).  The caller frees `out` in any case. */
bool rdl_program_find(const char *name, struct rdl_program *out,
                      struct rdl_error *error);
/* Notes about a program that was found and may surprise the user. */
void rdl_program_notes(const struct rdl_program *p,
                       const struct rdl_note_sink *notes);
void rdl_program_free(struct rdl_program *p);

#endif
