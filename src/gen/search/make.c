/* make.c - see make.h.  Objects are made first, so their numbers are known
 * while the other calls are put together. */
#include "gen/search/make.h"

#include "base/hash.h"

#include <string.h>

_Static_assert(RDL_WIRE_ARGUMENTS >= RDL_GEN_MAX_PARAMS, "room for arguments");

#define NO_OBJECT UINT8_MAX
#define DEEPEST 4   /* makers that need objects that need objects ... */
#define OBSERVERS 3 /* pure calls in a tail */

struct building {
    const struct rdl_gen_maker *m;
    unsigned n_objects;
    int type[RDL_WIRE_OBJECTS];   /* handle type of each object */
    bool given[RDL_WIRE_OBJECTS]; /* the callee owns it */
    unsigned n_makes;
    struct rdl_wire_call makes[RDL_WIRE_PREFIX];
    uint64_t same; /* not 0: equal types get equal arguments ... */
    bool mixed;    /* ... about half of the time */
    bool fails;
};

static unsigned make_below(const struct building *b, size_t n)
{
    return (unsigned)rdl_rng_below(b->m->rng, n);
}

static const struct rdl_gen_function *make_function(const struct building *b,
                                                    unsigned function)
{
    return &b->m->table->functions[function];
}

/* --- Objects -------------------------------------------------------------- */

/* A function that makes an object of this type; -1: none. */
static int make_maker_of(const struct building *b, int type)
{
    const struct rdl_gen_table *t = b->m->table;
    int found = -1;
    unsigned n = 0;

    for (size_t i = 0; i < t->n_functions; i++) {
        const struct rdl_gen_function *f = &t->functions[i];

        if (rdl_gen_drivable(f) && f->role == RDL_GEN_MAKER && f->of == type &&
            !b->m->learnt->habits[i].fails && make_below(b, ++n) == 0)
            found = (int)i;
    }
    return found;
}

static void make_arguments(struct building *b, unsigned function,
                           unsigned depth, struct rdl_wire_call *call);

/* A new object of this type; its number. */
static uint8_t make_object(struct building *b, int type, unsigned depth)
{
    const int maker = depth < DEEPEST ? make_maker_of(b, type) : -1;
    struct rdl_wire_call call = { 0 };

    if (maker < 0) {
        b->fails = true;
        return NO_OBJECT;
    }
    call.function = (uint16_t)maker;
    make_arguments(b, (unsigned)maker, depth + 1, &call);
    if (b->fails || b->n_objects == RDL_WIRE_OBJECTS ||
        b->n_makes == RDL_WIRE_PREFIX) {
        b->fails = true;
        return NO_OBJECT;
    }
    b->makes[b->n_makes++] = call;
    b->type[b->n_objects] = type;
    b->given[b->n_objects] = false;
    return (uint8_t)b->n_objects++;
}

/* An object for a parameter: one that exists if nobody owns it; of several
 * mostly the first, which the test is about. */
static uint8_t make_handle(struct building *b, const struct rdl_gen_param *p,
                           unsigned depth)
{
    uint8_t object = NO_OBJECT;

    if (!p->owned) {
        for (unsigned i = 0; i < b->n_objects; i++) {
            if (b->type[i] != p->handle || b->given[i])
                continue;
            if (object == NO_OBJECT || make_below(b, 4) == 0)
                object = (uint8_t)i;
        }
    }
    if (object == NO_OBJECT)
        object = make_object(b, p->handle, depth);
    if (object != NO_OBJECT && p->owned)
        b->given[object] = true;
    return object;
}

/* --- Arguments ------------------------------------------------------------ */

/* All arguments drawn one by one, all alike, or both: what is removed must be
 * what was added, but not all that was added may be alike. */
static void make_likeness(struct building *b)
{
    const unsigned way = make_below(b, 3);

    b->same = way > 0 ? rdl_rng_next(b->m->rng) | 1 : 0;
    b->mixed = way == 2;
}

/* With `same`, parameters of equal type and equally many choices get the same
 * one: two threads that use different keys of a map hardly meet. */
static uint8_t make_choice(struct building *b, const struct rdl_gen_param *p)
{
    const size_t n = rdl_gen_choices(p);

    if (n <= 1)
        return 0;
    if (b->same != 0 && !(b->mixed && make_below(b, 2) == 0))
        return (uint8_t)(rdl_mix(b->same, rdl_hash_text(p->type) + n) % n);
    return (uint8_t)make_below(b, n);
}

