/* gate.h - see gate.c. */
#ifndef GATE_H
#define GATE_H

struct gate;

struct gate *gate_new(void);
void gate_free(struct gate *x);
int gate_open(struct gate *x);
/* Waits until it is open. */
int gate_pass(struct gate *x);
int gate_is_open(struct gate *x);

#endif
