/* output_capture.h - what the target writes to its standard output and error.
 *
 * Both are one file in memory, in the order of writing.  It is a file because a
 * write to it never blocks: the back-pressure of a pipe would affect the
 * schedule.  Its size is bounded: the beginning and the end stay, and the
 * driver punches holes between them while the target runs. */
#ifndef RDL_EXEC_OUTPUT_CAPTURE_H
#define RDL_EXEC_OUTPUT_CAPTURE_H

#include "util/error.h"

#include <stddef.h>
#include <stdint.h>

#define RDL_CAPTURE_KEPT (UINT64_C(1) << 20) /* half of it at each end */

struct rdl_output_capture {
    int fd;
    uint64_t punched; /* end of the hole, 0: no hole */
};

struct rdl_output { /* owned by the reader */
    char *head, *tail;
    size_t head_size, tail_size;
    uint64_t left_out; /* bytes between the two ends */
};

bool rdl_output_capture_make(struct rdl_output_capture *c,
                             struct rdl_error *error);
void rdl_output_capture_free(struct rdl_output_capture *c);
/* Empties it for the next execution. */
bool rdl_output_capture_reset(struct rdl_output_capture *c,
                              struct rdl_error *error);
/* Call it from time to time while the target runs. */
void rdl_output_capture_trim(struct rdl_output_capture *c);
/* Reads at most `most` bytes, half of them from each end. */
void rdl_output_capture_read(const struct rdl_output_capture *c, size_t most,
                             struct rdl_output *out);
void rdl_output_free(struct rdl_output *out);

#endif
