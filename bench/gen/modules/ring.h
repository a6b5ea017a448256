/* ring.h - see ring.c. */
#ifndef RING_H
#define RING_H

struct ring;

struct ring *ring_new(void);
void ring_free(struct ring *x);
int ring_put(struct ring *x, int v);
int ring_get(struct ring *x);

#endif
