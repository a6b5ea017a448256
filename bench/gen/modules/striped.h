/* striped.h - see striped.c. */
#ifndef STRIPED_H
#define STRIPED_H

struct striped;

struct striped *striped_new(void);
void striped_free(struct striped *x);
/* 1: the key is new. */
int striped_add(struct striped *x, int key);
int striped_has(struct striped *x, int key);
/* 1: the key was there. */
int striped_remove(struct striped *x, int key);
int striped_size(struct striped *x);

#endif
