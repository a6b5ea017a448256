/* warnings.h - findings that do not end their execution, in the memory that
 * driver and runtime share. */
#ifndef RDL_DETECT_WARNINGS_H
#define RDL_DETECT_WARNINGS_H

#include "base/finding.h"

/* Records a finding `f` that rdl_detect made: counts it if its kind is known at
 * its place, else adds it. */
void rdl_warnings_add(struct rdl_warnings *w, const struct rdl_finding *f);

/* The driver has taken them over, or they do not count. */
void rdl_warnings_counted(struct rdl_warnings *w);

/* The warning as a finding, with a view of the thread that caused it. */
void rdl_warning_finding(const struct rdl_warning *w, struct rdl_finding *out);

#endif
