/* internal.h - what the symboliser and its rooms (files excepted) promise each
 * other. */
#ifndef RDL_SYMBOLS_INTERNAL_H
#define RDL_SYMBOLS_INTERNAL_H

#include "util/append.h"
#include "symbols/symbol.h"

#include <elfutils/libdwfl.h>

#define RDL_MOST_INLINED 32

/* Memory that the symboliser owns; never NULL. */
char *rdl_symbols_keep(struct rdl_symbols *s, const char *text);

/* The opened file of the module that holds addr; NULL if there is none, or if
 * it is not the build that ran. */
Dwfl_Module *rdl_symbols_open(struct rdl_symbols *s, uintptr_t addr);

/* The compilation unit of an address; NULL if there is none, or if it is of the
 * C library. */
Dwarf_Die *rdl_symbols_unit(Dwfl_Module *module, Dwarf_Addr address,
                            Dwarf_Addr *bias);

/* label.c: makes its text fit for reports; false if nothing is left. */
bool rdl_symbols_label_text(struct rdl_label *l);
/* The nearest label that begins at or before addr; NULL if the program gave
 * none. */
const struct rdl_label *rdl_symbols_label(const struct rdl_symbols *s,
                                          uintptr_t addr);

/* Line and functions of the address from debug information: fills some of
 * RDL_MOST_INLINED zeroed frames, innermost first.  Returns how many functions;
 * 0 without debug information. */
size_t rdl_symbols_dwarf(struct rdl_symbols *s, Dwfl_Module *module,
                         Dwarf_Addr address, struct rdl_place *frames);

/* The type of a variable, member, pointer or array as written, and without its
 * typedefs and qualifiers. */
bool rdl_symbols_written(Dwarf_Die *die, Dwarf_Die *type);
bool rdl_symbols_type(Dwarf_Die *die, Dwarf_Die *type);
/* Appends the part of a type at an offset, "[2].lock"; sets type and offset to
 * those within that part. */
void rdl_symbols_into(struct rdl_append *t, Dwarf_Die *type,
                      Dwarf_Word *offset);
/* The same; whole: stops at a structure that begins at the offset, before its
 * first member: "[2]". */
void rdl_symbols_down(struct rdl_append *t, Dwarf_Die *type, Dwarf_Word *offset,
                      bool whole);
/* The same, one member or element deep; false if there is none. */
bool rdl_symbols_step(struct rdl_append *t, Dwarf_Die *type,
                      Dwarf_Word *offset);

/* What raddle knows about an object without a symbol: a heap block. */
struct symbol_block_type {
    const char *name;   /* of the type, or of a pointer; NULL: not known */
    bool pointer;       /* the name is that of a pointer to the block */
    bool single;        /* one element, whatever follows it */
    bool exact;         /* one element, and nothing follows it */
    Dwarf_Die type;     /* of an element, without qualifiers; if element > 0 */
    Dwarf_Word element; /* bytes of an element */
};

/* alloc_site.c: the contents of a block of `size` bytes that the program
 * allocated at these return addresses (innermost first), where in the program
 * that was, and where that was called. */
void rdl_symbols_site(struct rdl_symbols *s, const uintptr_t *frames, size_t n,
                      Dwarf_Word size, struct symbol_block_type *out,
                      struct rdl_place places[2]);

/* Appends the byte at an offset in `size` bytes of such elements: "[2].lock".
 */
void rdl_symbols_inside(struct rdl_append *t,
                        const struct symbol_block_type *object, Dwarf_Word size,
                        Dwarf_Word offset);

/* heap_blocks.c: "account#2.balance", "block allocated at bank.c:31 +8"; whole:
 * "account#2", if addr is its beginning. */
bool rdl_symbols_block(struct rdl_symbols *s, uintptr_t addr, bool whole,
                       char *out, size_t size);
/* The type of the only block that ever contained addr; its start and size.
 * NULL if there was none, or several. */
const struct symbol_block_type *rdl_symbols_block_at(struct rdl_symbols *s,
                                                     uintptr_t addr,
                                                     uintptr_t *start,
                                                     Dwarf_Word *size);
/* pointers.c: "list->head", through a pointer of the program; whole: "*list",
 * if it points to addr. */
bool rdl_symbols_behind(struct rdl_symbols *s, uintptr_t addr, bool whole,
                        char *out, size_t size);

/* locals.c: "main::box.lock", a variable of a running function; whole:
 * "main::box", if addr is its beginning. */
