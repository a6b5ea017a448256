/* payload.c - see payload.h. */
#include "exec/payload.h"

#include "util/fatal.h"

#include <string.h>

void rdl_payload_clear(struct rdl_shared_map *m)
{
    m->shared->regions[RDL_PAYLOAD].used = 0;
}

void rdl_payload_add(struct rdl_shared_map *m, const void *bytes, size_t size)
{
    struct rdl_region *r = &m->shared->regions[RDL_PAYLOAD];
    struct rdl_payload *all = rdl_shared_data(m->shared, RDL_PAYLOAD);

    RDL_ASSERT(r->used < RDL_PAYLOADS && size <= RDL_PAYLOAD_BYTES);
    all[r->used].size = size;
    memcpy(all[r->used].bytes, bytes, size);
    r->used++;
}

void rdl_answer_clear(struct rdl_shared_map *m, size_t n)
{
    struct rdl_answer *all = rdl_shared_data(m->shared, RDL_ANSWER);

    for (size_t i = 0; i < n && i < RDL_ANSWERS; i++)
        memset(all[i].bytes, 0, sizeof(uint64_t));
}

void rdl_answer_copy(struct rdl_shared_map *m, uint64_t i, void *out,
                     size_t size)
{
    RDL_ASSERT(size <= RDL_ANSWER_BYTES);
    memcpy(out, rdl_shared_answer(m->shared, i), size);
}
