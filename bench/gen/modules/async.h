/* async.h - see async.c. */
#ifndef ASYNC_H
#define ASYNC_H

struct async;

struct async *async_new(void);
void async_free(struct async *x);
/* 1 if the loop has to be woken. */
int async_send(struct async *x);
/* What was sent since the last time, if the loop was woken. */
int async_drain(struct async *x);

#endif
