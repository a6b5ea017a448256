/* pointers.c - memory behind pointer variables of the program, in an observed
 * execution: "list->head", "slots[3].state".
 *
 * It uses only pointers that pointed to one thing as long as that was used.  A
 * pointer that moved (the head of a list) would name several things, each only
 * for a time.  So would a pointer that became NULL again, or that was set after
 * other code had used the thing. */
#include "symbols/internal.h"

#include "util/alloc.h"

#include <dwarf.h>
#include <stdio.h>
#include <stdlib.h>

#define MOST_ASKED 32    /* limit of pointers for one name */
#define MOST_BEHIND 4096 /* bytes behind one that have names */

struct pointer { /* a pointer that was read or written */
    uintptr_t to, at;
    size_t when; /* twice the step; one more for the value after the step */
    size_t size; /* of the block there, if there is one */
    size_t made; /* when that block was made, in the same unit */
    bool late;   /* the block was used before */
};

struct symbol_pointers {
    struct pointer *all;
    size_t n; /* sorted by target */
};

static bool pointers_points(uint64_t value)
{
    return value >> 32 != 0 && value >> 47 == 0;
}

/* Adds a value that may be a pointer, or NULL. */
static void pointers_add(struct symbol_pointers *p, uintptr_t at, uint64_t size,
                         uint64_t value, size_t when)
{
    if (size == sizeof(void *) && (value == 0 || pointers_points(value)))
        p->all[p->n++] =
            (struct pointer){ .to = value, .at = at, .when = when };
}

static int pointers_compare_targets(const void *a, const void *b)
{
    const struct pointer *p = a, *q = b;

    if (p->to != q->to)
        return p->to < q->to ? -1 : 1;
    return p->at < q->at ? -1 : p->at > q->at;
}

static int pointers_compare_places(const void *a, const void *b)
{
    const struct pointer *p = a, *q = b;

    if (p->at != q->at)
        return p->at < q->at ? -1 : 1;
    return p->when < q->when ? -1 : p->when > q->when;
}

/* For each pointer that only ever pointed to one thing, once set, keeps the
 * first time. */
static void pointers_keep_constant(struct symbol_pointers *s)
{
    struct pointer *p = s->all;
    size_t kept = 0;

    qsort(p, s->n, sizeof(*p), pointers_compare_places);
    for (size_t i = 0, next; i < s->n; i = next) {
        bool constant = true;
        size_t first = i;

        for (next = i; next < s->n && p[next].at == p[i].at; next++) {
            if (p[first].to == 0)
                first = next;
            constant = constant && p[next].to == p[first].to;
        }
        if (constant && p[first].to != 0)
            p[kept++] = p[first];
    }
    s->n = kept;
    qsort(p, s->n, sizeof(*p), pointers_compare_targets);
}

