/* capture.h - makes a schedule from shared memory, and the reverse. */
#ifndef RDL_SCHEDULE_CAPTURE_H
#define RDL_SCHEDULE_CAPTURE_H

#include "schedule/schedule.h"
#include "exec/worker.h"

/* "file:line (function)" of a program counter, "" if unknown. */
struct rdl_capture_places {
    void (*find)(void *data, uintptr_t pc, char *out, size_t size);
    void *data;
};

/* A comment for the file: one line, whatever the debug information contains;
 * NULL if nothing is known. */
char *rdl_capture_place(const struct rdl_capture_places *places, uintptr_t pc);

/* Makes a schedule of the execution in shared memory; without comments if
 * `places` is NULL.  False if the recording is incomplete; then *out needs no
 * freeing. */
bool rdl_capture_take(const struct rdl_worker *w, const char *program,
                      const struct rdl_config *config,
                      const struct rdl_capture_places *places,
                      struct rdl_schedule *out, struct rdl_error *error);

/* Fills the replay regions.  False if they are too small. */
bool rdl_capture_give(struct rdl_shared_map *m, const struct rdl_schedule *s);

#endif
