/* declarations.h - members of structures and global variables that a change
 * declares in another way: layout, types, initial values.
 *
 * They correspond by name.  If a build has several different ones of one name,
 * in different files, they are left out. */
#ifndef RDL_REGRESS_DECLARATIONS_H
#define RDL_REGRESS_DECLARATIONS_H

#include "regress/mapping.h"

enum rdl_redeclared_how {
    RDL_REDECLARED_TYPE,  /* another type or size */
    RDL_REDECLARED_MOVED, /* only its offset is another one */
    RDL_REDECLARED_ADDED, /* a member of a structure that was there */
    RDL_REDECLARED_REMOVED,
    RDL_REDECLARED_LINE, /* a variable whose line is new: its initial value? */
};

struct rdl_redeclared {
    enum rdl_redeclared_how how;
    const struct rdl_places_declaration *was, *is; /* NULL: none; borrowed */
};

struct rdl_declarations {
    size_t n;
    struct rdl_redeclared *all; /* by owner; variables first */
};

void rdl_declarations_make(struct rdl_declarations *d,
                           const struct rdl_mapping *m);
void rdl_declarations_free(struct rdl_declarations *d);

/* Does the line access something whose declaration changed?  By its text: a
 * member's name behind "." or "->", or a variable's.  A member that only moved
 * is not declared otherwise. */
bool rdl_declarations_used(const struct rdl_declarations *d,
                           const struct rdl_places *is, const char *file,
                           unsigned line);

#endif
