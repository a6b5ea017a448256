/* values.c - see values.h. */
#include "cc/unhooked/values.h"

#include "util/alloc.h"

#include <stdlib.h>
#include <string.h>

#define FIRST 1024 /* slots of the tables; a power of two */
/* Operations that are not instructions: those are smaller numbers. */
#define LOWER_HALF ((uint64_t)1 << 40)
#define LONG_SUM ((uint64_t)1 << 41)

static uint64_t values_mix(uint64_t h, uint64_t x)
{
    h = (h ^ x) * 0x9e3779b97f4a7c15u;
    return h ^ h >> 29;
}

static uint64_t values_hash(const struct rdl_value *x)
{
    uint64_t h = values_mix(x->n, (uint64_t)x->number);

    for (unsigned i = 0; i < x->n; i++)
        h = values_mix(values_mix(h, (uint64_t)x->term[i].atom),
                       (uint64_t)x->term[i].times);
    return h;
}

static uint64_t values_hash_atom(const struct rdl_atom *x)
{
    return values_mix(
        values_mix(values_mix(values_mix(1, x->kind), x->a), x->b), x->c);
}

static bool values_same(const struct rdl_value *x, const struct rdl_value *y)
{
    if (x->n != y->n || x->number != y->number)
        return false;
    for (unsigned i = 0; i < x->n; i++) {
        if (x->term[i].atom != y->term[i].atom ||
            x->term[i].times != y->term[i].times)
            return false;
    }
    return true;
}

static bool values_same_atom(const struct rdl_atom *x, const struct rdl_atom *y)
{
    return x->kind == y->kind && x->a == y->a && x->b == y->b && x->c == y->c;
}

void rdl_values_init(struct rdl_values *v)
{
    *v = (struct rdl_values){ .n_table = FIRST };
    v->table = rdl_grow(NULL, FIRST * sizeof(int));
    v->atom_table = rdl_grow(NULL, FIRST * sizeof(int));
    memset(v->table, 0xff, FIRST * sizeof(int));
    memset(v->atom_table, 0xff, FIRST * sizeof(int));
}

void rdl_values_free(struct rdl_values *v)
{
    free(v->atoms);
    free(v->values);
    free(v->table);
    free(v->atom_table);
}

static void values_enter(int *table, size_t n, uint64_t hash, int x)
{
    size_t i = hash & (n - 1);

    while (table[i] >= 0)
        i = (i + 1) & (n - 1);
    table[i] = x;
}

/* Keeps both tables half empty. */
static void values_widen(struct rdl_values *v)
{
    if (v->n_values * 2 < v->n_table && v->n_atoms * 2 < v->n_table)
        return;
    v->n_table *= 2;
    v->table = rdl_grow(v->table, v->n_table * sizeof(int));
    v->atom_table = rdl_grow(v->atom_table, v->n_table * sizeof(int));
    memset(v->table, 0xff, v->n_table * sizeof(int));
    memset(v->atom_table, 0xff, v->n_table * sizeof(int));
    for (size_t i = 0; i < v->n_values; i++)
        values_enter(v->table, v->n_table, values_hash(&v->values[i]), (int)i);
    for (size_t i = 0; i < v->n_atoms; i++)
        values_enter(v->atom_table, v->n_table, values_hash_atom(&v->atoms[i]),
                     (int)i);
}

static int values_keep(struct rdl_values *v, const struct rdl_value *x)
{
    const uint64_t hash = values_hash(x);

    for (size_t i = hash & (v->n_table - 1); v->table[i] >= 0;
         i = (i + 1) & (v->n_table - 1)) {
        if (values_same(&v->values[v->table[i]], x))
            return v->table[i];
    }
    if (v->n_values == v->room_values) {
        v->room_values = v->room_values == 0 ? 256 : 2 * v->room_values;
        v->values = rdl_grow(v->values, v->room_values * sizeof(*x));
    }
    v->values[v->n_values] = *x;
    values_enter(v->table, v->n_table, hash, (int)v->n_values++);
    values_widen(v);
    return (int)v->n_values - 1;
}

int rdl_values_number(struct rdl_values *v, int64_t number)
{
    return values_keep(v, &(struct rdl_value){ .number = number });
}

