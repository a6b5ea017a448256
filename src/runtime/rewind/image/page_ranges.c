/* page_ranges.c - see page_ranges.h. */
#include "runtime/rewind/image/page_ranges.h"

#include "runtime/rewind/image/maps.h"

static bool page_ranges_add(struct rdl_page_ranges *table,
                            const struct rdl_map *map, char *start,
                            size_t n_pages)
{
    struct rdl_page_range *last =
        table->n > 0 ? &table->list[table->n - 1] : NULL;

    table->n_pages += n_pages;
    if (last != NULL && rdl_page_range_page(last, last->n_pages) == start &&
        last->protection == map->protection &&
        last->anonymous == map->anonymous) {
        last->n_pages += n_pages;
        return true;
    }
    if (table->n == table->most)
        return false;
    table->list[table->n++] = (struct rdl_page_range){
        .start = start,
        .n_pages = n_pages,
        .first = table->n_pages - n_pages,
        .protection = map->protection,
        .anonymous = map->anonymous,
    };
    return true;
}

bool rdl_page_ranges_add(struct rdl_page_ranges *table, struct rdl_maps *maps,
                         char *start, char *end)
{
    while (start < end) {
        const struct rdl_map *map = rdl_maps_find(maps, (uintptr_t)start);
        char *stop = (uintptr_t)end < map->end ? end : (char *)map->end;

        if (!page_ranges_add(table, map, start,
                             (size_t)(stop - start) / RDL_PAGE))
            return false;
        start = stop;
    }
    return true;
}

/* The first that does not end before addr. */
static size_t page_ranges_first_behind(const struct rdl_page_ranges *table,
                                       uintptr_t addr)
{
    size_t low = 0, high = table->n;

    while (low < high) {
        size_t middle = (low + high) / 2;
        const struct rdl_page_range *x = &table->list[middle];

        if ((uintptr_t)rdl_page_range_page(x, x->n_pages) <= addr)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

const struct rdl_page_range *
rdl_page_ranges_find(const struct rdl_page_ranges *table, uintptr_t addr)
{
    size_t i = page_ranges_first_behind(table, addr);

    return i < table->n && (uintptr_t)table->list[i].start <= addr
               ? &table->list[i]
               : NULL;
}

void rdl_page_ranges_each(const struct rdl_page_ranges *table, uintptr_t start,
                          size_t size,
                          void (*act)(const struct rdl_page_range *x,
                                      size_t first, size_t n))
{
    uintptr_t end = size < UINTPTR_MAX - start ? start + size : UINTPTR_MAX;

    for (size_t i = page_ranges_first_behind(table, start); i < table->n; i++) {
        const struct rdl_page_range *x = &table->list[i];
        uintptr_t at = (uintptr_t)x->start;
        size_t first = start > at ? (start - at) / RDL_PAGE : 0;
        size_t last;

        if (at >= end)
            return;
        last = (end - at - 1) / RDL_PAGE + 1;
        if (last > x->n_pages)
            last = x->n_pages;
        if (last > first)
            act(x, first, last - first);
    }
}
