/* two_locks.h - see two_locks.c. */
#ifndef TWO_LOCKS_H
#define TWO_LOCKS_H

struct two_locks;

struct two_locks *tl_new(void);
void tl_free(struct two_locks *x);
int tl_up(struct two_locks *x);
int tl_down(struct two_locks *x);

#endif
