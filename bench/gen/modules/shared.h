/* shared.h - see shared.c. */
#ifndef SHARED_H
#define SHARED_H

struct shared; /* the last of its owners to leave frees it */

struct shared *shared_new(int value);
struct shared *shared_ref(struct shared *s);
void shared_unref(struct shared *s);
int shared_get(struct shared *s);

#endif
