/* values.h - values of registers and of words in the frame, as sums: a number
 * plus multiples of atoms.  Two equal sums are one value, so a value is just
 * its number here.
 *
 * An atom is something that the function did not compute from other values (a
 * parameter, a word that it loaded), or that is not a sum of them. */
#ifndef RDL_CC_UNHOOKED_VALUES_H
#define RDL_CC_UNHOOKED_VALUES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum rdl_atom_kind {
    RDL_ATOM_ENTRY,  /* a: the register, when the function begins */
    RDL_ATOM_MADE,   /* a: the instruction that made it, b: in which register */
    RDL_ATOM_JOINED, /* a: where paths meet, b: the register or slot */
    RDL_ATOM_RESULT, /* of the pure operation a on the values b and c */
    RDL_ATOM_LOADED, /* from the constant memory at value a */
    RDL_ATOM_ADDRESS, /* of section a, or of symbol b */
    RDL_ATOM_THREAD,  /* the thread's own storage */
};

/* What is known of the memory that an atom points to, or of the atom. */
enum {
    RDL_ATOM_FRAME = 1,    /* the function's frame */
    RDL_ATOM_OWN = 2,      /* the thread's own storage */
    RDL_ATOM_CONSTANT = 4, /* nothing writes there */
    RDL_ATOM_SHORT = 8,    /* it has 32 bits */
    RDL_ATOM_SHIFTED =
        16, /* an address in the frame, shifted right by c bits */
};

struct rdl_atom {
    enum rdl_atom_kind kind;
    unsigned flags;
    uint64_t a, b, c;
};

#define RDL_VALUE_TERMS 4

struct rdl_value {
    int64_t number;
    unsigned n;
    struct {
        int atom;
        int64_t times;
    } term[RDL_VALUE_TERMS]; /* by atom, none 0 times */
};

struct rdl_values {
    struct rdl_atom *atoms;
    struct rdl_value *values;
    size_t n_atoms, room_atoms, n_values, room_values;
    int *table; /* hash to value, -1: none */
    int *atom_table;
    size_t n_table;
};

void rdl_values_init(struct rdl_values *v);
void rdl_values_free(struct rdl_values *v);

int rdl_values_number(struct rdl_values *v, int64_t number);
/* The value of an atom; `flags` count when it is new. */
int rdl_values_atom(struct rdl_values *v, enum rdl_atom_kind kind, uint64_t a,
                    uint64_t b, uint64_t c, unsigned flags);
/* x + times * y */
int rdl_values_add(struct rdl_values *v, int x, int y, int64_t times);
bool rdl_values_is_number(const struct rdl_values *v, int x, int64_t *number);
/* The atom that the value consists of; NULL if it is another sum. */
struct rdl_atom *rdl_values_single(const struct rdl_values *v, int x);
/* Is x - y a number? */
bool rdl_values_distance(const struct rdl_values *v, int x, int y,
                         int64_t *distance);
/* The flags of the atoms that the value contains once: if one is an address,
 * the value points there. */
unsigned rdl_values_flags(const struct rdl_values *v, int x);
/* The lower 32 bits. */
int rdl_values_short(struct rdl_values *v, int x);

#endif