static int values_atom_index(struct rdl_values *v, const struct rdl_atom *x)
{
    const uint64_t hash = values_hash_atom(x);

    for (size_t i = hash & (v->n_table - 1); v->atom_table[i] >= 0;
         i = (i + 1) & (v->n_table - 1)) {
        if (values_same_atom(&v->atoms[v->atom_table[i]], x))
            return v->atom_table[i];
    }
    if (v->n_atoms == v->room_atoms) {
        v->room_atoms = v->room_atoms == 0 ? 256 : 2 * v->room_atoms;
        v->atoms = rdl_grow(v->atoms, v->room_atoms * sizeof(*x));
    }
    v->atoms[v->n_atoms] = *x;
    values_enter(v->atom_table, v->n_table, hash, (int)v->n_atoms++);
    values_widen(v);
    return (int)v->n_atoms - 1;
}

int rdl_values_atom(struct rdl_values *v, enum rdl_atom_kind kind, uint64_t a,
                    uint64_t b, uint64_t c, unsigned flags)
{
    const struct rdl_atom atom = { kind, flags, a, b, c };
    struct rdl_value x = { .n = 1, .term[0].times = 1 };

    x.term[0].atom = values_atom_index(v, &atom);
    return values_keep(v, &x);
}

/* Puts a term into its place; false: there is no room. */
static bool values_put(struct rdl_value *x, int atom, int64_t times)
{
    unsigned i = 0;

    while (i < x->n && x->term[i].atom < atom)
        i++;
    if (i < x->n && x->term[i].atom == atom) {
        x->term[i].times =
            (int64_t)((uint64_t)x->term[i].times + (uint64_t)times);
        if (x->term[i].times == 0) {
            x->n--;
            memmove(&x->term[i], &x->term[i + 1],
                    (x->n - i) * sizeof(x->term[0]));
        }
        return true;
    }
    if (x->n == RDL_VALUE_TERMS)
        return false;
    memmove(&x->term[i + 1], &x->term[i], (x->n - i) * sizeof(x->term[0]));
    x->term[i].atom = atom;
    x->term[i].times = times;
    x->n++;
    return true;
}

int rdl_values_add(struct rdl_values *v, int x, int y, int64_t times)
{
    struct rdl_value sum = v->values[x], more = v->values[y];

    sum.number = (int64_t)((uint64_t)sum.number +
                           (uint64_t)times * (uint64_t)more.number);
    for (unsigned i = 0; i < more.n && times != 0; i++) {
        const uint64_t n = (uint64_t)more.term[i].times * (uint64_t)times;

        if (n != 0 && !values_put(&sum, more.term[i].atom, (int64_t)n))
            return rdl_values_atom(
                v, RDL_ATOM_RESULT, LONG_SUM ^ (uint64_t)times, (uint64_t)x,
                (uint64_t)y, rdl_values_flags(v, x) & RDL_ATOM_FRAME);
    }
    return values_keep(v, &sum);
}

bool rdl_values_is_number(const struct rdl_values *v, int x, int64_t *number)
{
    *number = v->values[x].number;
    return v->values[x].n == 0;
}

struct rdl_atom *rdl_values_single(const struct rdl_values *v, int x)
{
    const struct rdl_value *value = &v->values[x];

    return value->n == 1 && value->term[0].times == 1 && value->number == 0
               ? &v->atoms[value->term[0].atom]
               : NULL;
}

bool rdl_values_distance(const struct rdl_values *v, int x, int y,
                         int64_t *distance)
{
    const struct rdl_value *a = &v->values[x];
    struct rdl_value b = v->values[y];

    *distance = (int64_t)((uint64_t)a->number - (uint64_t)b.number);
    b.number = a->number;
    return values_same(a, &b);
}

unsigned rdl_values_flags(const struct rdl_values *v, int x)
{
    const struct rdl_value *value = &v->values[x];
    unsigned flags = 0;

    for (unsigned i = 0; i < value->n; i++) {
        const struct rdl_atom *a = &v->atoms[value->term[i].atom];

        if (value->term[i].times == 1)
            flags |= a->flags & ~(unsigned)RDL_ATOM_SHIFTED;
        /* Shifted back: it was aligned. */
        if ((a->flags & RDL_ATOM_SHIFTED) != 0 &&
            value->term[i].times == (int64_t)1 << a->c)
            flags |= RDL_ATOM_FRAME;
    }
    return flags;
}

int rdl_values_short(struct rdl_values *v, int x)
{
    const struct rdl_atom *atom = rdl_values_single(v, x);
    int64_t number;

    if (rdl_values_is_number(v, x, &number))
        return rdl_values_number(v, (int64_t)(uint32_t)number);
    if (atom != NULL && (atom->flags & RDL_ATOM_SHORT) != 0)
        return x;
    return rdl_values_atom(v, RDL_ATOM_RESULT, LOWER_HALF, (uint64_t)x, 0,
                           RDL_ATOM_SHORT);
}
