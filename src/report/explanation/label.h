/* label.h - labels for the steps of an explanation: what each does, where, and
 * where its function was called. */
#ifndef RDL_REPORT_EXPLANATION_LABEL_H
#define RDL_REPORT_EXPLANATION_LABEL_H

#include "explain/facts/explanation.h"
#include "symbols/symbol.h"

/* Shared memory holds the failing execution, observed with RDL_CFG_TRACE.  If
 * it was not observed, names are not known, and the facts are dropped. */
void rdl_explanation_label(struct rdl_shared *shared,
                           struct rdl_symbols *symbols,
                           struct rdl_explanation *x);

#endif
