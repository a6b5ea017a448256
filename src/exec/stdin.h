/* stdin.h - every execution reads the same standard input.
 *
 * A file is opened anew for each execution and starts where raddle found it.
 * Input that cannot seek is read once, before the first execution, and served
 * from memory.  A terminal is replaced by /dev/null, because nobody types the
 * same thing ten thousand times. */
#ifndef RDL_EXEC_STDIN_H
#define RDL_EXEC_STDIN_H

#include "util/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct rdl_stdin {
    int fd; /* descriptor 0 of every target is a copy of it */
    bool seeks;
    off_t start;
};

/* On failure of any of these three functions the caller frees nothing.  Takes
 * the driver's own standard input.  Calls `waits` when a pipe has given nothing
 * for two seconds, so that raddle can print what it waits for. */
bool rdl_stdin_take(struct rdl_stdin *in, void (*waits)(void),
                    struct rdl_error *error);
/* Uses these bytes instead. */
bool rdl_stdin_give(struct rdl_stdin *in, const void *data, size_t size,
                    struct rdl_error *error);
/* The same input with an offset of its own, for another worker. */
bool rdl_stdin_copy(const struct rdl_stdin *in, struct rdl_stdin *out,
                    struct rdl_error *error);
void rdl_stdin_free(struct rdl_stdin *in);
void rdl_stdin_rewind(const struct rdl_stdin *in);
/* Size and hash of all that a target can read; 0 and 0 if nothing. */
void rdl_stdin_digest(const struct rdl_stdin *in, uint64_t *size,
                      uint64_t *hash);
/* All of the input, to be freed; NULL if it is longer than `most`. */
char *rdl_stdin_bytes(const struct rdl_stdin *in, size_t most, size_t *size);

#endif
