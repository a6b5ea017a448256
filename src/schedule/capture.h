/* capture.h - from shared memory to a schedule, and back. */
#ifndef RDL_SCHEDULE_CAPTURE_H
#define RDL_SCHEDULE_CAPTURE_H

#include "schedule/schedule.h"
#include "exec/worker.h"

/* "file:line (function)" of a program counter, "" if not known. */
struct rdl_capture_places {
    void (*find)(void *data, uintptr_t pc, char *out, size_t size);
    void *data;
};

/* A comment of the file: one line, whatever the debug information says; NULL if
 * nothing is known. */
char *rdl_capture_place(const struct rdl_capture_places *places, uintptr_t pc);

/* The execution that shared memory holds; places may be NULL: without comments.
 * NULL, or a sentence: the record is not whole, *out needs no freeing. */
const char *rdl_capture_take(const struct rdl_worker *w, const char *program,
                             const struct rdl_config *config,
                             const struct rdl_capture_places *places,
                             struct rdl_schedule *out);

/* Fills the replay regions.  False if they are too small. */
bool rdl_capture_give(struct rdl_shared_map *m, const struct rdl_schedule *s);

#endif
