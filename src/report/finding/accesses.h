/* accesses.h - the accesses that a finding is about, in words: of a data race,
 * of a block race, of associated variables. */
#ifndef RDL_REPORT_FINDING_ACCESSES_H
#define RDL_REPORT_FINDING_ACCESSES_H

#include "base/finding.h"
#include "symbols/symbol.h"

/* The pieces {race} and {pattern} of a sentence (detect/detector.h), appended
 * to `out`. */
void rdl_accesses_race(struct rdl_symbols *s, const struct rdl_finding *f,
                       char *out, size_t size);
void rdl_accesses_pattern(struct rdl_symbols *s, const struct rdl_finding *f,
                          char *out, size_t size);

/* The place of the other access of a race, or of the other thread's access of
 * a pattern; "" if it is neither. */
char *rdl_finding_other_location(struct rdl_symbols *symbols,
                                 const struct rdl_finding *finding, char *out,
                                 size_t size);

#endif
