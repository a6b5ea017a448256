/* table_names.c - names of memory and of values: see table_internal.h. */
#include "report/table_internal.h"

#include "driver/die.h"

#include <ctype.h>
#include <string.h>

#define MOST_ASKED 32 /* pointers, for one name */

struct table_named {
    uintptr_t addr;
    char *name;
};

static bool looks_like_pointer(uint64_t value, uint32_t size)
{
    return size == sizeof(void *) && value >> 32 != 0 && value >> 47 == 0;
}

/* A block that the finding is about is "block". */
static bool name_block(const struct rdl_table *t, uintptr_t addr, char *out,
                       size_t size)
{
    const struct rdl_block_view *b = &t->f->block;
    uintptr_t start = t->f->addr - (uintptr_t)b->offset;

    if (!b->known || addr < start || addr - start >= b->size)
        return false;
    if (addr == start)
        snprintf(out, size, "block");
    else
        snprintf(out, size, "block+%lu", (unsigned long)(addr - start));
    return true;
}

static int compare_targets(const void *a, const void *b)
{
    const struct table_pointer *p = a, *q = b;

    if (p->to != q->to)
        return p->to < q->to ? -1 : 1;
    return p->at < q->at ? -1 : p->at > q->at;
}

static int compare_places(const void *a, const void *b)
{
    const struct table_pointer *p = a, *q = b;

    return p->at != q->at ? (p->at < q->at ? -1 : 1) : compare_targets(a, b);
}

/* Those that pointed to one thing only: a name behind a pointer that moved
 * (the head of a list) would be that of several things, and of each at most for
 * a time. */
static void keep_constant(struct rdl_table *t, size_t n)
{
    struct table_pointer *p = t->pointers;

    qsort(p, n, sizeof(*p), compare_places);
    for (size_t i = 0, next; i < n; i = next) {
        for (next = i + 1; next < n && p[next].at == p[i].at;)
            next++;
        if (p[i].to == p[next - 1].to)
            p[t->n_pointers++] = p[i];
    }
    qsort(p, t->n_pointers, sizeof(*p), compare_targets);
}

/* What the program was seen to read or write that looks like a pointer. */
static void collect_pointers(struct rdl_table *t)
{
    size_t n = 0;

    t->pointers = rdl_alloc((t->n_acts + 1) * sizeof(*t->pointers));
    for (size_t i = 0; i < t->n_acts; i++) {
        const struct rdl_event *e = &t->acts[i].e;

        if (table_accesses((enum rdl_op)e->op) &&
            (e->flags & RDL_EV_VALUE) != 0 &&
            looks_like_pointer(e->value, e->size))
            t->pointers[n++] =
                (struct table_pointer){ .to = e->value, .at = e->addr };
    }
    keep_constant(t, n);
}

/* Behind a pointer of the program; the nearest before addr is asked first. */
static bool name_behind(struct rdl_table *t, uintptr_t addr, char *out,
                        size_t size)
{
    size_t low = 0, high;

    if (t->pointers == NULL)
        collect_pointers(t);
    high = t->n_pointers;
    while (low < high) {
        size_t middle = (low + high) / 2;

        if (t->pointers[middle].to <= addr)
            low = middle + 1;
        else
            high = middle;
    }
    for (size_t asked = 0; low > 0 && asked < MOST_ASKED; low--, asked++) {
        const struct table_pointer *p = &t->pointers[low - 1];

        if (addr - p->to >= TABLE_POINTEE)
            return false;
        if (rdl_symbols_behind(t->symbols, p->at, addr - p->to, out, size))
            return true;
    }
    return false;
}

static char *name_new(struct rdl_table *t, uintptr_t addr)
{
    char name[TABLE_NAME];

    if (!rdl_symbols_data(t->symbols, addr, name, sizeof(name)) &&
        !name_block(t, addr, name, sizeof(name)) &&
        !name_behind(t, addr, name, sizeof(name)))
        snprintf(name, sizeof(name), "0x%lx", (unsigned long)addr);
    return rdl_strdup(name);
}

const char *rdl_table_name(struct rdl_table *t, uintptr_t addr)
{
    size_t low = 0, high = t->n_names;

    while (low < high) {
        size_t middle = (low + high) / 2;

        if (t->names[middle].addr == addr)
            return t->names[middle].name;
        if (t->names[middle].addr < addr)
            low = middle + 1;
        else
            high = middle;
    }
    if (t->n_names == t->room_names) {
        t->room_names = t->room_names * 2 + 16;
        t->names = rdl_grow(t->names, t->room_names * sizeof(*t->names));
    }
    memmove(&t->names[low + 1], &t->names[low],
            (t->n_names - low) * sizeof(*t->names));
    t->names[low] =
        (struct table_named){ .addr = addr, .name = name_new(t, addr) };
    t->n_names++;
    return t->names[low].name;
}

void rdl_table_names_free(struct rdl_table *t)
{
    for (size_t i = 0; i < t->n_names; i++)
        free(t->names[i].name);
    free(t->names);
    free(t->pointers);
}

/* Bytes of a size that no number has: part of a string. */
static bool value_text(uint64_t value, uint32_t size, char *out, size_t room)
{
    char text[sizeof(value) + 1] = "";
    size_t n;

    if (size < 3 || size == 4 || size >= 8)
        return false;
    memcpy(text, &value, size);
    n = strlen(text);
    for (size_t i = 0; i < n; i++) {
        if (!isprint((unsigned char)text[i]))
            return false;
    }
    snprintf(out, room, "\"%s\"", text);
    return n > 0;
}

/* The bits say nothing about the type: what is near zero on either side is
 * taken for a number with a sign. */
char *rdl_table_value(struct rdl_table *t, uintptr_t addr, uint64_t value,
                      uint32_t size, char *out, size_t room)
{
    const unsigned unused = size < 8 ? 64 - 8 * size : 0;
    const int64_t number = (int64_t)(value << unused) >> unused;
    char name[TABLE_NAME];

    (void)addr;
    if (looks_like_pointer(value, size)) {
        if (rdl_symbols_data(t->symbols, value, name, sizeof(name)) ||
            name_block(t, value, name, sizeof(name)))
            snprintf(out, room, "&%s", name);
        else
            snprintf(out, room, "0x%lx", (unsigned long)value);
    } else if (value_text(value, size, out, room)) {
        return out;
    } else if (number < 0 && number >= -100000 && size >= 4) {
        snprintf(out, room, "%ld", (long)number);
    } else if (value < 1000000000) {
        snprintf(out, room, "%lu", (unsigned long)value);
    } else {
        snprintf(out, room, "0x%lx", (unsigned long)value);
    }
    return out;
}

const char *rdl_table_function(struct rdl_table *t, rdl_tid tid)
{
    struct rdl_place place;

    if (tid == 0)
        return "main";
    if (tid >= t->n_threads || t->threads[tid].start == 0 ||
        !rdl_symbols_find(t->symbols, t->threads[tid].start, &place) ||
        place.function == NULL)
        return "";
    return place.function;
}
