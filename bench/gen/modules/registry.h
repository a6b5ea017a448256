/* registry.h - see registry.c. */
#ifndef REGISTRY_H
#define REGISTRY_H

struct registry;

struct registry *reg_new(void);
void reg_free(struct registry *x);
/* The number of the key; adds it if it is new. */
int reg_intern(struct registry *x, int key);
int reg_count(struct registry *x);

#endif
