/* label.h - names for the steps of an explanation: what each does, where, and
 * from where its function was called. */
#ifndef RDL_REPORT_EXPLANATION_LABEL_H
#define RDL_REPORT_EXPLANATION_LABEL_H

#include "explain/facts/explanation.h"
#include "symbols/symbol.h"

/* Shared memory holds the failing execution, with RDL_CFG_WATCH; without that
 * nothing is known of names, and the facts go. */
void rdl_explanation_label(struct rdl_shared *shared,
                           struct rdl_symbols *symbols,
                           struct rdl_explanation *x);

#endif
