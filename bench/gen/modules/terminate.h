/* terminate.h - see terminate.c. */
#ifndef TERMINATE_H
#define TERMINATE_H

struct pool;

struct pool *pool_new(void);
void pool_free(struct pool *x);
/* 0; -1: it has been terminated. */
int pool_submit(struct pool *x, int job);
/* Waits for a job; -1: it has been terminated, and none is left. */
int pool_take(struct pool *x);
int pool_terminate(struct pool *x);
int pool_pending(struct pool *x);

#endif
