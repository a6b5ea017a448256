/* stack_print.h - call stacks on a terminal, with their source. */
#ifndef RDL_REPORT_FINDING_STACK_PRINT_H
#define RDL_REPORT_FINDING_STACK_PRINT_H

#include "symbols/symbol.h"

#include <stdio.h>

/* Shortens a place that is too wide: first its directories, then its end.
 * Returns place. */
char *rdl_place_fit(char *place, size_t width);

/* " #0 bank.c:14:5 (transfer) pthread_mutex_lock(&to->lock);", one line for
 * each frame; the source goes below if it does not fit beside. */
void rdl_stack_print(FILE *out, const struct rdl_place *frames, size_t n,
                     bool colour);

#endif
