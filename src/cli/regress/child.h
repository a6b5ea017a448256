/* child.h - commands that raddle regress runs: git, a build, rm. */
#ifndef RDL_CLI_REGRESS_CHILD_H
#define RDL_CLI_REGRESS_CHILD_H

#include <stdbool.h>

struct rdl_child {
    const char *dir; /* to run in; NULL: here */
    const char *log; /* file for what it prints; NULL: nowhere */
    const char *cc;  /* $CC; NULL: as it is */
    bool guarded;    /* what it starts does not outlive raddle either */
    bool finishes;   /* it cleans up: Ctrl-C does not end it (rdl_child_hold) */
};

/* Its exit status; 127: it cannot be run; -1: a signal ended it.  It does not
 * outlive raddle. */
int rdl_child_run(const struct rdl_child *how, const char *const *argv);
/* Until rdl_child_release(), a signal that would end raddle (Ctrl-C) ends the
 * command that runs instead, so that raddle can clean up: look with
 * rdl_child_interrupted() after each. */
void rdl_child_hold(void);
bool rdl_child_interrupted(void);
/* If there was such a signal, it ends raddle now. */
void rdl_child_release(void);
/* The first line that it prints, which the caller frees; NULL if it fails.
 * *status as above. */
char *rdl_child_line(const char *const *argv, int *status);
/* The last lines of a file, which the caller frees; "" if there are none. */
char *rdl_child_tail(const char *path, unsigned lines);

#endif
