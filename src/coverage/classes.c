/* classes.c - see tables/classes.h. */
#include "coverage/tables/classes.h"

#include "base/hash.h"
#include "coverage/collector.h"

#include <string.h>

/* STP becomes CTP after this many executions in a row without a new singular
 * requirement, as in CUVE; and CTP ends after as many that each add less than
 * one in ONE_IN of the pairs covered so far (thesis, 5.4.3). */
#define IN_A_ROW 10
#define ONE_IN 100

static struct rdl_classes *classes_of(const struct rdl_coverage *c)
{
    return &c->memory->classes;
}

static uint32_t classes_at(const struct rdl_coverage *c)
{
    const uint32_t at = __atomic_load_n(&classes_of(c)->at, __ATOMIC_RELAXED);

    return at < RDL_N_CLASSES ? at : RDL_N_CLASSES;
}

void rdl_class_add(struct rdl_coverage *c, enum rdl_class to, uint32_t id)
{
    if (rdl_bits_test_shared(c->covering.shared.class_set[to], id))
        return;
    rdl_bits_add_shared(c->covering.shared.class_set[to], id);
    classes_of(c)->n[to]++;
}

void rdl_class_changed(struct rdl_coverage *c, uint32_t location)
{
    if (location < c->covering.locations)
        rdl_bits_add_shared(c->covering.shared.changed_set, location);
}

/* Where the key is, or would be; NULL: every place is taken. */
static uint64_t *classes_call(const struct rdl_coverage *c, uint64_t key)
{
    uint64_t *all = c->covering.shared.changed_calls;

    for (uint32_t i = 0; i < RDL_CHANGED_CALLS; i++) {
        uint64_t *at = &all[(rdl_mix(key, 0) + i) % RDL_CHANGED_CALLS];
        const uint64_t there = __atomic_load_n(at, __ATOMIC_RELAXED);

        if (there == 0 || there == key)
            return at;
    }
    return NULL;
}

bool rdl_class_changed_call(struct rdl_coverage *c, uint64_t key)
{
    struct rdl_classes *s = classes_of(c);
    uint64_t *at = classes_call(c, key);

    if (at == NULL || (*at != key && s->calls >= RDL_CHANGED_CALLS / 4 * 3))
        return false;
    if (*at != key) {
        __atomic_store_n(at, key, __ATOMIC_RELAXED);
        __atomic_store_n(&s->calls, s->calls + 1, __ATOMIC_RELAXED);
    }
    return true;
}

bool rdl_class_calls(const struct rdl_coverage *c)
{
    return __atomic_load_n(&classes_of(c)->calls, __ATOMIC_RELAXED) > 0;
}

bool rdl_class_call_changed(const struct rdl_coverage *c, uint64_t key)
{
    const uint64_t *at = classes_call(c, key);

    return key != 0 && at != NULL &&
           __atomic_load_n(at, __ATOMIC_RELAXED) == key;
}

/* The class that is at work from now on: the first that has members, from
 * `from` on. */
static void classes_enter(struct rdl_classes *s, uint32_t from)
{
    while (from < RDL_N_CLASSES && s->n[from] == 0)
        from++;
    /* All at once: their singular ones have had their turn. */
    s->combines = from == RDL_N_CLASSES;
    s->dry = s->slow = 0;
    __atomic_store_n(&s->at, from, __ATOMIC_RELEASE);
}

void rdl_classes_filled(struct rdl_coverage *c)
{
    struct rdl_classes *s = classes_of(c);

    if (s->set == 0)
        classes_enter(s, 0);
    s->stamp++;
    __atomic_store_n(&s->set, 1, __ATOMIC_RELEASE);
}

uint32_t rdl_class_covered(const struct rdl_coverage *c, enum rdl_class of)
{
    const size_t words = rdl_bits_words(rdl_requirements_n(&c->covering) + 1);
    uint32_t n = 0;

    for (size_t i = 0; i < words; i++)
        n += rdl_bits_count_word(c->covering.shared.class_set[of][i] &
                                 c->covering.shared.covered_set[i]);
    return n;
}

bool rdl_class_has(const struct rdl_coverage *c, uint32_t id, bool together)
{
    const uint32_t at = classes_at(c);

    for (uint32_t i = 0; i < RDL_N_CLASSES; i++) {
        if ((together || at == RDL_N_CLASSES || at == i) &&
            rdl_bits_test_shared(c->covering.shared.class_set[i], id))
            return true;
    }
    return false;
}

bool rdl_class_target(const struct rdl_coverage *c, uint32_t id, bool together)
{
    return !rdl_requirement_curr(&c->covering, id) &&
           !rdl_bits_test_shared(c->covering.shared.done_set, id) &&
           rdl_class_has(c, id, together);
}

/* --- From class to class ---------------------------------------------------
 */

static void classes_done(struct rdl_coverage *c)
{
    const struct rdl_covering *covering = &c->covering;

    for (uint32_t i = 0; i < covering->n_order; i++)
        rdl_bits_add_shared(covering->shared.done_set, covering->order[i]);
}

static uint64_t classes_pairs(const struct rdl_coverage *c)
{
    uint64_t n = 0;

    for (size_t i = 0; i < RDL_N_COMBINATORIAL; i++) {
        if (c->pairs[i].table != NULL)
            n += rdl_coverage_pairs(c->memory, i);
    }
    return n;
}

/* Under the lock.  True: another class is at work. */
static bool classes_move(struct rdl_coverage *c, struct rdl_classes *s,
                         uint32_t metrics, bool together)
{
    if (s->combines == 0) {
        uint32_t fresh = 0;

        for (; metrics != 0; metrics &= metrics - 1)
            fresh += c->covering.new_of[__builtin_ctz(metrics)];
        s->dry = fresh == 0 ? s->dry + 1 : 0;
        s->combines = s->dry >= IN_A_ROW;
        return false;
    }
    s->slow = c->new_pairs * ONE_IN < classes_pairs(c) || c->new_pairs == 0
                  ? s->slow + 1
                  : 0;
    if (together || s->slow < IN_A_ROW || s->at >= RDL_N_CLASSES)
        return false;
    classes_enter(s, s->at + 1);
    s->stamp++;
    return true;
}

void rdl_classes_advance(struct rdl_coverage *c, uint32_t metrics,
                         bool together)
{
    struct rdl_classes *s = classes_of(c);
    size_t words;

    if (__atomic_load_n(&s->set, __ATOMIC_ACQUIRE) == 0)
        return;
    classes_done(c);
    if (!rdl_participant_lock(&c->participant))
        return;
    if (classes_move(c, s, metrics, together)) {
        words = rdl_bits_words(rdl_requirements_n(&c->covering) + 1);
        memset(c->covering.shared.done_set, 0, words * sizeof(uint64_t));
    }
    rdl_participant_unlock(&c->participant);
}
