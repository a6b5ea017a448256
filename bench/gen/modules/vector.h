/* vector.h - see vector.c. */
#ifndef VECTOR_H
#define VECTOR_H

struct vector;

struct vector *vec_new(void);
void vec_free(struct vector *x);
int vec_add(struct vector *x, int v);
/* -1 if there is none. */
int vec_get(struct vector *x, unsigned i);
int vec_clear(struct vector *x);

#endif
