/* stack.h - see stack.c. */
#ifndef STACK_H
#define STACK_H

struct stack;

struct stack *st_new(void);
void st_free(struct stack *x);
int st_push(struct stack *x, int v);
int st_pop(struct stack *x);

#endif
