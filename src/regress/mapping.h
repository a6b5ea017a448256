/* mapping.h - which place of a new build is which place of an old one.
 *
 * Files correspond by their path (the part of it that is common from the end:
 * build trees differ in their beginnings), or by most of their functions if a
 * file was renamed.  Functions correspond by name, in their file or, if a name
 * is there once, anywhere; a function with another name by most of its
 * statements (pair_renamed.c).  Lines correspond inside functions that
 * correspond (lines.h), and so do the parts of files before their first
 * function.  A place corresponds if its line does, at the same column (counted
 * without white space), in the same function, inlined in the same ones, with
 * the same operator and the same position among these.
 *
 * No place is mapped onto another statement.  What is left unmapped counts as
 * new code. */
#ifndef RDL_REGRESS_MAPPING_H
#define RDL_REGRESS_MAPPING_H

#include "store/places.h"

#include <stdbool.h>

/* What an old place is in the new build. */
enum rdl_mapped {
    RDL_MAPPED_GONE, /* its line is gone, or not the only one it can be */
    RDL_MAPPED_LINE, /* the line is there, but no such operation was seen */
    RDL_MAPPED_PLACE,
};

struct rdl_mapping_file {
    size_t n;          /* lines */
    uint32_t *to;      /* old: by line - 1, the line in `to_file`; 0: none */
    uint32_t *to_file; /* old: by line - 1, the file there */
    uint8_t *changed;  /* new: by line - 1: not a line of the old build */
    bool gone;         /* new: a line of the old one is not there */
};

struct rdl_mapping_function { /* of the new build */
    bool known;               /* the old build has it */
    bool changed;             /* one of its lines is new, or one is gone */
    bool inside; /* no line of it changed, but its machine code did */
};

struct rdl_mapping_renamed { /* a function; borrowed */
    const char *was, *is;
    const char *file; /* of the old one */
    bool only;        /* the old build has no other function of that name */
};

struct rdl_mapping {
    const struct rdl_places *was, *is; /* borrowed */
    enum rdl_mapped *how;              /* by index into was->all */
    size_t *to; /* by index into was->all: that into is->all */
    struct rdl_mapping_file *old_files, *new_files; /* as the sources */
    struct rdl_mapping_function *functions;         /* as is->functions */
    size_t n_renamed;
    struct rdl_mapping_renamed *renamed;
    size_t n_lines, n_gone; /* lines that are new, old ones that are gone */
    size_t n_files, n_functions, n_inside; /* that changed */
    /* Most functions whose lines are the same have other machine code: another
     * compiler, or other options.  Then columns and inlining say nothing. */
    bool by_line;
};

void rdl_mapping_make(struct rdl_mapping *m, const struct rdl_places *was,
                      const struct rdl_places *is);
void rdl_mapping_free(struct rdl_mapping *m);

/* Is this line of the new build new code?  False if the file is not known. */
bool rdl_mapping_is_new(const struct rdl_mapping *m, const char *file,
                        unsigned line);

#endif
