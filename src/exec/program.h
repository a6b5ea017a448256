/* program.h - the program under test, looked at before it is started, so
 * that what cannot work is said in words instead of failing strangely. */
#ifndef RDL_EXEC_PROGRAM_H
#define RDL_EXEC_PROGRAM_H

#include <stdbool.h>

enum rdl_program_trouble {
    RDL_PROGRAM_OK,
    RDL_PROGRAM_MISSING,      /* not found, not executable: exit 2 */
    RDL_PROGRAM_UNCONTROLLED, /* static, 32-bit, setuid: exit 3 */
};

struct rdl_program {
    char *name; /* as typed */
    char *path; /* absolute */
    bool script;
    char interpreter[256]; /* of a script */
    char loader[256];      /* of one that is none */
};

/* Finds `name` as a shell would and looks at the file.  On trouble *why is a
 * sentence for the user; both it and the fields of `out` are to be freed. */
enum rdl_program_trouble rdl_program_find(const char *name,
                                          struct rdl_program *out, char **why);
void rdl_program_free(struct rdl_program *p);

#endif
