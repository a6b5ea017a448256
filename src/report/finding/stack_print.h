/* stack_print.h - calls as lines of a terminal, with their source. */
#ifndef RDL_REPORT_FINDING_STACK_PRINT_H
#define RDL_REPORT_FINDING_STACK_PRINT_H

#include "symbols/symbol.h"

#include <stdio.h>

/* Cuts a place that is too wide: first directories, then the end.  Returns
 * place. */
char *rdl_place_fit(char *place, size_t width);

/* "    #0  bank.c:14:5 (transfer)   pthread_mutex_lock(&to->lock);", one line
 * for each; the source goes below where it does not fit beside. */
void rdl_stack_print(FILE *out, const struct rdl_place *frames, size_t n,
                     bool colour);

#endif
