/* buffer.h - see buffer.c. */
#ifndef BUFFER_H
#define BUFFER_H

struct buffer;

struct buffer *buffer_new(void);
void buffer_free(struct buffer *x);
/* The next byte; -1: at the end, -2: closed. */
int buffer_read(struct buffer *x);
int buffer_skip(struct buffer *x, int n);
int buffer_available(struct buffer *x);
int buffer_mark(struct buffer *x);
int buffer_reset(struct buffer *x);
int buffer_close(struct buffer *x);

#endif