static void make_arguments(struct building *b, unsigned function,
                           unsigned depth, struct rdl_wire_call *call)
{
    const struct rdl_gen_function *f = make_function(b, function);

    for (size_t i = 0; i < f->n_params && !b->fails; i++)
        call->arguments[i] = f->params[i].kind == RDL_GEN_HANDLE
                                 ? make_handle(b, &f->params[i], depth)
                                 : make_choice(b, &f->params[i]);
}

static bool make_call(struct building *b, unsigned function,
                      struct rdl_wire_call *calls, unsigned *n, unsigned room)
{
    if (*n >= room)
        return false;
    memset(&calls[*n], 0, sizeof(calls[*n]));
    calls[*n].function = (uint16_t)function;
    make_arguments(b, function, 0, &calls[*n]);
    (*n)++;
    return !b->fails;
}

/* --- Suffixes ------------------------------------------------------------- */

bool rdl_gen_together(const struct rdl_gen_maker *m, unsigned f, unsigned g)
{
    return !rdl_gen_excluded(m->table, f, g) &&
           !rdl_gen_excluded(m->table, g, f) &&
           !rdl_gen_fails_after(m->learnt, f, g) &&
           !rdl_gen_fails_after(m->learnt, g, f) &&
           !(f == g && m->table->functions[f].one_thread);
}

size_t rdl_gen_usable(const struct rdl_gen_table *t,
                      const struct rdl_gen_learnt *l, uint16_t *out)
{
    size_t n = 0;

    for (size_t i = 0; i < t->n_functions; i++) {
        const bool paired = t->functions[i].role == RDL_GEN_UNLOCK ||
                            t->functions[i].role == RDL_GEN_BARE;

        if (rdl_gen_drivable(&t->functions[i]) && rdl_gen_concurrent(t, i) &&
            !l->habits[i].fails && (!l->habits[i].needs || paired))
            out[n++] = (uint16_t)i;
    }
    return n;
}

/* A call with what must come before and after it in the same suffix. */
static bool make_with_lock(struct building *b, unsigned function,
                           struct rdl_gen_suffix *s)
{
    const struct rdl_gen_function *f = make_function(b, function);
    int lock = f->role == RDL_GEN_LOCK     ? (int)function
               : f->role == RDL_GEN_UNLOCK ? f->partner
               : f->role == RDL_GEN_BARE   ? f->inside
                                           : -1;

    if (lock < 0)
        return make_call(b, function, s->calls, &s->n, RDL_WIRE_SUFFIX);
    if (s->n + 2 + (f->role == RDL_GEN_BARE) > RDL_WIRE_SUFFIX)
        return false;
    return make_call(b, (unsigned)lock, s->calls, &s->n, RDL_WIRE_SUFFIX) &&
           (f->role != RDL_GEN_BARE ||
            make_call(b, function, s->calls, &s->n, RDL_WIRE_SUFFIX)) &&
           make_call(b, (unsigned)make_function(b, (unsigned)lock)->partner,
                     s->calls, &s->n, RDL_WIRE_SUFFIX);
}

/* first, second, first, ...  An ender comes last, once: the suffix has a
 * reference of its own. */
static bool make_suffix(struct building *b, unsigned first, unsigned second,
                        unsigned n, struct rdl_gen_suffix *out)
{
    int ender = -1;

    for (unsigned i = 0; i < n; i++) {
        const unsigned function = i % 2 == 0 ? first : second;

        if (make_function(b, function)->role == RDL_GEN_ENDER) {
            ender = (int)function;
            continue;
        }
        if (!make_with_lock(b, function, out))
            return out->n > 0 && !b->fails;
    }
    return ender < 0 ||
           make_call(b, (unsigned)ender, out->calls, &out->n, RDL_WIRE_SUFFIX);
}

/* May every call of one run beside every call of the other? */
static bool make_beside(const struct building *b,
                        const struct rdl_gen_suffix *x,
                        const struct rdl_gen_suffix *y)
{
    for (unsigned i = 0; i < x->n; i++) {
        for (unsigned k = 0; k < y->n; k++) {
            if (!rdl_gen_together(b->m, x->calls[i].function,
                                  y->calls[k].function))
                return false;
        }
    }
    return true;
}

