/* function.c - see function.h.
 *
 * Goes through the function in rounds, each instruction once in a round.  Where
 * a second path comes to a place, the round notes what differs; the next round
 * takes those values for unknown there, until nothing new differs.  (The usual
 * way, to go on with the joined state at once [Kildall, POPL 1973], forgets how
 * two registers depend on each other if both had another value before.)  The
 * last round reports.  Code that no path leads to, such as the handlers of
 * exceptions, begins with what all calls have in common. */
#include "cc/unhooked/function.h"

#include "cc/unhooked/calls.h"
#include "util/alloc.h"

#include <stdlib.h>
#include <string.h>

#define MOST_ROUNDS 200

/* A piece of code with one entry; it ends before the next one. */
struct block {
    uint64_t at;
    struct rdl_state *state; /* of this round */
    struct rdl_state_joins joins;
    bool reached, waiting; /* in this round */
    bool handler;          /* no path leads to it */
};

/* The function's own code, or a part of it that was moved away. */
struct range {
    const struct rdl_image_function *function;
    bool *passed; /* for each byte */
};

struct work {
    struct rdl_effects effects;
    const struct rdl_image_function *function;
    struct range *range;
    size_t n_ranges;
    struct block *blocks; /* by address */
    size_t n;
    bool again;         /* another round is needed */
    bool fresh;         /* this round found blocks */
    struct block calls; /* what all calls have in common */
    struct rdl_state now;
    uint64_t *seen; /* found accesses */
    size_t n_seen;
    bool keeps;        /* it always returns its first parameter */
    unsigned returned; /* parameters that it may return, as bits */
    uint64_t unknown;  /* where the code cannot be decoded; 0: nowhere */
    const struct rdl_function_reports *reports; /* in the last round */
};

/* --- Blocks --------------------------------------------------------------- */

