/* seed.h - see seed.c. */
#ifndef SEED_H
#define SEED_H

struct seed;

struct seed *seed_new(void);
void seed_free(struct seed *x);
int seed_put(struct seed *x, int key);
int seed_has(struct seed *x, int key);

#endif