bool rdl_symbols_local(struct rdl_symbols *s, uintptr_t addr, bool whole,
                       char *out, size_t size);

/* What names need of an observed execution; each file has its own part. */
struct symbol_traced {
    struct symbol_blocks *blocks;
    struct symbol_pointers *pointers;
    struct symbol_frames *frames;
};
struct symbol_traced *rdl_symbols_traced(struct rdl_symbols *s);
void rdl_symbols_blocks_take(struct symbol_traced *w,
                             const struct rdl_trace *trace);
void rdl_symbols_blocks_free(struct symbol_traced *w);
void rdl_symbols_pointers_take(struct symbol_traced *w,
                               const struct rdl_trace *trace);
void rdl_symbols_pointers_free(struct symbol_traced *w);
void rdl_symbols_frames_take(struct symbol_traced *w,
                             const struct rdl_trace *trace);
void rdl_symbols_frames_free(struct symbol_traced *w);

/* stale_source.c: files that places were found in. */
struct symbol_date {
    const char *path, *module_path, *name;
    bool newer, unread;
    bool own; /* it belongs to the program, not to a library */
};
struct symbol_dates {
    size_t n;
    struct symbol_date *all;
};
struct symbol_dates *rdl_symbols_dates(struct rdl_symbols *s);

/* scope.c: the scopes around addresses, by address: names of memory ask for the
 * same ones again and again. */
struct symbol_scopes {
    size_t n, room; /* room: a power of two */
    struct symbol_scopes_at *all;
    size_t searched; /* how often they were not known */
};
struct symbol_scopes *rdl_symbols_scopes(struct rdl_symbols *s);
void rdl_symbols_scopes_free(struct symbol_scopes *c);

/* nearest.c: the symbol of an address, as dwfl_module_addrinfo() finds it, but
 * at once. */
const char *rdl_symbols_nearest(struct rdl_symbols *s, Dwfl_Module *module,
                                Dwarf_Addr address, GElf_Off *offset,
                                GElf_Sym *symbol);
struct symbol_nearest {
    size_t n;
    struct symbol_nearest_module *all;
};
struct symbol_nearest *rdl_symbols_nearests(struct rdl_symbols *s);
void rdl_symbols_nearest_free(struct symbol_nearest *all);

/* tree.c: the entries of debug information by their parents. */
struct symbol_tree {
    size_t n, room; /* room: a power of two */
    struct symbol_tree_node **all;
};
struct symbol_tree *rdl_symbols_tree(struct rdl_symbols *s);
void rdl_symbols_tree_free(struct symbol_tree *t);
/* The entries around an address (as in the file), innermost first, the unit
 * last.  Returns how many; 0: there are none in the unit.  The caller frees
 * *out. */
int rdl_symbols_around(struct rdl_symbols *s, Dwarf_Die *unit, Dwarf_Addr pc,
                       Dwarf_Die **out);
/* The same for an entry, which is the first. */
int rdl_symbols_path(struct rdl_symbols *s, Dwarf_Die *die, Dwarf_Die **out);

/* data.c: the variable that holds the byte at addr, by its symbol. */
const char *rdl_symbols_object(struct rdl_symbols *s, uintptr_t addr,
                               Dwfl_Module **module, GElf_Off *offset);
/* variables.c: its entry of debug information; address: where it begins. */
bool rdl_symbols_variable(Dwfl_Module *module, uintptr_t address,
                          Dwarf_Die *found);
/* How many entries were read for that so far. */
size_t rdl_symbols_variables_read(Dwfl_Module *module);
void rdl_symbols_variables_free(Dwfl_Module *module);

/* The value of a numeric attribute, 0 if the die has none. */
Dwarf_Word rdl_symbols_number(Dwarf_Die *die, unsigned name);

/* The file in which something is declared; NULL: none.  `directory`: of its
 * unit, or NULL. */
const char *rdl_symbols_declared(struct rdl_symbols *s, Dwarf_Die *die,
                                 const char *directory);

/* A name with its namespaces and classes: "bank::account::lock".  NULL if the
 * die has none. */
const char *rdl_symbols_qualified(struct rdl_symbols *s, Dwarf_Die *die);

/* "bank::push(int)" for "_ZN4bank4pushEi" if libstdc++ is there to ask. */
const char *rdl_symbols_demangle(struct rdl_symbols *s, const char *name);

#endif