static bool make_suffixes(struct building *b, const struct rdl_gen_pair *pair,
                          int third, unsigned most, struct rdl_gen_test *out)
{
    const unsigned both[] = { pair->f, pair->g };
    /* The suffix that calls the third function too; the third thread calls
     * nothing else. */
    const unsigned wide = third < 0              ? RDL_WIRE_SUFFIXES
                          : out->n_suffixes == 3 ? 2
                                                 : make_below(b, 2);
    /* Where a function must not run beside itself, each thread has one. */
    const bool apart = !rdl_gen_together(b->m, pair->f, pair->f) ||
                       !rdl_gen_together(b->m, pair->g, pair->g);

    for (unsigned s = 0; s < out->n_suffixes; s++) {
        const unsigned first = s == 2 && s == wide
                                   ? (unsigned)third
                                   : both[s < 2 ? s : make_below(b, 2)];
        const unsigned second = s == wide ? (unsigned)third
                                : apart   ? first
                                          : both[0] + both[1] - first;

        if (!make_suffix(b, first, second, 1 + make_below(b, most),
                         &out->suffixes[s]))
            return false;
        for (unsigned k = 0; k < s; k++) {
            if (!make_beside(b, &out->suffixes[k], &out->suffixes[s]))
                return false;
        }
    }
    return true;
}

/* --- Prefix and tail ------------------------------------------------------ */

static bool make_may_follow(const struct building *b,
                            const struct rdl_gen_prefix *p, unsigned function)
{
    for (unsigned i = 0; i < p->n; i++) {
        if (rdl_gen_fails_after(b->m->learnt, p->calls[i].function, function))
            return false;
    }
    return true;
}

/* A function for a prefix: takes an object, returns, changes its state. */
static int make_further(const struct building *b,
                        const struct rdl_gen_prefix *p)
{
    const struct rdl_gen_table *t = b->m->table;
    int found = -1;
    unsigned n = 0;

    for (size_t i = 0; i < t->n_functions; i++) {
        const struct rdl_gen_function *f = &t->functions[i];
        const struct rdl_gen_habit *h = &b->m->learnt->habits[i];

        if (rdl_gen_drivable(f) && f->role == RDL_GEN_METHOD && !f->invariant &&
            !f->blocks && !h->fails && !h->needs && !h->blocks && !h->pure &&
            make_may_follow(b, p, (unsigned)i) && make_below(b, ++n) == 0)
            found = (int)i;
    }
    return found;
}

/* The object that every suffix ends last; -1: there is none. */
static int make_left_by_all(const struct building *b,
                            const struct rdl_gen_test *t)
{
    int object = -1;

    for (unsigned s = 0; s < t->n_suffixes; s++) {
        const struct rdl_gen_suffix *x = &t->suffixes[s];
        const struct rdl_wire_call *last = &x->calls[x->n - 1];
        const struct rdl_gen_function *f = make_function(b, last->function);
        size_t i = 0;

        while (i < f->n_params && (f->params[i].kind != RDL_GEN_HANDLE ||
                                   f->params[i].handle != f->of))
            i++;
        if (f->role != RDL_GEN_ENDER || i == f->n_params ||
            (s > 0 && last->arguments[i] != object))
            return -1;
        object = last->arguments[i];
    }
    return object;
}

/* A reference of its own for each suffix that ends the object.  If all do, one
 * of them may have the first reference, the one of main: then the last thread
 * to leave ends the object, whichever that is.  `gone`: that object; else -1.
 */
static bool make_references(struct building *b, const struct rdl_gen_test *t,
                            struct rdl_gen_prefix *p, int *gone)
{
    const struct rdl_gen_table *table = b->m->table;

    *gone = make_below(b, 2) == 0 ? make_left_by_all(b, t) : -1;
    for (unsigned s = *gone >= 0 ? 1 : 0; s < t->n_suffixes; s++) {
        const struct rdl_gen_suffix *x = &t->suffixes[s];
        const struct rdl_gen_function *last =
            make_function(b, x->calls[x->n - 1].function);
        size_t i = 0;

        if (last->role != RDL_GEN_ENDER)
            continue;
        while (i < table->n_functions &&
               !(table->functions[i].role == RDL_GEN_RETAINER &&
                 table->functions[i].of == last->of &&
                 rdl_gen_drivable(&table->functions[i])))
            i++;
        if (i == table->n_functions ||
            !make_call(b, (unsigned)i, p->calls, &p->n, RDL_WIRE_PREFIX))
            return false;
    }
    return true;
}

/* Has it one parameter that takes an object, and none that takes another? */
static bool make_observes(const struct building *b, size_t i)
{
    const struct rdl_gen_function *f = make_function(b, (unsigned)i);

    if (!rdl_gen_drivable(f) || f->n_params == 0 ||
        f->params[0].kind != RDL_GEN_HANDLE ||
        f->params[0].handle != b->m->table->handle || f->params[0].owned)
        return false;
    for (size_t k = 1; k < f->n_params; k++) {
        if (f->params[k].kind == RDL_GEN_HANDLE)
            return false;
    }
    return true;
}

