/* mapping_names.c - the table behind rdl_mapping_find: parts of the target's
 * mappings, sorted by address.
 *
 * A part has the number and origin of the mapping it was cut from, so names
 * survive munmap of a piece. */
#include "runtime/core/mapping_names.h"

#include "runtime/core/persistent.h"

#include <string.h>

/* The kernel's own limit (vm.max_map_count) is lower.  Untouched entries cost
 * nothing. */
#define PARTS 65536

static struct part {
    uintptr_t start, end;
    uintptr_t origin; /* where the mapping would begin if it were still whole */
    uint64_t number;
} parts[PARTS];
static size_t n_parts, most_parts;
static uint64_t n_made;
static uintptr_t lowest = UINTPTR_MAX, highest; /* of all mappings so far */

RDL_KEEP_USED(parts, most_parts);

/* The first part that ends after addr. */
static size_t mappings_position(uintptr_t addr)
{
    size_t low = 0, high = n_parts;

    while (low < high) {
        size_t middle = (low + high) / 2;

        if (parts[middle].end > addr)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

bool rdl_mapping_find(uintptr_t addr, uint64_t *number, size_t *offset)
{
    size_t i;

    if (addr < lowest || addr >= highest)
        return false;
    i = mappings_position(addr);
    if (i == n_parts || parts[i].start > addr)
        return false;
    *number = parts[i].number;
    *offset = addr - parts[i].origin;
    return true;
}

static void mappings_insert(struct part part)
{
    size_t i = mappings_position(part.start);

    if (n_parts == PARTS)
        return;
    memmove(&parts[i + 1], &parts[i], (n_parts - i) * sizeof(part));
    parts[i] = part;
    n_parts++;
    if (n_parts > most_parts)
        most_parts = n_parts;
    if (part.start < lowest)
        lowest = part.start;
    if (part.end > highest)
        highest = part.end;
}

static void mappings_delete_part(size_t i)
{
    n_parts--;
    memmove(&parts[i], &parts[i + 1], (n_parts - i) * sizeof(parts[0]));
}

void rdl_mapping_remove(uintptr_t start, size_t size)
{
    uintptr_t end = start + size;
    size_t i = mappings_position(start);

    while (i < n_parts && parts[i].start < end) {
        struct part behind = parts[i];

        if (parts[i].start < start) {
            parts[i].end = start;
            i++;
        } else {
            mappings_delete_part(i);
        }
        if (behind.end > end) {
            behind.start = end;
            mappings_insert(behind);
            return;
        }
    }
}

void rdl_mapping_add(uintptr_t start, size_t size)
{
    rdl_mapping_remove(start, size); /* MAP_FIXED replaces */
    mappings_insert((struct part){ .start = start,
                                   .end = start + size,
                                   .origin = start,
                                   .number = ++n_made });
}

void rdl_mapping_move(uintptr_t from, size_t old_size, uintptr_t to,
                      size_t new_size)
{
    size_t i = mappings_position(from);
    struct part part;

    if (i == n_parts || parts[i].start > from)
        return;
    part = parts[i];
    rdl_mapping_remove(from, old_size);
    rdl_mapping_remove(to, new_size);
    part.origin = to - (from - part.origin);
    part.start = to;
    part.end = to + new_size;
    mappings_insert(part);
}
