/* syn_print.h - a SYN-sequence for people and for programs. */
#ifndef RDL_CLI_REPLAY_SYN_PRINT_H
#define RDL_CLI_REPLAY_SYN_PRINT_H

#include "symbols/symbol.h"
#include "syn/syn.h"

#include <jansson.h>
#include <stdio.h>

void rdl_syn_print(FILE *out, const struct rdl_syn *s,
                   const struct rdl_trace *t, struct rdl_symbols *symbols);
/* Adds threads, order and variants to the object: docs/json.md. */
void rdl_syn_json(json_t *object, const struct rdl_syn *s,
                  const struct rdl_trace *t, struct rdl_symbols *symbols);

#endif
