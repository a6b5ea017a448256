/* shared_variables.c - see shared_variables.h. */
#include "strategy/lib/shared_variables.h"

#include "base/hash.h"
#include "strategy/lib/race.h"

enum {
    MOST_WORDS = RDL_VARIABLE_WORDS / 2,
    LEARN = 256, /* executions before a full table is forgotten */
};

bool rdl_shared_variables_begin(struct rdl_shared_variables *v)
{
    v->execution++;
    /* More only after a wild write of the target. */
    if (v->n_words < MOST_WORDS && v->n < RDL_VARIABLES - 1)
        return false;
    if (v->n_words <= MOST_WORDS && v->n < RDL_VARIABLES &&
        v->execution - v->since < LEARN)
        return false;
    __builtin_memset(v->words, 0, sizeof(v->words));
    v->n_words = v->n = 0;
    v->since = v->execution;
    return true;
}

/* The slot of a word, or the free one where it would be. */
static unsigned variables_slot_of(const struct rdl_shared_variables *v,
                                  uintptr_t word)
{
    unsigned i = (unsigned)rdl_fold(1, word) % RDL_VARIABLE_WORDS;

    for (unsigned n = 0; n < RDL_VARIABLE_WORDS; n++) {
        if (v->words[i].word == word || v->words[i].word == 0)
            break;
        i = (i + 1) % RDL_VARIABLE_WORDS;
    }
    return i;
}

/* Does it access memory or a synchronisation object?  Operations on threads and
 * those without an operand do not. */
static bool variables_touches(const struct rdl_event *e)
{
    return rdl_op_class((enum rdl_op)e->op) != RDL_CLASS_THREAD && e->size > 0;
}

unsigned rdl_shared_variables_of(const struct rdl_shared_variables *v,
                                 const struct rdl_event *e)
{
    const uintptr_t word = e->addr / 8;
    unsigned slot;

    if (!variables_touches(e))
        return 0;
    slot = variables_slot_of(v, word);
    return v->words[slot].word == word ? v->words[slot].number % RDL_VARIABLES
                                       : 0;
}

unsigned rdl_shared_variables_step(struct rdl_shared_variables *v,
                                   const struct rdl_event *e, uint8_t thread)
{
    const uintptr_t word = e->addr / 8;
    const bool writes = !rdl_race_reads_only(e);
    unsigned slot;

    if (!variables_touches(e))
        return 0;
    slot = variables_slot_of(v, word);
    if (v->words[slot].word != word) {
        if (v->n_words >= MOST_WORDS)
            return 0;
        v->n_words++;
        v->words[slot].word = word;
    }
    if (v->words[slot].number == 0 &&
        v->words[slot].execution == v->execution &&
        v->words[slot].thread != thread && (writes || v->words[slot].writes) &&
        v->n < RDL_VARIABLES - 1)
        v->words[slot].number = (uint8_t)++v->n;
    v->words[slot].execution = v->execution;
    v->words[slot].thread = thread;
    v->words[slot].writes = writes;
    return v->words[slot].number % RDL_VARIABLES;
}
