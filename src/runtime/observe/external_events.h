/* external_events.h - events from outside that do not arrive through a
 * descriptor, recorded among the inputs of an execution (base/shared.h:
 * rdl_input).
 *
 * The descriptor family owns the call numbers below RDL_OUTSIDE and skips the
 * others; these functions skip its numbers. */
#ifndef RDL_RUNTIME_OBSERVE_EXTERNAL_EVENTS_H
#define RDL_RUNTIME_OBSERVE_EXTERNAL_EVENTS_H

#include "base/shared.h"

#include <stdbool.h>

#define RDL_OUTSIDE 0xff00
enum {
    RDL_OUTSIDE_SIGNAL = RDL_OUTSIDE, /* bytes: siginfo_t */
    RDL_OUTSIDE_CHILD,                /* result: did it change in time? */
};

/* Appends the event that has just arrived; does nothing in a replay. */
void rdl_external_events_record(uint16_t call, int64_t result,
                                const void *bytes, uint32_t length);
/* Reads the next recorded entry of this `call` from offset *at on, with at most
 * `size` of its bytes, and moves *at past it.  False: no more entries. */
bool rdl_external_events_scan(uint64_t *at, uint16_t call,
                              struct rdl_input *entry, void *bytes,
                              uint32_t size);

#endif
