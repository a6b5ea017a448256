/* payload.h - the driver's side of payloads and answers (base/payload.h).
 *
 * Payloads stay in the shared memory until they are cleared: every request
 * hands them out again, from the first (config.first_payload) on. */
#ifndef RDL_EXEC_PAYLOAD_H
#define RDL_EXEC_PAYLOAD_H

#include "exec/shared_map.h"

/* No execution gets a payload from now on. */
void rdl_payload_clear(struct rdl_shared_map *m);
/* Appends one; at most RDL_PAYLOADS of at most RDL_PAYLOAD_BYTES each. */
void rdl_payload_add(struct rdl_shared_map *m, const void *bytes, size_t size);

/* Forgets what the first n executions of a request could answer. */
void rdl_answer_clear(struct rdl_shared_map *m, size_t n);
/* Copies what execution `i` of the latest request answered: `size` bytes that
 * the target can have written in any way. */
void rdl_answer_copy(struct rdl_shared_map *m, uint64_t i, void *out,
                     size_t size);

#endif
