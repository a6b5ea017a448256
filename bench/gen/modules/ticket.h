/* ticket.h - see ticket.c. */
#ifndef TICKET_H
#define TICKET_H

struct ticket;

struct ticket *ticket_new(void);
void ticket_free(struct ticket *x);
/* A number that nobody else gets. */
int ticket_next(struct ticket *x);
int ticket_given(struct ticket *x);

#endif
