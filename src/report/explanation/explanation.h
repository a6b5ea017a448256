/* explanation.h - the cause of a failure (explain/cause.h) in one or two
 * sentences. */
#ifndef RDL_REPORT_EXPLANATION_EXPLANATION_H
#define RDL_REPORT_EXPLANATION_EXPLANATION_H

#include "explain/cause.h"
#include "symbols/symbol.h"

/* Shared memory holds the failing execution, with RDL_CFG_WATCH.  "" if nothing
 * is known. */
char *rdl_cause_text(struct rdl_shared *shared, struct rdl_symbols *symbols,
                     const struct rdl_cause *cause, char *out, size_t size);

#endif
