/* text.h - an explanation in one or two sentences, from its facts alone. */
#ifndef RDL_REPORT_EXPLANATION_TEXT_H
#define RDL_REPORT_EXPLANATION_TEXT_H

#include "explain/facts/explanation.h"

#define RDL_EXPLANATION_TEXT 2048

/* "" if there is no explanation.  Operations are in backquotes. */
char *rdl_explanation_text(const struct rdl_explanation *x, char *out,
                           size_t size);

#endif
