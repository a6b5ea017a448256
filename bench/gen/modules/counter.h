/* counter.h - see counter.c. */
#ifndef COUNTER_H
#define COUNTER_H

struct counter;

struct counter *counter_new(void);
void counter_free(struct counter *x);
int counter_add(struct counter *x, int by);
int counter_get(struct counter *x);

#endif
