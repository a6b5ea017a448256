/* external_events.c - see external_events.h. */
#include "runtime/observe/external_events.h"

#include "runtime/core/control.h"
#include "runtime/core/interceptor.h"
#include "runtime/core/thread.h"

#include <string.h>

static uint64_t events_padded(uint32_t length)
{
    return ((uint64_t)length + 7) & ~UINT64_C(7);
}

void rdl_external_events_record(uint16_t call, int64_t result,
                                const void *bytes, uint32_t length)
{
    struct rdl_region *r = &rdl_shared->regions[RDL_TRACE_INPUTS];
    char *to = rdl_shared_data(rdl_shared, RDL_TRACE_INPUTS);
    struct rdl_input entry = {
        .step = rdl_steps,
        .result = result,
        .length = length,
        .tid = rdl_self->tid,
        .call = call,
    };

    if (r->capacity - r->used < sizeof(entry) + events_padded(length)) {
        /* The driver notices that it is full and reports it. */
        r->used = r->capacity;
        return;
    }
    memcpy(to + r->used, &entry, sizeof(entry));
    memcpy(to + r->used + sizeof(entry), bytes, length);
    r->used += sizeof(entry) + events_padded(length);
}

bool rdl_external_events_scan(uint64_t *at, uint16_t call,
                              struct rdl_input *entry, void *bytes,
                              uint32_t size)
{
    const struct rdl_region *r = &rdl_shared->regions[RDL_REPLAY_INPUTS];
    const char *from = rdl_shared_data(rdl_shared, RDL_REPLAY_INPUTS);

    while (r->used - *at >= sizeof(*entry)) {
        const char *payload = from + *at + sizeof(*entry);

        memcpy(entry, from + *at, sizeof(*entry));
        if (events_padded(entry->length) > r->used - *at - sizeof(*entry))
            return false;
        *at += sizeof(*entry) + events_padded(entry->length);
        if (entry->call != call)
            continue;
        memcpy(bytes, payload, entry->length < size ? entry->length : size);
        return true;
    }
    return false;
}
