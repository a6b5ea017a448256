/* recorded.h - a schedule file and the program it is of, made ready to run:
 * what replay and shrink have in common. */
#ifndef RDL_CLI_REPLAY_RECORDED_H
#define RDL_CLI_REPLAY_RECORDED_H

#include "exec/program.h"
#include "schedule/schedule.h"
#include "exec/stdin.h"

struct rdl_recorded {
    const char *file; /* as typed */
    struct rdl_schedule schedule;
    struct rdl_program program; /* from rdl_recorded_enter() on */
    char **argv;
};

/* Dies with the line and the reason if it cannot be read. */
void rdl_recorded_load(struct rdl_recorded *r, const char *file);
/* Finds the program (`elsewhere`: or NULL), says what differs from when it was
 * recorded, and restores directory, variables and standard input; dies if the
 * schedule cannot be of this program. */
void rdl_recorded_enter(struct rdl_recorded *r, const char *elsewhere,
                        struct rdl_stdin *input);
void rdl_recorded_leave(struct rdl_recorded *r);
void rdl_recorded_free(struct rdl_recorded *r);

#endif
