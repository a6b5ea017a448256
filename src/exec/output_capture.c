/* output_capture.c - see output_capture.h. */
#include "exec/output_capture.h"

#include "util/fd.h"
#include "util/alloc.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#define HALF (RDL_CAPTURE_KEPT / 2)

bool rdl_output_capture_make(struct rdl_output_capture *c,
                             struct rdl_error *error)
{
    *c = (struct rdl_output_capture){ .fd = rdl_fd_memory("raddle-output") };
    if (c->fd < 0)
        return rdl_error_errno(error, RDL_EXIT_INTERNAL,
                               "cannot make a file in memory for the "
                               "program's output");
    /* The target may open it again (/dev/stdout). */
    fcntl(c->fd, F_SETFL, O_APPEND);
    return true;
}

void rdl_output_capture_free(struct rdl_output_capture *c)
{
    close(c->fd);
}

static uint64_t capture_size(const struct rdl_output_capture *c)
{
    struct stat st;

    return fstat(c->fd, &st) == 0 ? (uint64_t)st.st_size : 0;
}

bool rdl_output_capture_reset(struct rdl_output_capture *c,
                              struct rdl_error *error)
{
    lseek(c->fd, 0, SEEK_SET); /* the target can ask for the offset */
    if (capture_size(c) == 0)
        return true;
    if (ftruncate(c->fd, 0) != 0)
        return rdl_error_errno(error, RDL_EXIT_INTERNAL,
                               "cannot empty the file in memory that holds the "
                               "program's output");
    c->punched = 0;
    return true;
}

void rdl_output_capture_trim(struct rdl_output_capture *c)
{
    uint64_t size = capture_size(c), from, to;

    if (size < c->punched)
        c->punched = 0; /* the runtime began another execution */
    from = c->punched > 0 ? c->punched : HALF;
    if (size < from + 4 * HALF)
        return;
    to = (size - HALF) & ~UINT64_C(4095);
    if (fallocate(c->fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
                  (off_t)from, (off_t)(to - from)) == 0)
        c->punched = to;
}

static char *capture_part(const struct rdl_output_capture *c, uint64_t from,
                          size_t size, size_t *got)
{
    char *data = rdl_alloc(size);
    ssize_t n = pread(c->fd, data, size, (off_t)from);

    *got = n > 0 ? (size_t)n : 0;
    return data;
}

void rdl_output_capture_read(const struct rdl_output_capture *c, size_t most,
                             struct rdl_output *out)
{
    uint64_t size = capture_size(c);
    uint64_t part = (most < RDL_CAPTURE_KEPT ? most : RDL_CAPTURE_KEPT) / 2;
    uint64_t head = size <= 2 * part ? size : part;
    uint64_t tail = size <= 2 * part ? 0 : part;

    *out = (struct rdl_output){ .left_out = size - head - tail };
    out->head = capture_part(c, 0, head, &out->head_size);
    out->tail = capture_part(c, size - tail, tail, &out->tail_size);
}

void rdl_output_free(struct rdl_output *out)
{
    free(out->head);
    free(out->tail);
}
