/* symbol.h - addresses of the target as people write them.
 *
 * Works outside the target, from the module table that the runtime leaves in
 * struct rdl_shared, and from the files on disk (elfutils): DWARF lines and
 * inlined calls if there is debug information, in the file or separate (build
 * id, debug link), otherwise the ELF symbol table.  It does not use a file that
 * is no longer the one that ran (another build id). */
#ifndef RDL_SYMBOLS_SYMBOL_H
#define RDL_SYMBOLS_SYMBOL_H

#include "trace/trace.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* All strings belong to the symboliser and live as long as it does. */
struct rdl_place {
    const char *file;     /* as passed to the compiler; NULL if not known */
    const char *path;     /* the same, absolute if possible; or NULL */
    unsigned line;        /* 0 if not known */
    unsigned column;      /* 0 if not known */
    const char *function; /* NULL if not known */
    const char *module;   /* base name; NULL: in no module at all */
    const char *module_path;
    uint64_t offset; /* from the module's load address; no module: the pc */
    /* Of a library that the program does not build with raddle cc. */
    bool foreign;
    bool inlined; /* the next outer frame is the same machine frame */
    /* The source is newer than the module: its lines may have changed. */
    bool newer;
    bool unread; /* the source cannot be read */
};

struct rdl_symbols;

/* Never NULL; a module that cannot be read only makes places less precise.
 * Copies the table; opens files when first needed. */
struct rdl_symbols *rdl_symbols_new(const struct rdl_module *modules, size_t n);
void rdl_symbols_free(struct rdl_symbols *s);
/* Takes in the module table of another execution: debug information that was
 * read stays.  False if a module is where another one was known, or if one is
 * the first with hooks: then the caller needs a new symboliser. */
bool rdl_symbols_more(struct rdl_symbols *s, const struct rdl_module *modules,
                      size_t n);

/* The place of the call that returns to `return_address` (looked up one byte
 * before it), innermost inlined function.  False if it is in no module; *out is
 * then still valid for rdl_place_format. */
bool rdl_symbols_find(struct rdl_symbols *s, uintptr_t return_address,
                      struct rdl_place *out);
/* The same with all inlined frames, innermost first; at least 1 if max > 0. */
size_t rdl_symbols_frames(struct rdl_symbols *s, uintptr_t return_address,
                          struct rdl_place *out, size_t max);

/* For the step that ends the program after main has returned, which is at the
 * beginning of main: the end of main.  False if it is elsewhere. */
bool rdl_symbols_returned(struct rdl_symbols *s, uintptr_t return_address,
                          struct rdl_place *out);

/* A word at `slot` of a stack, which may be a return address. */
struct rdl_stack_word {
    uintptr_t pc, slot;
};
/* Follows the calls around the one that returns to pc, on a stack with these
 * words, lower ones first, up to the function whose frame ends at `top`.
 * Returns where that function continues; 0: not known. */
uintptr_t rdl_symbols_caller(struct rdl_symbols *s, uintptr_t pc,
                             const struct rdl_stack_word *words, size_t n,
                             uintptr_t top);

/* The name of what is at `addr`: "balance", "forks[2]", "queue.lock",
 * "table+16"; the program's own label (rdl_symbols_labels); and for an observed
 * execution (rdl_symbols_set_trace) "list->head", "account#2.balance", or at
 * least "block allocated at bank.c:31 +8", and "main::done" for local
 * variables.  False (and "") if it has no name. */
bool rdl_symbols_data(struct rdl_symbols *s, uintptr_t addr, char *out,
                      size_t size);
/* The same for a whole object, if one begins at addr: not "queue.lock", its
 * first member, but "queue". */
bool rdl_symbols_whole(struct rdl_symbols *s, uintptr_t addr, char *out,
                       size_t size);
/* Where the structure begins that the global variable at addr is, or that is
 * the element of an array there; 0: not known, or it is none. */
uintptr_t rdl_symbols_structure(struct rdl_symbols *s, uintptr_t addr);
/* The function that begins at addr. */
bool rdl_symbols_function(struct rdl_symbols *s, uintptr_t addr, char *out,
                          size_t size);
/* The heap block that begins at addr, by where it was allocated: "block
 * allocated at lazy.c:14". */
bool rdl_symbols_block_made(struct rdl_symbols *s, uintptr_t addr, char *out,
                            size_t size);
/* For a heap block with a number, "account#2": where it was allocated, and the
 * call around that (module NULL: not known). */
bool rdl_symbols_made(struct rdl_symbols *s, uintptr_t addr, char *name,
                      size_t size, struct rdl_place places[2]);
/* What is at addr in a heap block, "account#2.balance", or the block that
 * begins there; "block[2]" if its name is that of a pointer, because the
 * pointer may point elsewhere by now.  False if the contents of the block are
 * not known. */
bool rdl_symbols_typed_block(struct rdl_symbols *s, uintptr_t addr, bool whole,
                             char *out, size_t size);
/* Only the program's own label. */
bool rdl_symbols_labelled(struct rdl_symbols *s, uintptr_t addr, char *out,
                          size_t size);

/* Uses the names of memory in this execution from now on; NULL: of none.
 * Copies what it needs of the trace. */
void rdl_symbols_set_trace(struct rdl_symbols *s,
                           const struct rdl_trace *trace);

/* The text as it may be printed: itself, or a copy without terminal control
 * characters.  Names of places and data are printable already, paths are not.
 */
const char *rdl_symbols_clean(struct rdl_symbols *s, const char *text);

/* The labels that the program gave to objects; copied, and replace earlier
 * ones. */
void rdl_symbols_labels(struct rdl_symbols *s, const struct rdl_label *labels,
                        size_t n);

/* "bank.c:31:9 (deposit)"; with less known "bank.c:31", "libbank.so+0x11c4
 * (deposit)", "libbank.so+0x11c4", "0x7f00beef".  Returns out. */
char *rdl_place_format(const struct rdl_place *place, char *out, size_t size);

/* Sets `newer` and `unread` after the path of a place was changed. */
void rdl_symbols_date(struct rdl_symbols *s, struct rdl_place *place);
/* The nth of the program's files, among those of places found so far, that is
 * newer than what was built from it, and its path; NULL if there are fewer. */
const char *rdl_symbols_newer(struct rdl_symbols *s, size_t nth,
                              const char **path);

/* What raddle reports about such files; zero it first. */
struct rdl_stale_sources {
    size_t n, n_future; /* of all, and of those with a time in the future */
    char names[512], future[512]; /* "bank.c, list.h" */
};
/* path: NULL if not known. */
void rdl_stale_sources_add(struct rdl_stale_sources *l, const char *name,
                           const char *path);
/* Says that no line of them is "quoted".  The caller frees it. */
char *rdl_stale_sources_text(const struct rdl_stale_sources *l,
                             const char *quoted);

/* The nth file that cannot be read, with the path that was tried, printable;
 * and what raddle reports about n of them, which the caller frees. */
const char *rdl_symbols_unread(struct rdl_symbols *s, size_t nth);
char *rdl_symbols_unread_text(const char *names, size_t n);

#endif
