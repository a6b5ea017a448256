/* blocking.h - see blocking.c. */
#ifndef BLOCKING_H
#define BLOCKING_H

struct bq;

struct bq *bq_new(void);
void bq_free(struct bq *q);
int bq_put(struct bq *q, int v);
/* Waits until there is one. */
int bq_take(struct bq *q);
/* -1 if there is none. */
int bq_try_take(struct bq *q);
int bq_size(struct bq *q);

#endif
