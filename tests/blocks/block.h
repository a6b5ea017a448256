/* block.h - what the programs of tests/blocks share.  A program states in its
 * first comment the kinds of warnings that are expected of it, and of its twin,
 * which -DTWIN makes and which differs in one token; `none` is the empty list.
 *
 * Figures and theorems are those of the thesis, 2.3.3 to 2.3.7.  The figures'
 * code is known by its description in the text. */
#ifndef BLOCK_H
#define BLOCK_H

#include "../races/race.h"

#include <raddle.h>

/* Not static: a compiler leaves out what nobody can read. */
int balance, debt;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

#define LOCK(l) pthread_mutex_lock(&(l))
#define UNLOCK(l) pthread_mutex_unlock(&(l))

#endif
