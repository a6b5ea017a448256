/* queue.h - a bounded queue of numbers for several threads. */
#ifndef QUEUE_H
#define QUEUE_H

#include <stdio.h>

struct q;

struct q *q_new(int room); /* NULL if room is not 1 to 16 */
void q_free(struct q *q);
int q_push(struct q *q, int v);   /* -1: it is full */
int q_pop(struct q *q, int *v);   /* -1: it is empty */
int q_pop_if(struct q *q, int v); /* removes the first if it is v, else -1 */
int q_peek(struct q *q, int *v);
int q_size(struct q *q);
void q_clear(struct q *q);
void q_print(struct q *q, FILE *out);

#endif
