/* index.h - numbers by key. */
#ifndef RDL_REORDER_INDEX_H
#define RDL_REORDER_INDEX_H

#include <stddef.h>
#include <stdint.h>

struct rdl_index {  /* owns its entries; zeroed, it is empty */
    size_t n, room; /* room: 0 or a power of two */
    struct rdl_index_entry {
        uint64_t key;
        uint32_t value;
        uint32_t used;
    } * all;
};

/* The value of the key, which the caller may change; `none` if it is new. */
uint32_t *rdl_index_at(struct rdl_index *x, uint64_t key, uint32_t none);
/* NULL: the key is not there. */
uint32_t *rdl_index_find(const struct rdl_index *x, uint64_t key);
void rdl_index_free(struct rdl_index *x);

#endif
