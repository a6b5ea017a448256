/* asked_variables.h - which environment variables the program asks for.
 *
 * They decide what it does, so a schedule must have them (and only them: the
 * whole environment has passwords).  The C library's own questions (LANG, TZ,
 * MALLOC_...) do not come this way; schedule/environment.c knows those. */
#ifndef RDL_RUNTIME_PROCESS_ASKED_VARIABLES_H
#define RDL_RUNTIME_PROCESS_ASKED_VARIABLES_H

/* The program, or a library of it, asks for the variable. */
void rdl_asked_variable(const char *name);

#endif
