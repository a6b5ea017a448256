/* event.h - see event.c. */
#ifndef EVENT_H
#define EVENT_H

struct event;

struct event *ev_new(void);
void ev_free(struct event *x);
/* Runs the callback: how often it has run. */
int ev_run(struct event *x);
/* Waits until no callback runs. */
int ev_remove(struct event *x);

#endif
