/* queue.h - a bounded queue of numbers, for any number of threads. */
#ifndef QUEUE_H
#define QUEUE_H

struct q;

struct q *q_new(int room);
void q_free(struct q *q);
/* 0, or -1 if it is full. */
int q_push(struct q *q, int v);
/* 0 with the oldest number, or -1 if it is empty. */
int q_pop(struct q *q, int *v);
int q_size(struct q *q);
/* Removes the oldest number if it is v: 0; else -1. */
int q_pop_if(struct q *q, int v);
void q_clear(struct q *q);
int q_peek(struct q *q, int *v);

#endif
