/* symbol.h - addresses of the target as people write them.
 *
 * Works outside the target, from the module table that the runtime leaves in
 * struct rdl_shared, and from the files on disk (elfutils): DWARF lines and
 * inlined calls where there is debug information, in the file itself or apart
 * (build id, debug link), the ELF symbol table where there is not.  A file
 * that is no longer the one that ran (other build id) is not asked.
 */
#ifndef RDL_SYMBOLS_SYMBOL_H
#define RDL_SYMBOLS_SYMBOL_H

#include "trace/trace.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* All strings belong to the symboliser and live as long as it does. */
struct rdl_place {
    const char *file;     /* as the compiler was given it; NULL if not known */
    const char *path;     /* the same, absolute if it can be made so; or NULL */
    unsigned line;        /* 0 if not known */
    unsigned column;      /* 0 if not known */
    const char *function; /* NULL if not known */
    const char *module;   /* base name; NULL: in no module at all */
    const char *module_path;
    uint64_t offset; /* from the module's load address; no module: the pc */
    bool inlined;    /* the next outer frame is the same machine frame */
    bool newer;      /* the source was written after the module: its lines may
                        be others now */
    bool unread;     /* the source cannot be read */
};

struct rdl_symbols;

/* Never NULL; a module that cannot be read only gives poorer places.  The
 * table is copied; files are opened when first asked about. */
struct rdl_symbols *rdl_symbols_new(const struct rdl_module *modules, size_t n);
void rdl_symbols_free(struct rdl_symbols *s);

/* The place of the call that returns to `return_address` (looked up one byte
 * before it), innermost inlined function.  False if it lies in no module; *out
 * is then still fit for rdl_place_format. */
bool rdl_symbols_find(struct rdl_symbols *s, uintptr_t return_address,
                      struct rdl_place *out);
/* The same with all inlined frames, innermost first; at least 1 if max > 0. */
size_t rdl_symbols_frames(struct rdl_symbols *s, uintptr_t return_address,
                          struct rdl_place *out, size_t max);

/* What lies at `addr`: "balance", "forks[2]", "queue.lock", "table+16"; as the
 * program called it (rdl_symbols_labels); and of an execution that was watched
 * (rdl_symbols_watched) "list->head", "account#2.balance", or at least "block
 * allocated at bank.c:31 +8", and "main::done" of variables of functions. False
 * (and "") if it is nothing that has a name, and was not given one. */
bool rdl_symbols_data(struct rdl_symbols *s, uintptr_t addr, char *out,
                      size_t size);
/* The same of an object as a whole, if one begins at addr: not "queue.lock",
 * its first member, but "queue". */
bool rdl_symbols_whole(struct rdl_symbols *s, uintptr_t addr, char *out,
                       size_t size);
/* The function that begins at addr. */
bool rdl_symbols_function(struct rdl_symbols *s, uintptr_t addr, char *out,
                          size_t size);
/* The block of the heap that begins at addr by where it was made: "block
 * allocated at lazy.c:14". */
bool rdl_symbols_block_made(struct rdl_symbols *s, uintptr_t addr, char *out,
                            size_t size);
/* Of a block of the heap that has a number, "account#2": where it was made, and
 * the call around that (module NULL: not known). */
bool rdl_symbols_made(struct rdl_symbols *s, uintptr_t addr, char *name,
                      size_t size, struct rdl_place places[2]);
/* What lies at addr in a block of the heap, "account#2.balance", or the block
 * that begins there; "block[2]" of one that has its name from a pointer,
 * which may point to another by now.  False if it is not known what the block
 * is. */
bool rdl_symbols_typed_block(struct rdl_symbols *s, uintptr_t addr, bool whole,
                             char *out, size_t size);
/* Only as the program called it. */
bool rdl_symbols_labelled(struct rdl_symbols *s, uintptr_t addr, char *out,
                          size_t size);

/* Names memory as it was in this execution, instead of the one before; NULL:
 * in none.  Copies what it needs of the trace. */
void rdl_symbols_watched(struct rdl_symbols *s, const struct rdl_trace *trace);

/* The text as it may be printed: itself, or a copy without what controls a
 * terminal.  Names of places and data are so already, paths are not. */
const char *rdl_symbols_clean(struct rdl_symbols *s, const char *text);

/* What the program calls objects of its own; copied, instead of those before.
 */
void rdl_symbols_labels(struct rdl_symbols *s, const struct rdl_label *labels,
                        size_t n);

/* "bank.c:31:9 (deposit)"; with less known "bank.c:31", "libbank.so+0x11c4
 * (deposit)", "libbank.so+0x11c4", "0x7f00beef".  Returns out. */
char *rdl_place_format(const struct rdl_place *place, char *out, size_t size);

/* Settles `newer` and `unread` of a place that was given another path. */
void rdl_symbols_date(struct rdl_symbols *s, struct rdl_place *place);
/* The nth file of the program among those that places were found in so far
 * which is newer than what was built from it, and its path; NULL: there are
 * fewer. */
const char *rdl_symbols_newer(struct rdl_symbols *s, size_t nth,
                              const char **path);

/* What raddle reports about such files; begins zeroed. */
struct rdl_stale_sources {
    size_t n, n_future;           /* of all, of a time that is yet to come */
    char names[512], future[512]; /* "bank.c, list.h" */
};
/* path: NULL if not known. */
void rdl_stale_sources_add(struct rdl_stale_sources *l, const char *name,
                           const char *path);
/* No line of them is "quoted".  To be freed. */
char *rdl_stale_sources_text(const struct rdl_stale_sources *l,
                             const char *quoted);

/* The nth of files that cannot be read, with the path that was tried, as it may
 * be printed; and what raddle reports about n of them, to be freed. */
const char *rdl_symbols_unread(struct rdl_symbols *s, size_t nth);
char *rdl_symbols_unread_text(const char *names, size_t n);

#endif
