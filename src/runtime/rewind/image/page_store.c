/* page_store.c - see page_store.h.  Only pages that are not zero have a copy:
 * many megabytes of untouched static data cost next to nothing. */
#include "runtime/rewind/image/page_store.h"

#include "runtime/core/persistent.h"
#include "runtime/core/runtime_memory.h"
#include "runtime/rewind/image/page.h"
#include "runtime/rewind/image/resident.h"

#include <string.h>

static struct store {
    uint32_t *places; /* by page: 1 + place of its copy; 0: it was zero */
    size_t n_pages;
    char *copies;
    size_t n_copies;
} store;

RDL_PERSISTENT(store);

/* Which pages need a copy? */
static void page_store_find_places(const struct rdl_page_range *x,
                                   struct rdl_resident *p)
{
    for (size_t i = 0; i < x->n_pages; i++) {
        char *at = rdl_page_range_page(x, i);

        if (x->anonymous && !rdl_resident_at(p, (uintptr_t)at))
            continue;
        if (!rdl_page_zero(at))
            store.places[x->first + i] = (uint32_t)++store.n_copies;
    }
}

static void page_store_copy(const struct rdl_page_range *x)
{
    for (size_t i = 0; i < x->n_pages; i++) {
        uint32_t place = store.places[x->first + i];

        if (place != 0)
            memcpy(store.copies + (place - 1) * RDL_PAGE,
                   rdl_page_range_page(x, i), RDL_PAGE);
    }
}

const char *rdl_page_store_save(const struct rdl_page_ranges *extents)
{
    static const char no_memory[] = "there is no memory for a copy of its own";
    struct rdl_resident presence;

    store.n_pages = extents->n_pages;
    if (store.n_pages == 0)
        return NULL;
    if (store.n_pages >= UINT32_MAX)
        return "it has more memory than can be copied";
    store.places =
        rdl_runtime_memory_map(store.n_pages * sizeof(store.places[0]));
    if (store.places == NULL)
        return no_memory;
    rdl_resident_open(&presence);
    for (size_t i = 0; i < extents->n; i++)
        page_store_find_places(&extents->list[i], &presence);
    rdl_resident_close(&presence);
    rdl_runtime_memory_seal(store.places,
                            store.n_pages * sizeof(store.places[0]));
    if (store.n_copies == 0)
        return NULL;
    store.copies = rdl_runtime_memory_map(store.n_copies * RDL_PAGE);
    if (store.copies == NULL)
        return no_memory;
    for (size_t i = 0; i < extents->n; i++)
        page_store_copy(&extents->list[i]);
    rdl_runtime_memory_seal(store.copies, store.n_copies * RDL_PAGE);
    return NULL;
}

const char *rdl_page_store_page(size_t number)
{
    uint32_t place = store.places[number];

    return place == 0 ? NULL : store.copies + (place - 1) * RDL_PAGE;
}

uint64_t rdl_page_store_checksum(uint64_t sum)
{
    sum = rdl_mix(rdl_mix(sum, (uintptr_t)store.places), store.n_pages);
    sum = rdl_mix(rdl_mix(sum, (uintptr_t)store.copies), store.n_copies);
    for (size_t i = 0; i < store.n_copies; i++)
        sum = rdl_page_sum(sum, store.copies + i * RDL_PAGE);
    return sum;
}

void rdl_page_store_release(void)
{
    if (store.copies != NULL)
        rdl_runtime_memory_unmap(store.copies, store.n_copies * RDL_PAGE);
    if (store.places != NULL)
        rdl_runtime_memory_unmap(store.places,
                                 store.n_pages * sizeof(store.places[0]));
    store = (struct store){ 0 };
}
