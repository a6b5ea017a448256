/* symbol_pointers.c - memory behind pointer variables of the program, in an
 * execution that was watched: "list->head", "slots[3].state".
 *
 * Only behind those that pointed to one thing all the time: a name behind a
 * pointer that moved (the head of a list) would be that of several things, and
 * of each at most for a time. */
#include "report/symbol_internal.h"

#include "driver/die.h"

#include <dwarf.h>
#include <stdio.h>
#include <stdlib.h>

#define MOST_ASKED 32    /* pointers, for one name */
#define MOST_BEHIND 4096 /* bytes behind one that have names */

struct pointer { /* that was read or written */
    uintptr_t to, at;
};

struct symbol_pointers {
    struct pointer *all;
    size_t n;
    bool sorted; /* by where they point */
};

static bool is_pointer(const struct rdl_event *e)
{
    return e->op >= RDL_OP_READ && e->op <= RDL_OP_RMW &&
           (e->flags & RDL_EV_VALUE) != 0 && e->size == sizeof(void *) &&
           e->value >> 32 != 0 && e->value >> 47 == 0;
}

void rdl_symbols_pointers_take(struct symbol_watched *w,
                               const struct rdl_event *events, size_t n)
{
    struct symbol_pointers *p = rdl_alloc(sizeof(*p));
    size_t room = 0;

    for (size_t i = 0; i < n; i++)
        room += is_pointer(&events[i]);
    p->all = rdl_alloc((room + 1) * sizeof(*p->all));
    for (size_t i = 0; i < n; i++) {
        if (is_pointer(&events[i]))
            p->all[p->n++] =
                (struct pointer){ .to = events[i].value, .at = events[i].addr };
    }
    w->pointers = p;
}

void rdl_symbols_pointers_free(struct symbol_watched *w)
{
    if (w->pointers == NULL)
        return;
    free(w->pointers->all);
    free(w->pointers);
    w->pointers = NULL;
}

static int compare_targets(const void *a, const void *b)
{
    const struct pointer *p = a, *q = b;

    if (p->to != q->to)
        return p->to < q->to ? -1 : 1;
    return p->at < q->at ? -1 : p->at > q->at;
}

static int compare_places(const void *a, const void *b)
{
    const struct pointer *p = a, *q = b;

    return p->at != q->at ? (p->at < q->at ? -1 : 1) : compare_targets(a, b);
}

static void keep_constant(struct symbol_pointers *s)
{
    struct pointer *p = s->all;
    size_t kept = 0;

    qsort(p, s->n, sizeof(*p), compare_places);
    for (size_t i = 0, next; i < s->n; i = next) {
        for (next = i + 1; next < s->n && p[next].at == p[i].at;)
            next++;
        if (p[i].to == p[next - 1].to)
            p[kept++] = p[i];
    }
    s->n = kept;
    qsort(p, s->n, sizeof(*p), compare_targets);
    s->sorted = true;
}

/* How many elements lie where the pointer points, as far as is known. */
static Dwarf_Word elements(struct rdl_symbols *s, uintptr_t to,
                           Dwarf_Word element)
{
    Dwarf_Word size;
    uintptr_t start;

    if (rdl_symbols_block_at(s, to, &start, &size) == NULL || start != to ||
        size % element != 0)
        return 1;
    return size / element;
}

static bool name_behind(struct rdl_symbols *s, const struct pointer *p,
                        Dwarf_Word offset, bool all, char *out, size_t size)
{
    char name[256], part[256] = "";
    struct rdl_append t = { .out = name, .size = sizeof(name) };
    struct symbol_thing thing = { .name = NULL };
    Dwarf_Die variable, type;
    Dwfl_Module *module;
    Dwarf_Word at, whole;

    if (rdl_symbols_object(s, p->at, &module, &at) == NULL ||
        !rdl_symbols_variable(module, p->at - at, &variable) ||
        !rdl_symbols_type(&variable, &type))
        return false;
    rdl_symbols_into(&t, &type, &at);
    if (at != 0 || dwarf_tag(&type) != DW_TAG_pointer_type ||
        !rdl_symbols_type(&type, &thing.type) ||
        dwarf_aggregate_size(&thing.type, &thing.element) != 0 ||
        thing.element == 0 || !rdl_symbols_data(s, p->at, name, sizeof(name)))
        return false;
    whole = thing.element * elements(s, p->to, thing.element);
    if (offset >= whole || (all && offset > 0))
        return false;
    if (all) {
        snprintf(out, size, "*%s", name);
        return true;
    }
    t = (struct rdl_append){ .out = part, .size = sizeof(part) };
    rdl_symbols_inside(&t, &thing, whole, offset);
    if (part[0] == '.')
        snprintf(out, size, "%s->%s", name, part + 1);
    else if (whole > thing.element)
        snprintf(out, size, "%s%s", name, part);
    else
        snprintf(out, size, "*%s%s", name, part);
    return true;
}

/* The nearest pointer before addr is asked first. */
bool rdl_symbols_behind(struct rdl_symbols *s, uintptr_t addr, bool whole,
                        char *out, size_t size)
{
    struct symbol_pointers *p = rdl_symbols_watch(s)->pointers;
    size_t low = 0, high;

    if (p == NULL)
        return false;
    if (!p->sorted)
        keep_constant(p);
    for (high = p->n; low < high;) {
        size_t middle = (low + high) / 2;

        if (p->all[middle].to <= addr)
            low = middle + 1;
        else
            high = middle;
    }
    for (size_t asked = 0; low > 0 && asked < MOST_ASKED; low--, asked++) {
        const struct pointer *k = &p->all[low - 1];

        if (addr - k->to >= MOST_BEHIND)
            return false;
        if (name_behind(s, k, addr - k->to, whole, out, size))
            return true;
    }
    return false;
}
