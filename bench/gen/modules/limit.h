/* limit.h - see limit.c. */
#ifndef LIMIT_H
#define LIMIT_H

struct limit;

struct limit *limit_new(void);
void limit_free(struct limit *x);
/* 0, or -1 if two are inside. */
int limit_enter(struct limit *x);
int limit_leave(struct limit *x);
int limit_inside(struct limit *x);

#endif
