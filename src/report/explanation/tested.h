/* tested.h - whether the machine code bears out a block race that was guessed
 * from a test and a change (RDL_BLOCK_TEST). */
#ifndef RDL_REPORT_EXPLANATION_TESTED_H
#define RDL_REPORT_EXPLANATION_TESTED_H

#include "base/finding.h"
#include "symbols/symbol.h"

bool rdl_explanation_tested(struct rdl_symbols *s, const struct rdl_finding *f);

#endif