static size_t work_search(const struct work *w, uint64_t at)
{
    size_t low = 0, high = w->n;

    while (low < high) {
        const size_t middle = (low + high) / 2;

        if (w->blocks[middle].at < at)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static struct block *work_block(struct work *w, uint64_t at)
{
    const size_t i = work_search(w, at);

    return i < w->n && w->blocks[i].at == at ? &w->blocks[i] : NULL;
}

/* A path leads to the block with this state. */
static void work_arrive(struct work *w, struct block *b,
                        const struct rdl_state *s)
{
    if (b->reached) {
        w->again =
            rdl_state_differ(b->state, &w->effects.values, s, &b->joins) ||
            w->again;
        return;
    }
    *b->state = *s;
    w->again =
        rdl_state_apply(b->state, &w->effects.values, &b->joins, b->at) ||
        w->again;
    b->reached = b->waiting = true;
}

static struct block *work_new(struct work *w, uint64_t at)
{
    const size_t i = work_search(w, at);

    w->blocks = rdl_grow(w->blocks, (w->n + 1) * sizeof(w->blocks[0]));
    memmove(&w->blocks[i + 1], &w->blocks[i],
            (w->n - i) * sizeof(w->blocks[0]));
    w->n++;
    w->blocks[i] =
        (struct block){ .at = at, .state = rdl_alloc(sizeof(w->now)) };
    w->fresh = true;
    return &w->blocks[i];
}

static void work_reach(struct work *w, uint64_t at, const struct rdl_state *s)
{
    struct block *b = work_block(w, at);

    work_arrive(w, b != NULL ? b : work_new(w, at), s);
}

/* --- Jumps ---------------------------------------------------------------- */

/* Is it a place of this function, or of a part that was moved away? */
static bool work_inside(const struct work *w, uint64_t at)
{
    for (size_t i = 0; i < w->n_ranges; i++) {
        if (at >= w->range[i].function->start && at < w->range[i].function->end)
            return true;
    }
    return false;
}

static void work_pass(struct work *w, const struct rdl_effects_instruction *i)
{
    for (size_t k = 0; k < w->n_ranges; k++) {
        const struct rdl_image_function *f = w->range[k].function;

        if (i->at >= f->start && i->next <= f->end)
            memset(&w->range[k].passed[i->at - f->start], 1, i->next - i->at);
    }
}

/* The table in constant memory that a value points into. */
static bool work_table(const struct work *w, int value, uint64_t *table)
{
    const struct rdl_value *x = &w->effects.values.values[value];

    for (unsigned i = 0; i < x->n; i++) {
        const struct rdl_atom *a = &w->effects.values.atoms[x->term[i].atom];

        if (x->term[i].times != 1)
            continue;
        if (a->kind == RDL_ATOM_LOADED)
            return work_table(w, (int)a->a, table);
        if (a->kind != RDL_ATOM_ADDRESS || a->a == 0 ||
            (a->flags & RDL_ATOM_CONSTANT) == 0)
            continue;
        *table = RDL_IMAGE_AT(a->a, (uint32_t)x->number);
        return true;
    }
    return false;
}

/* Entries of 4 bytes hold the distance from the table, those of 8 bytes an
 * address.  The table ends where another one begins, or an entry does not lead
 * into the function. */
static bool work_switch(struct work *w, int value)
{
    uint64_t table, at, end;
    const GElf_Rela *r;
    struct rdl_image_target t;

    if (!work_table(w, value, &table))
        return false;
    end = rdl_image_next_reference(w->effects.image, table);
    for (at = table; at < end && (r = rdl_image_relocation(w->effects.image, at,
                                                           1)) != NULL;
         at += GELF_R_TYPE(r->r_info) == R_X86_64_64 ? 8 : 4) {
        const int64_t distance =
            GELF_R_TYPE(r->r_info) == R_X86_64_64 ? 0 : (int64_t)(at - table);

        if (!rdl_image_target(w->effects.image, r, -distance, &t) ||
            t.at == 0 || !work_inside(w, t.at))
            break;
        work_reach(w, t.at, &w->now);
    }
    return true;
}

/* --- Paths ---------------------------------------------------------------- */

static void work_returns(struct work *w)
{
    const int first = rdl_values_atom(&w->effects.values, RDL_ATOM_ENTRY,
                                      RDL_STATE_RDI, 0, 0, 0);

    w->keeps = w->keeps && w->now.reg[RDL_STATE_RAX] == first;
    w->returned |=
        rdl_leaks_parameters(&w->effects.values, w->now.reg[RDL_STATE_RAX]);
}

/* In the last round: a call with `first` as its first argument. */
static void work_called(struct work *w, uint64_t goal, int first)
{
    const int entry = rdl_values_atom(&w->effects.values, RDL_ATOM_ENTRY,
                                      RDL_STATE_RDI, 0, 0, 0);

    if (w->reports != NULL && goal != 0 &&
        (rdl_values_flags(&w->effects.values, first) & RDL_ATOM_FRAME) == 0)
        w->reports->called(w->reports->data, goal, first == entry);
}

/* Takes one instruction; false if the path ends there. */
static bool work_step(struct work *w, const struct rdl_effects_instruction *i)
{
    const char *name = NULL;
    const int first = w->now.reg[RDL_STATE_RDI];
    uint64_t goal = 0;
    bool direct, loads;
    int value;

    rdl_effects_step(&w->effects, &w->now, i);
    switch (i->ins.meta.category) {
    case ZYDIS_CATEGORY_CALL:
        direct = rdl_effects_goal(&w->effects, i, &goal, &name);
        work_called(w, direct ? goal : 0, first);
        work_arrive(w, &w->calls, &w->now);
        return !direct || name == NULL || rdl_effects_returns(name);
    case ZYDIS_CATEGORY_RET:
        work_returns(w);
        return false;
    case ZYDIS_CATEGORY_COND_BR:
        if (rdl_effects_goal(&w->effects, i, &goal, &name) &&
            work_inside(w, goal))
            work_reach(w, goal, &w->now);
        return true;
    case ZYDIS_CATEGORY_UNCOND_BR:
        direct = rdl_effects_goal(&w->effects, i, &goal, &name);
        if (direct && goal != 0 && work_inside(w, goal)) {
            work_reach(w, goal, &w->now);
        } else if (!direct) {
            value = rdl_effects_indirect(&w->effects, &w->now, i, &loads);
            if (!work_switch(w, value))
                rdl_calls_give(&w->effects, &w->now, 0, "");
        } else {
            w->keeps = false; /* another function returns for it */
            work_called(w, goal, first);
            rdl_calls_give(&w->effects, &w->now, goal,
                           name != NULL ? name : "");
        }
        return false;
    default:
        return i->ins.mnemonic != ZYDIS_MNEMONIC_UD2 &&
               i->ins.mnemonic != ZYDIS_MNEMONIC_HLT;
    }
}

/* Follows the block that begins at `at` up to its end. */
static void work_follow(struct work *w, uint64_t at)
{
    struct rdl_effects_instruction i;

    for (;;) {
        if (!rdl_effects_decode(w->effects.image, at, &i)) {
            w->unknown = at;
            return;
        }
        work_pass(w, &i);
        if (!work_step(w, &i))
            return;
        at = i.next;
        if (!work_inside(w, at))
            return;
        if (i.ins.meta.category == ZYDIS_CATEGORY_COND_BR ||
            work_block(w, at) != NULL) {
            work_reach(w, at, &w->now);
            return;
        }
    }
}

/* The waiting block with the lowest address: compilers put most code behind
 * what leads to it. */
static struct block *work_next(const struct work *w)
{
    for (size_t i = 0; i < w->n; i++) {
        if (w->blocks[i].waiting)
            return &w->blocks[i];
    }
    return NULL;
}

static void work_round(struct work *w)
{
    struct block *b;

    w->again = w->fresh = false;
    w->keeps = true;
    w->calls.reached = false;
    for (size_t i = 0; i < w->n; i++)
        w->blocks[i].reached = false;
    rdl_effects_entry(&w->effects, &w->now);
    work_reach(w, w->function->start, &w->now);
    for (;;) {
        b = work_next(w);
        if (b == NULL) {
            /* Handlers come last, when all calls are known. */
            for (size_t i = 0; i < w->n && b == NULL; i++) {
                if (w->blocks[i].handler && !w->blocks[i].reached)
                    b = &w->blocks[i];
            }
            if (b == NULL)
                break;
            work_arrive(w, b, w->calls.state);
        }
        b->waiting = false;
        w->now = *b->state;
        work_follow(w, b->at);
    }
    rdl_effects_leak_kept(&w->effects);
}

/* Forgets all values.  While blocks were unknown, code was passed more than
 * once in a round, and what differed then need not differ. */
static void work_restart(struct work *w)
{
    for (size_t i = 0; i < w->n; i++) {
        free(w->blocks[i].joins.all);
        w->blocks[i].joins = (struct rdl_state_joins){ .n = 0 };
    }
    free(w->calls.joins.all);
    w->calls.joins = (struct rdl_state_joins){ .n = 0 };
    rdl_values_free(&w->effects.values);
    rdl_values_init(&w->effects.values);
    w->effects.escaped.n = w->effects.shared.n = w->effects.reachable.n = 0;
    w->effects.escaped.full = w->effects.shared.full =
        w->effects.reachable.full = false;
    rdl_leaks_clear(&w->effects.leaks);
    rdl_effects_entry(&w->effects, w->calls.state);
}

static bool work_settle(struct work *w)
{
    w->unknown = 0;
    for (int i = 0; i < MOST_ROUNDS; i++) {
        work_round(w);
        if (w->fresh)
            work_restart(w);
        else if (!w->again)
            return true;
    }
    return false;
}

/* --- Code that no path leads to ------------------------------------------- */

static bool work_is_padding(const struct rdl_effects_instruction *i)
{
    return i->ins.meta.category == ZYDIS_CATEGORY_NOP ||
           i->ins.meta.category == ZYDIS_CATEGORY_WIDENOP ||
           i->ins.mnemonic == ZYDIS_MNEMONIC_INT3 ||
           i->ins.mnemonic == ZYDIS_MNEMONIC_UD2 ||
           (i->ins.mnemonic == ZYDIS_MNEMONIC_XCHG &&
            i->operand[0].type == ZYDIS_OPERAND_TYPE_REGISTER);
}

/* Makes a block of the first such instruction; false if there is none. */
static bool work_missed(struct work *w)
{
    for (size_t k = 0; k < w->n_ranges; k++) {
        const struct range *r = &w->range[k];
        uint64_t at = r->function->start;
        struct rdl_effects_instruction i;

        while (at < r->function->end) {
            if (r->passed[at - r->function->start]) {
                at++;
                continue;
            }
            if (!rdl_effects_decode(w->effects.image, at, &i)) {
                w->unknown = at;
                break;
            }
            if (!work_is_padding(&i)) {
                work_new(w, at)->handler = true;
                work_restart(w);
                return true;
            }
            at = i.next;
        }
    }
    return false;
}

/* --- The whole ------------------------------------------------------------ */

static void work_found(void *data, uint64_t at, int address)
{
    struct work *w = data;
    const int first = rdl_values_atom(&w->effects.values, RDL_ATOM_ENTRY,
                                      RDL_STATE_RDI, 0, 0, 0);
    struct rdl_function_access access = { .at = at };
    int64_t distance;

    for (size_t i = 0; i < w->n_seen; i++) {
        if (w->seen[i] == at)
            return;
    }
    w->seen = rdl_grow(w->seen, (w->n_seen + 1) * sizeof(w->seen[0]));
    w->seen[w->n_seen++] = at;
    access.by_result =
        w->keeps &&
        rdl_values_distance(&w->effects.values, address, first, &distance);
    w->reports->found(w->reports->data, &access);
}

static void work_range(struct work *w, const struct rdl_image_function *f)
{
    w->range = rdl_grow(w->range, (w->n_ranges + 1) * sizeof(w->range[0]));
    w->range[w->n_ranges].function = f;
    w->range[w->n_ranges++].passed = rdl_alloc(f->end - f->start);
}

static void work_ranges(struct work *w, const struct rdl_image *image)
{
    const size_t n = strlen(w->function->name);

    work_range(w, w->function);
    for (size_t i = 0; i < image->n_functions; i++) {
        const struct rdl_image_function *f = &image->functions[i];

        if (f->part && strncmp(f->name, w->function->name, n) == 0 &&
            strncmp(f->name + n, ".cold", 5) == 0)
            work_range(w, f);
    }
}

void rdl_function_check(const struct rdl_image *image,
                        const struct rdl_image_function *f,
                        const struct rdl_function_reports *reports)
{
    struct work *w = rdl_alloc(sizeof(*w));
    bool settled;

    w->function = f;
    w->effects.image = image;
    rdl_values_init(&w->effects.values);
    work_ranges(w, image);
    w->calls.state = rdl_alloc(sizeof(w->now));
    w->calls.at = 1;
    rdl_effects_entry(&w->effects, w->calls.state);
    do
        settled = work_settle(w);
    while (settled && work_missed(w));
    w->effects.found = work_found;
    w->effects.reports = &reports->leaks;
    w->effects.data = w;
    w->reports = reports;
    if (settled)
        work_round(w);
    if (w->effects.reachable.n > 0)
        reports->leaks.shares(reports->leaks.data, 0, 0);
    rdl_leaks_report(&w->effects.leaks, &w->effects.values, w->returned,
                     &reports->leaks);
    /* What it could not look at may have accesses. */
    if (!settled || w->effects.escaped.full || w->effects.shared.full ||
        w->effects.reachable.full)
        work_found(w, f->start, 0);
    if (w->unknown != 0)
        work_found(w, w->unknown, 0);
    for (size_t i = 0; i < w->n; i++) {
        free(w->blocks[i].state);
        free(w->blocks[i].joins.all);
    }
    for (size_t i = 0; i < w->n_ranges; i++)
        free(w->range[i].passed);
    free(w->range);
    rdl_leaks_clear(&w->effects.leaks);
    rdl_values_free(&w->effects.values);
    free(w->blocks);
    free(w->calls.state);
    free(w->calls.joins.all);
    free(w->seen);
    free(w);
}
