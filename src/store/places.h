/* places.h - what the locations of a store are in the source.
 *
 * A store has locations as module and offset, which mean nothing when the
 * program is built again.  So a session ends with writing what they are: file,
 * line, column, function, operator; the functions of these files with a hash of
 * their code; members of structures and global variables; and the text of the
 * files.  With it a later build can be compared
 * with this one although this one is gone (regress/). */
#ifndef RDL_STORE_PLACES_H
#define RDL_STORE_PLACES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct rdl_places_place {
    uint32_t location; /* its number in the store */
    const char *file;  /* path; "" if not known */
    unsigned line, column;
    const char *function; /* innermost */
    const char *outer;    /* functions that it is inlined in: "f<g"; or "" */
    const char *op;       /* what is called there: "__tsan_read4" */
    /* Its position among the places of the store at the same line, column and
     * function, by offset. */
    unsigned ordinal;
};

struct rdl_places_function {
    const char *file;
    const char *name;
    unsigned line; /* where it is declared */
    uint64_t code; /* symbols/code/code_hash.h; 0: not known */
};

struct rdl_places_declaration { /* a member, or a global variable */
    const char *owner;          /* "struct queue"; "" for a variable */
    const char *name, *type;
    const char *file;
    unsigned line;
    uint64_t offset, size; /* in bits */
};

struct rdl_places_source {
    const char *file;
    const char *text; /* NULL: it could not be read, or changed since */
    size_t size;
};

struct rdl_places {    /* owns all that it points to */
    uint64_t observed; /* executions that the estimates are from */
    size_t n, n_functions, n_sources, n_declarations;
    struct rdl_places_place *all;
    struct rdl_places_function *functions;
    struct rdl_places_source *sources;
    struct rdl_places_declaration *declarations; /* each once */
    bool has_declarations; /* older stores do not have them */
    size_t n_texts;
    char **texts;
};

/* These copy their texts. */
void rdl_places_add(struct rdl_places *p, const struct rdl_places_place *place);
void rdl_places_function(struct rdl_places *p,
                         const struct rdl_places_function *function);
void rdl_places_declaration(struct rdl_places *p,
                            const struct rdl_places_declaration *declaration);
void rdl_places_source(struct rdl_places *p, const char *file, const char *text,
                       size_t size);
/* The text of a line (from 1), without its end; NULL if it has none. */
const char *rdl_places_line(const struct rdl_places_source *source,
                            unsigned line, size_t *size);
/* What is said to be in the directory `from`, the last parts of a path, is in
 * the directory `to`.  Both end with a slash; `from` begins with one. */
void rdl_places_move(struct rdl_places *p, const char *from, const char *to);
void rdl_places_free(struct rdl_places *p);

#endif
