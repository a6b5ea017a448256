/* tree.c - the entries of a unit of debug information as a tree.
 *
 * libdw goes through a unit from its beginning for each question about the
 * entries around an address or around an entry.  A unit of C++ has tens of
 * thousands of entries, and a finding asks for a hundred places.  Here the
 * children of an entry are listed once, when they are first needed. */
#include "symbols/internal.h"

#include "base/hash.h"
#include "util/alloc.h"

#include <dwarf.h>
#include <stdlib.h>

struct tree_code { /* a range of code */
    Dwarf_Addr low, high;
    size_t child;
};

struct symbol_tree_node {
    const void *entry; /* of the parent */
    size_t n;
    Dwarf_Die *children; /* in their order, so by address in memory too */
    bool imports;        /* some are in another unit */
    bool looked;         /* `code` is there */
    size_t n_code;
    struct tree_code *code; /* of the children */
};

void rdl_symbols_tree_free(struct symbol_tree *t)
{
    for (size_t i = 0; i < t->room; i++) {
        if (t->all[i] == NULL)
            continue;
        free(t->all[i]->children);
        free(t->all[i]->code);
        free(t->all[i]);
    }
    free(t->all);
    *t = (struct symbol_tree){ 0 };
}

static struct symbol_tree_node **tree_slot(struct symbol_tree_node **all,
                                           size_t room, const void *entry)
{
    size_t i = rdl_mix(0, (uintptr_t)entry) & (room - 1);

    while (all[i] != NULL && all[i]->entry != entry)
        i = (i + 1) & (room - 1);
    return &all[i];
}

static void tree_grow(struct symbol_tree *t)
{
    const size_t room = t->room == 0 ? 64 : t->room * 2;
    struct symbol_tree_node **all = rdl_alloc(room * sizeof(*all));

    for (size_t i = 0; i < t->room; i++) {
        if (t->all[i] != NULL)
            *tree_slot(all, room, t->all[i]->entry) = t->all[i];
    }
    free(t->all);
    t->all = all;
    t->room = room;
}

static struct symbol_tree_node *tree_list(Dwarf_Die *parent)
{
    struct symbol_tree_node *node = rdl_alloc(sizeof(*node));
    size_t room = 0;
    Dwarf_Die child;
    int got;

    node->entry = parent->addr;
    for (got = dwarf_child(parent, &child); got == 0;
         got = dwarf_siblingof(&child, &child)) {
        if (node->n == room) {
            room = room == 0 ? 16 : room * 2;
            node->children =
                rdl_grow(node->children, room * sizeof(*node->children));
        }
        node->imports =
            node->imports || dwarf_tag(&child) == DW_TAG_imported_unit;
        node->children[node->n++] = child;
    }
    return node;
}

static struct symbol_tree_node *tree_node(struct rdl_symbols *s,
                                          Dwarf_Die *parent)
{
    struct symbol_tree *t = rdl_symbols_tree(s);
    struct symbol_tree_node **slot;

    if (t->n * 2 >= t->room)
        tree_grow(t);
    slot = tree_slot(t->all, t->room, parent->addr);
    if (*slot == NULL) {
        *slot = tree_list(parent);
        t->n++;
    }
    return *slot;
}

static void tree_look(struct symbol_tree_node *node)
{
    size_t room = 0;

    if (node->looked)
        return;
    node->looked = true;
    for (size_t i = 0; i < node->n; i++) {
        struct tree_code c = { .child = i };
        ptrdiff_t at = 0;
        Dwarf_Addr base;

        while ((at = dwarf_ranges(&node->children[i], at, &base, &c.low,
                                  &c.high)) > 0) {
            if (node->n_code == room) {
                room = room == 0 ? 16 : room * 2;
                node->code = rdl_grow(node->code, room * sizeof(*node->code));
            }
            node->code[node->n_code++] = c;
        }
    }
}

/* The first child with code at pc; NULL: none. */
static const Dwarf_Die *tree_child_at(struct symbol_tree_node *node,
                                      Dwarf_Addr pc)
{
    tree_look(node);
    for (size_t i = 0; i < node->n_code; i++) {
        if (pc >= node->code[i].low && pc < node->code[i].high)
            return &node->children[node->code[i].child];
    }
    return NULL;
}

/* The child that is the entry or contains it; NULL: none. */
static const Dwarf_Die *tree_child_of(const struct symbol_tree_node *node,
                                      const Dwarf_Die *die)
{
    size_t from = 0, to = node->n;

    while (from < to) {
        const size_t middle = from + (to - from) / 2;

        if (node->children[middle].addr <= die->addr)
            from = middle + 1;
        else
            to = middle;
    }
    return from > 0 ? &node->children[from - 1] : NULL;
}

struct tree_path { /* outermost first */
    Dwarf_Die *all;
    size_t n;
};

static void tree_path_add(struct tree_path *p, const Dwarf_Die *die)
{
    p->all = rdl_grow(p->all, (p->n + 1) * sizeof(*p->all));
    p->all[p->n++] = *die;
}

/* Around the unit itself there is nothing. */
static int tree_path_turn(const struct tree_path *p, Dwarf_Die **out)
{
    if (p->n == 1) {
        free(p->all);
        return 0;
    }
    for (size_t i = 0; i < p->n / 2; i++) {
        const Dwarf_Die die = p->all[i];

        p->all[i] = p->all[p->n - 1 - i];
        p->all[p->n - 1 - i] = die;
    }
    *out = p->all;
    return (int)p->n;
}

static int tree_around_by_libdw(Dwarf_Die *unit, Dwarf_Addr pc, Dwarf_Die **out)
{
    Dwarf_Die *innermost = NULL;
    int n = dwarf_getscopes(unit, pc, &innermost);

    if (n > 0)
        n = dwarf_getscopes_die(&innermost[0], out);
    free(innermost);
    return n > 0 ? n : 0;
}

int rdl_symbols_around(struct rdl_symbols *s, Dwarf_Die *unit, Dwarf_Addr pc,
                       Dwarf_Die **out)
{
    struct tree_path path = { .n = 0 };
    const Dwarf_Die *next = unit;

    *out = NULL;
    if (dwarf_haspc(unit, pc) <= 0)
        return 0;
    while (next != NULL) {
        struct symbol_tree_node *node;

        tree_path_add(&path, next);
        node = tree_node(s, &path.all[path.n - 1]);
        if (node->imports) {
            free(path.all);
            return tree_around_by_libdw(unit, pc, out);
        }
        next = tree_child_at(node, pc);
    }
    return tree_path_turn(&path, out);
}

int rdl_symbols_path(struct rdl_symbols *s, Dwarf_Die *die, Dwarf_Die **out)
{
    struct tree_path path = { .n = 0 };
    const Dwarf_Die *next;
    Dwarf_Die unit;
    int n;

    *out = NULL;
    next = dwarf_diecu(die, &unit, NULL, NULL);
    while (next != NULL) {
        tree_path_add(&path, next);
        if (next->addr == die->addr)
            return tree_path_turn(&path, out);
        next = tree_child_of(tree_node(s, &path.all[path.n - 1]), die);
    }
    free(path.all);
    n = dwarf_getscopes_die(die, out);
    return n > 0 ? n : 0;
}
