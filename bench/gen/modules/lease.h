/* lease.h - see lease.c. */
#ifndef LEASE_H
#define LEASE_H

struct lease;

struct lease *lease_new(void);
void lease_free(struct lease *x);
/* 0, or -1 if nobody holds it any more. */
int lease_take(struct lease *x);
/* What is left; at 0 it is gone for good. */
int lease_drop(struct lease *x);
int lease_count(struct lease *x);

#endif
