/* block_report.h - reports what blocks.c has found.  Each group of places is
 * reported once in a process. */
#ifndef RDL_RUNTIME_OBSERVE_BLOCK_REPORT_H
#define RDL_RUNTIME_OBSERVE_BLOCK_REPORT_H

#include "base/finding.h"
#include "runtime/observe/tables/association_table.h"
#include "runtime/observe/tables/block_touch.h"

/* An execution begins. */
void rdl_block_report_begin(void);

/* Each returns whether the execution is to end here: see rdl_blocks_ends(). */

/* `whence`: where the block begins (ANNOTATED), or the lock (SPLIT). */
bool rdl_block_report_triple(const struct rdl_triple *t,
                             enum rdl_block_source source, uintptr_t whence);
bool rdl_block_report_pair(const struct rdl_block_touch *first,
                           const struct rdl_block_touch *second);
bool rdl_block_report_torn(const struct rdl_torn *t, uintptr_t begin);

#endif
