/* sum.h - see sum.c. */
#ifndef SUM_H
#define SUM_H

struct sum;

struct sum *sum_new(void);
void sum_free(struct sum *x);
int sum_add(struct sum *x, int v);
int sum_get(struct sum *x);

#endif
