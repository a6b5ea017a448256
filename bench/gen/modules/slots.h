/* slots.h - see slots.c. */
#ifndef SLOTS_H
#define SLOTS_H

struct slots;
struct slot;

struct slots *slots_new(void);
void slots_free(struct slots *s);
/* NULL if all are taken. */
struct slot *slots_take(struct slots *s);
/* 0, or -1 if it was not taken. */
int slots_give(struct slots *s, struct slot *one);

#endif
