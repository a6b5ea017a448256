/* expectation.h - a finding in the words of the program's test framework. */
#ifndef RDL_EXEC_EXPECTATION_H
#define RDL_EXEC_EXPECTATION_H

#include "base/shared.h"
#include "exec/output_capture.h"

/* The execution in `shared` has a finding.  If that says only how the program
 * ended, and the output says which expectation failed, the finding becomes that
 * one: its kind, text, file and line.  Returns whether it still is a finding:
 * RDL_FOUND; RDL_EXITED if the user disabled its new kind. */
enum rdl_state rdl_expectation_look(struct rdl_shared *shared,
                                    const struct rdl_output_capture *output);

#endif