/* The first that points beyond addr. */
static size_t pointers_first_behind(const struct symbol_pointers *p,
                                    uintptr_t addr)
{
    size_t low = 0;

    for (size_t high = p->n; low < high;) {
        size_t middle = (low + high) / 2;

        if (p->all[middle].to <= addr)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Looks up the sizes of the blocks that they point to. */
static void pointers_find_sizes(struct symbol_pointers *p,
                                const struct rdl_trace *trace)
{
    for (size_t i = 0; i < trace->n_extras; i++) {
        const struct rdl_extra *x = &trace->extras[i];

        if (x->kind != RDL_EXTRA_MADE || x->block.size == 0)
            continue;
        for (size_t k = pointers_first_behind(p, x->block.addr);
             k > 0 && p->all[k - 1].to == x->block.addr; k--) {
            if (2 * x->step <= p->all[k - 1].when) {
                p->all[k - 1].size = x->block.size;
                p->all[k - 1].made = 2 * x->step;
            }
        }
    }
}

/* Drops those that were set to a block after it had been used. */
static void pointers_drop_late(struct symbol_pointers *p,
                               const struct rdl_trace *trace)
{
    size_t kept = 0;

    for (size_t i = 0; i < trace->n_steps; i++) {
        const struct rdl_event *e = &trace->steps[i];

        if (!rdl_op_accesses((enum rdl_op)e->op))
            continue;
        for (size_t k = pointers_first_behind(p, e->addr), asked = 0;
             k > 0 && asked < MOST_ASKED; k--, asked++) {
            struct pointer *at = &p->all[k - 1];

            if (e->addr - at->to >= at->size)
                break;
            if (2 * i > at->made && 2 * i < at->when)
                at->late = true;
        }
    }
    for (size_t k = 0; k < p->n; k++) {
        if (!p->all[k].late)
            p->all[kept++] = p->all[k];
    }
    p->n = kept;
}

void rdl_symbols_pointers_take(struct symbol_traced *w,
                               const struct rdl_trace *trace)
{
    struct symbol_pointers *p = rdl_alloc(sizeof(*p));

    p->all =
        rdl_alloc((trace->n_steps + trace->n_extras + 1) * sizeof(*p->all));
    for (size_t i = 0; i < trace->n_steps; i++) {
        const struct rdl_event *e = &trace->steps[i];

        if (rdl_op_accesses((enum rdl_op)e->op) &&
            (e->flags & RDL_EV_VALUE) != 0)
            pointers_add(p, e->addr, e->size, e->value, 2 * i);
    }
    for (size_t i = 0; i < trace->n_extras; i++) {
        const struct rdl_extra *x = &trace->extras[i];

        if (x->kind == RDL_EXTRA_LEFT)
            pointers_add(p, x->left.addr, x->left.size, x->left.value,
                         2 * x->step + 1);
    }
    pointers_keep_constant(p);
    pointers_find_sizes(p, trace);
    pointers_drop_late(p, trace);
    w->pointers = p;
}

void rdl_symbols_pointers_free(struct symbol_traced *w)
{
    if (w->pointers == NULL)
        return;
    free(w->pointers->all);
    free(w->pointers);
    w->pointers = NULL;
}

/* How many elements there are at the pointer's target, as far as known. */
static Dwarf_Word pointers_elements(struct rdl_symbols *s, uintptr_t to,
                                    Dwarf_Word element)
{
    const struct symbol_block_type *object;
    Dwarf_Word size;
    uintptr_t start;

    object = rdl_symbols_block_at(s, to, &start, &size);
    if (object == NULL || object->name == NULL || object->single ||
        object->exact || object->element != element || start != to ||
        size % element != 0)
        return 1;
    return size / element;
}

static bool pointers_name_behind(struct rdl_symbols *s, const struct pointer *p,
                                 Dwarf_Word offset, bool all, char *out,
                                 size_t size)
{
    char name[256], part[256] = "";
    struct rdl_append t = { .out = name, .size = sizeof(name) };
    struct symbol_block_type object = { .name = NULL };
    Dwarf_Die variable, type;
    Dwfl_Module *module;
    Dwarf_Word at, whole;

    if (rdl_symbols_object(s, p->at, &module, &at) == NULL ||
        !rdl_symbols_variable(module, p->at - at, &variable) ||
        !rdl_symbols_type(&variable, &type))
        return false;
    rdl_symbols_into(&t, &type, &at);
    if (at != 0 || dwarf_tag(&type) != DW_TAG_pointer_type ||
        !rdl_symbols_type(&type, &object.type) ||
        dwarf_aggregate_size(&object.type, &object.element) != 0 ||
        object.element == 0 || !rdl_symbols_data(s, p->at, name, sizeof(name)))
        return false;
    whole = object.element * pointers_elements(s, p->to, object.element);
    if (offset >= whole || (all && offset > 0))
        return false;
    if (all) {
        snprintf(out, size, "*%s", name);
        return true;
    }
    t = (struct rdl_append){ .out = part, .size = sizeof(part) };
    rdl_symbols_inside(&t, &object, whole, offset);
    if (part[0] == '.')
        snprintf(out, size, "%s->%s", name, part + 1);
    else if (whole > object.element)
        snprintf(out, size, "%s%s", name, part);
    else
        snprintf(out, size, "*%s%s", name, part);
    return true;
}

/* Tries the nearest pointer before addr first. */
bool rdl_symbols_behind(struct rdl_symbols *s, uintptr_t addr, bool whole,
                        char *out, size_t size)
{
    struct symbol_pointers *p = rdl_symbols_traced(s)->pointers;
    size_t low;

    if (p == NULL)
        return false;
    low = pointers_first_behind(p, addr);
    for (size_t asked = 0; low > 0 && asked < MOST_ASKED; low--, asked++) {
        const struct pointer *k = &p->all[low - 1];

        if (addr - k->to >= MOST_BEHIND)
            return false;
        if (pointers_name_behind(s, k, addr - k->to, whole, out, size))
            return true;
    }
    return false;
}
