/* places.c - the places of acts: see internal.h.
 *
 * A table asks for the place of every act, several times, and most acts are at
 * few places.  So the answers are kept by what they depend on: the pc and, if
 * that is in a library, the calls around it. */
#include "report/table/internal.h"

#include "base/hash.h"
#include "symbols/stack.h"
#include "util/alloc.h"

#include <string.h>

struct table_placed {
    uint64_t key;            /* hash of the pc and the calls; 0: free */
    struct rdl_place *place; /* own */
};

void rdl_table_place(struct rdl_table *t, uintptr_t pc, struct rdl_place *out)
{
    struct rdl_place frames[8];
    size_t n = rdl_symbols_frames(t->symbols, pc, frames, 8), i = 0;

    while (i + 1 < n && !rdl_stack_own(&frames[i]))
        i++;
    *out = frames[i];
}

static int places_by_context(const void *a, const void *b)
{
    const struct rdl_extra *const *x = a, *const *y = b;
    const uint64_t m = (*x)->call.context, n = (*y)->call.context;

    return m != n ? (m < n ? -1 : 1) : (*x > *y) - (*x < *y);
}

/* Collects the calls behind which the trace has the calls around them. */
static void places_contexts(struct rdl_table *t)
{
    const struct rdl_extra *all = t->trace->extras;
    const size_t n = t->trace->n_extras;

    t->contexts = rdl_alloc((n + 1) * sizeof(*t->contexts));
    for (size_t i = 0; i + 1 < n; i++) {
        if (all[i].kind == RDL_EXTRA_CALL &&
            all[i + 1].kind == RDL_EXTRA_AROUND)
            t->contexts[t->n_contexts++] = &all[i];
    }
    qsort(t->contexts, t->n_contexts, sizeof(*t->contexts), places_by_context);
}

/* The first call with the same calls around it that has them behind it; itself
 * if there is none. */
static const struct rdl_extra *places_told(struct rdl_table *t,
                                           const struct rdl_extra *call)
{
    size_t low = 0;

    if (t->contexts == NULL)
        places_contexts(t);
    for (size_t high = t->n_contexts; low < high;) {
        const size_t middle = low + (high - low) / 2;

        if (t->contexts[middle]->call.context < call->call.context)
            low = middle + 1;
        else
            high = middle;
    }
    return low < t->n_contexts &&
                   t->contexts[low]->call.context == call->call.context
               ? t->contexts[low]
               : call;
}

/* Where the program called the library without hooks that took the step. */
static void places_caller(struct rdl_table *t, const struct table_act *a,
                          struct rdl_place *out)
{
    struct rdl_stack_word words[RDL_MOST_CALLERS];
    uintptr_t top = 0, pc;
    size_t n = 0;

    for (size_t i = 0; i < a->n && n < RDL_MOST_CALLERS; i++) {
        const struct rdl_extra *x = &a->extras[i];

        if (x->kind != RDL_EXTRA_CALLER)
            continue;
        words[n++] = (struct rdl_stack_word){ x->word.pc, x->word.slot };
        top = x->word.top;
    }
    pc = rdl_symbols_caller(t->symbols, a->e.pc, words, n, top);
    if (pc != 0)
        rdl_table_place(t, pc, out);
}

static void places_find(struct rdl_table *t, const struct table_act *a,
                        struct rdl_place *out)
{
    const struct rdl_extra *call, *end;
    struct rdl_place around;

    if (a->e.op == RDL_OP_EXIT &&
        rdl_symbols_returned(t->symbols, a->e.pc, out))
        return;
    rdl_table_place(t, a->e.pc, out);
    if (!rdl_stack_own(out))
        places_caller(t, a, out);
    call = rdl_table_extra(a, RDL_EXTRA_CALL);
    if (call == NULL || rdl_stack_own(out))
        return;
    call = places_told(t, call);
    end = t->trace->extras + t->trace->n_extras;
    for (const struct rdl_extra *x = call; x < end && !rdl_stack_own(out);
         x++) {
        if (x > call && x->kind != RDL_EXTRA_AROUND)
            return;
        rdl_table_place(t, x->call.pc, &around);
        /* Code without hooks has left no call: that call is further out. */
        if (around.module_path != out->module_path)
            return;
        if (rdl_stack_own(&around))
            *out = around;
    }
}

static uint64_t places_key(const struct table_act *a)
{
    uint64_t key = rdl_mix(0, a->e.pc);

    for (size_t i = 0; i < a->n; i++) {
        const struct rdl_extra *x = &a->extras[i];

        if (x->kind == RDL_EXTRA_CALL)
            key = rdl_mix(rdl_mix(key, x->call.pc), x->call.context);
        if (x->kind == RDL_EXTRA_CALLER)
            key = rdl_mix(rdl_mix(key, x->word.pc), x->word.top - x->word.slot);
    }
    return key | 1;
}

static struct table_placed *places_slot(struct table_placed *places,
                                        size_t room, uint64_t key)
{
    size_t i = (key >> 1) & (room - 1);

    while (places[i].key != 0 && places[i].key != key)
        i = (i + 1) & (room - 1);
    return &places[i];
}

static void places_grow(struct rdl_table *t)
{
    const size_t room = t->room_places == 0 ? 256 : t->room_places * 2;
    struct table_placed *places = rdl_alloc(room * sizeof(*places));

    for (size_t i = 0; i < t->room_places; i++) {
        if (t->places[i].key != 0)
            *places_slot(places, room, t->places[i].key) = t->places[i];
    }
    free(t->places);
    t->places = places;
    t->room_places = room;
}

const struct rdl_place *rdl_table_act_place(struct rdl_table *t,
                                            const struct table_act *a)
{
    const uint64_t key = places_key(a);
    struct table_placed *p;

    if (t->n_places * 2 >= t->room_places)
        places_grow(t);
    p = places_slot(t->places, t->room_places, key);
    if (p->key == 0) {
        p->key = key;
        p->place = rdl_alloc(sizeof(*p->place));
        places_find(t, a, p->place);
        t->n_places++;
    }
    return p->place;
}

void rdl_table_places_free(struct rdl_table *t)
{
    for (size_t i = 0; i < t->room_places; i++)
        free(t->places[i].place);
    free(t->places);
    free(t->contexts);
}

bool rdl_table_same_line(const struct rdl_place *a, const struct rdl_place *b)
{
    if (a == b)
        return true;
    if (a->file == NULL || b->file == NULL)
        return a->file == b->file && a->offset == b->offset;
    return a->line == b->line && strcmp(a->file, b->file) == 0;
}
