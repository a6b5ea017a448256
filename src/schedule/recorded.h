/* recorded.h - a schedule file and its program, ready to run: what replay,
 * shrink and report share.
 *
 * raddle's own directory, environment and standard input stay as they are: the
 * target gets those of the recording (worker_options). */
#ifndef RDL_SCHEDULE_RECORDED_H
#define RDL_SCHEDULE_RECORDED_H

#include "exec/program.h"
#include "exec/stdin.h"
#include "exec/worker.h"
#include "schedule/schedule.h"

struct rdl_recorded {
    const char *file; /* as given; borrowed */
    struct rdl_schedule schedule;
    struct rdl_program program; /* from rdl_recorded_prepare() on */
    char **argv, **environment;
    const char *directory; /* NULL: cannot be entered; raddle's is used */
};

struct rdl_recorded_how {
    const char *program; /* its path now; NULL: as recorded */
    bool renamed;        /* its file may have another name, as the same build */
    /* Provides a standard input that is too large for the schedule; NULL: the
     * target gets an empty one. */
    bool (*input)(struct rdl_stdin *in, struct rdl_error *error);
    struct rdl_note_sink notes; /* about differences from the recording */
};

/* On failure nothing is to be freed. */
bool rdl_recorded_load(struct rdl_recorded *r, const char *file,
                       struct rdl_error *error);
/* Finds the program and all that it needs to run as recorded; false if the
 * schedule cannot be of this program.  `input` is for rdl_worker_make(). */
bool rdl_recorded_prepare(struct rdl_recorded *r,
                          const struct rdl_recorded_how *how,
                          struct rdl_stdin *input, struct rdl_error *error);
/* The options of a worker for it; the caller sets isolation and max_steps. */
struct rdl_worker_options rdl_recorded_worker(const struct rdl_recorded *r,
                                              const char *runtime);
void rdl_recorded_free(struct rdl_recorded *r);

#endif