static void make_observers(struct building *b, struct rdl_gen_tail *tail,
                           bool invariants)
{
    const struct rdl_gen_table *t = b->m->table;

    for (size_t i = 0; i < t->n_functions; i++) {
        const struct rdl_gen_function *f = &t->functions[i];
        const bool wanted = invariants ? f->invariant
                                       : !f->invariant &&
                                             b->m->learnt->habits[i].pure &&
                                             f->compare != RDL_GEN_WEAK &&
                                             f->role == RDL_GEN_METHOD;

        if (wanted && make_observes(b, i) &&
            tail->n < (invariants ? RDL_WIRE_TAIL : OBSERVERS))
            make_call(b, (unsigned)i, tail->calls, &tail->n, RDL_WIRE_TAIL);
    }
}

/* Ends what is left, the latest first. */
static void make_ends(struct building *b, struct rdl_gen_tail *tail)
{
    const struct rdl_gen_table *t = b->m->table;

    for (unsigned o = b->n_objects; o-- > 0 && tail->n < RDL_WIRE_TAIL;) {
        for (size_t i = 0; i < t->n_functions && !b->given[o]; i++) {
            const struct rdl_gen_function *f = &t->functions[i];

            if (!rdl_gen_drivable(f) || f->role != RDL_GEN_ENDER ||
                f->of != b->type[o] || b->m->learnt->habits[i].fails)
                continue;
            make_call(b, (unsigned)i, tail->calls, &tail->n, RDL_WIRE_TAIL);
            for (size_t k = 0; k < f->n_params; k++) {
                if (f->params[k].kind == RDL_GEN_HANDLE &&
                    f->params[k].handle == f->of)
                    tail->calls[tail->n - 1].arguments[k] = (uint8_t)o;
            }
            break;
        }
    }
}

/* Puts the calls that make objects before the others of the prefix. */
static bool make_join(struct building *b, const struct rdl_gen_prefix *further,
                      struct rdl_gen_test *out)
{
    if (b->fails || b->n_makes + further->n > RDL_WIRE_PREFIX)
        return false;
    out->prefix.n = b->n_makes + further->n;
    memcpy(out->prefix.calls, b->makes, b->n_makes * sizeof(b->makes[0]));
    memcpy(out->prefix.calls + b->n_makes, further->calls,
           further->n * sizeof(further->calls[0]));
    return true;
}

bool rdl_gen_make_test(const struct rdl_gen_maker *m,
                       const struct rdl_gen_pair *pair, unsigned n_suffixes,
                       unsigned further, unsigned most, int third,
                       struct rdl_gen_test *out)
{
    struct building b = { .m = m };
    struct rdl_gen_prefix p = { 0 };
    int gone;

    memset(out, 0, sizeof(*out));
    out->n_suffixes = n_suffixes;
    make_likeness(&b);
    if (make_object(&b, m->table->handle, 0) == NO_OBJECT ||
        !make_suffixes(&b, pair, third, most, out) ||
        !make_references(&b, out, &p, &gone))
        return false;
    for (unsigned i = 0; i < further; i++) {
        /* The same function again, half of the time: else an object hardly
         * ever holds several of anything. */
        const int f = i > 0 && p.n > 0 && make_below(&b, 2) == 0
                          ? (int)p.calls[p.n - 1].function
                          : make_further(&b, &p);

        if (f >= 0 && !make_call(&b, (unsigned)f, p.calls, &p.n,
                                 RDL_WIRE_PREFIX - RDL_WIRE_OBJECTS / 2))
            break;
    }
    if (gone < 0) {
        make_observers(&b, &out->tail, false);
        make_observers(&b, &out->tail, true);
    } else {
        b.given[gone] = true;
    }
    make_ends(&b, &out->tail);
    return make_join(&b, &p, out);
}

bool rdl_gen_make_sequence(const struct rdl_gen_maker *m,
                           const uint16_t *functions, unsigned n, bool ends,
                           struct rdl_gen_test *out)
{
    struct building b = { .m = m };
    struct rdl_gen_prefix p = { 0 };

    memset(out, 0, sizeof(*out));
    make_likeness(&b);
    if (make_object(&b, m->table->handle, 0) == NO_OBJECT)
        return false;
    for (unsigned i = 0; i < n; i++) {
        if (!make_call(&b, functions[i], p.calls, &p.n, RDL_WIRE_PREFIX))
            return false;
    }
    if (ends)
        make_ends(&b, &out->tail);
    return make_join(&b, &p, out);
}
