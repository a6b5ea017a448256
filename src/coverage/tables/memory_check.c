/* memory_check.c - checks a coverage memory, and repairs it when a process died
 * in the middle of a change.
 *
 * Keys, first executions, the log, the set of estimated requirements and the
 * rows of pairs are facts.  Everything else follows from them, and is computed
 * anew here. */
#include "coverage/tables/memory.h"

#include <errno.h>
#include <string.h>

/* All counts, by metric. */
struct counts {
    uint32_t covered[RDL_MAX_METRICS], estimated[RDL_MAX_METRICS];
    uint32_t both[RDL_MAX_METRICS];
};

static void check_count(const struct rdl_requirements_arrays *r, uint32_t id,
                        struct counts *counts)
{
    const unsigned metric = rdl_key_metric(r->keys[id]);
    const bool covered = rdl_bits_test_shared(r->covered_set, id);
    const bool estimated = rdl_bits_test_shared(r->estimated_set, id);

    counts->covered[metric] += covered;
    counts->estimated[metric] += estimated;
    counts->both[metric] += covered && estimated;
}

/* --- Sound? ----------------------------------------------------------------
 */

static bool check_modules_sound(const struct rdl_coverage_memory *m)
{
    if (m->n_modules > RDL_COVERAGE_MODULES)
        return false;
    for (uint32_t i = 0; i < m->n_modules; i++) {
        const struct rdl_coverage_module *module = &m->modules[i];

        if (module->build_id_size > sizeof(module->build_id) ||
            memchr(module->path, 0, sizeof(module->path)) == NULL)
            return false;
    }
    return true;
}

/* Chains end, and are in the order in which requirements were added: each link
 * goes to a smaller number.  Places and metrics exist. */
static bool check_requirement_sound(const struct rdl_requirements_arrays *r,
                                    uint32_t id, uint32_t places)
{
    const struct rdl_requirement *record = &r->records[id];
    const bool covered = rdl_bits_test_shared(r->covered_set, id);

    return rdl_key_fits(r->keys[id], places) && record->next[0] < id &&
           record->next[1] < id &&
           covered == (record->first != RDL_NOT_COVERED);
}

static bool check_requirements_sound(const struct rdl_requirements *t,
                                     const struct rdl_requirements_arrays *r,
                                     uint32_t capacity, uint32_t places)
{
    struct counts counts = { .covered = { 0 } };
    const uint32_t n = t->ledger.n;
    uint32_t n_covered = 0;

    if (n > capacity || t->n_log > n)
        return false;
    for (uint32_t id = 1; id <= n; id++) {
        if (!check_requirement_sound(r, id, places))
            return false;
        check_count(r, id, &counts);
        n_covered += rdl_bits_test_shared(r->covered_set, id);
    }
    if (n_covered != t->n_log)
        return false;
    for (uint32_t l = 0; l < places; l++) {
        if (r->heads[l] > n)
            return false;
    }
    for (uint32_t i = 0; i < t->n_log; i++) {
        if (r->log[i] == 0 || r->log[i] > n ||
            !rdl_bits_test_shared(r->covered_set, r->log[i]))
            return false;
    }
    return memcmp(counts.covered, t->covered, sizeof(t->covered)) == 0 &&
           memcmp(counts.estimated, t->estimated, sizeof(t->estimated)) == 0 &&
           memcmp(counts.both, t->both, sizeof(t->both)) == 0;
}

/* Rows may have any contents; counts are not used as indices. */
static bool check_pairs_sound(const struct rdl_pairs *p,
                              const struct rdl_pairs_arrays *arrays,
                              uint32_t capacity, uint32_t requirements)
{
    if (p->members.n > capacity)
        return false;
    for (uint32_t m = 1; m <= p->members.n; m++) {
        if (arrays->keys[m] == 0 || arrays->keys[m] > requirements)
            return false;
    }
    return true;
}

bool rdl_coverage_memory_sound(struct rdl_coverage_memory *m, size_t size)
{
    struct rdl_coverage_parts parts;

    if (!rdl_coverage_parts(m, size, &parts) || !check_modules_sound(m) ||
        m->locations.n > parts.limits.locations ||
        !check_requirements_sound(&m->requirements, &parts.requirements,
                                  parts.limits.requirements,
                                  rdl_locations_limit(m->locations.n)))
        return false;
    for (int i = 0; i < RDL_N_COMBINATORIAL; i++) {
        if (!check_pairs_sound(&m->pairs[i], &parts.pairs[i],
                               parts.limits.members, m->requirements.ledger.n))
            return false;
    }
    return true;
}

/* --- Mending ----------------------------------------------------------------
 */

static void check_store(uint32_t *to, uint32_t value)
{
    if (*to != value)
        __atomic_store_n(to, value, __ATOMIC_RELEASE);
}

/* The log is what counts as covered: its entry comes before the bit. */
static void check_mend_covered(struct rdl_requirements *t,
                               const struct rdl_requirements_arrays *r,
                               uint32_t n)
{
    if (t->n_log > n)
        check_store(&t->n_log, n);
    for (uint32_t i = 0; i < t->n_log; i++) {
        if (r->log[i] != 0 && r->log[i] <= n)
            rdl_bits_add_shared(r->covered_set, r->log[i]);
    }
    for (uint32_t id = 1; id <= n; id++) {
        if (!rdl_bits_test_shared(r->covered_set, id))
            __atomic_store_n(&r->records[id].first, RDL_NOT_COVERED,
                             __ATOMIC_RELAXED);
    }
}

static void check_add_open(const struct rdl_requirements_arrays *r,
                           uint64_t key)
{
    uint32_t *open = r->open + rdl_key_metric(key);
    const uint32_t l1 = rdl_key_l1(key), l2 = rdl_key_l2(key);

    open[(size_t)l1 * RDL_MAX_METRICS]++;
    if (l2 != l1)
        open[(size_t)l2 * RDL_MAX_METRICS]++;
}

static void check_link_to(const struct rdl_requirements_arrays *r,
                          uint32_t location, uint32_t id, unsigned side)
{
    check_store(&r->records[id].next[side], r->heads[location]);
    check_store(&r->heads[location], id);
}

/* While this runs, readers find chains too short and counts too low. */
static void check_mend_derived(struct rdl_requirements *t,
                               const struct rdl_requirements_arrays *r,
                               uint32_t n, uint32_t places)
{
    struct counts counts = { .covered = { 0 } };

    memset(r->heads, 0, places * sizeof(*r->heads));
    memset(r->open, 0, (size_t)places * RDL_MAX_METRICS * sizeof(*r->open));
    for (uint32_t id = 1; id <= n; id++) {
        const uint64_t key = r->keys[id];

        if (!rdl_key_fits(key, places))
            continue;
        check_link_to(r, rdl_key_l1(key), id, 0);
        if (rdl_key_l2(key) != rdl_key_l1(key))
            check_link_to(r, rdl_key_l2(key), id, 1);
        check_count(r, id, &counts);
        if (rdl_bits_test_shared(r->estimated_set, id) &&
            !rdl_bits_test_shared(r->covered_set, id))
            check_add_open(r, key);
    }
    for (int i = 0; i < RDL_MAX_METRICS; i++) {
        check_store(&t->covered[i], counts.covered[i]);
        check_store(&t->estimated[i], counts.estimated[i]);
        check_store(&t->both[i], counts.both[i]);
    }
}

int rdl_coverage_release(struct rdl_coverage_memory *m, size_t size,
                         uint32_t owner)
{
    struct rdl_coverage_parts parts;
    uint32_t expected = owner, n, places;

    if (!rdl_coverage_parts(m, size, &parts))
        return -EINVAL;
    if (__atomic_load_n(&m->lock, __ATOMIC_ACQUIRE) != owner)
        return 0;
    n = rdl_append_table_n(&m->requirements.ledger, parts.limits.requirements);
    places = rdl_locations_limit(
        rdl_append_table_n(&m->locations, parts.limits.locations));
    check_mend_covered(&m->requirements, &parts.requirements, n);
    check_mend_derived(&m->requirements, &parts.requirements, n, places);
    __atomic_compare_exchange_n(&m->lock, &expected, 0, /*weak=*/false,
                                __ATOMIC_RELEASE, __ATOMIC_RELAXED);
    return 1;
}

/* An unordered pair is in two rows; a process may have died between them. */
static void check_complete(uint64_t *rows, size_t words, uint32_t n)
{
    for (uint32_t a = 0; a < n; a++) {
        for (size_t i = 0; i < rdl_bits_words(n); i++) {
            uint64_t left = rows[a * words + i];

            for (; left != 0; left &= left - 1) {
                const size_t b = i * 64 + (size_t)__builtin_ctzll(left);

                if (b < n)
                    rdl_bits_add(rows + b * words, a);
            }
        }
    }
}

static void check_recount(struct rdl_pairs *p,
                          const struct rdl_pairs_arrays *arrays,
                          uint32_t capacity, bool ordered)
{
    const size_t words = rdl_bits_words(capacity);
    const uint32_t n = rdl_append_table_n(&p->members, capacity);
    uint64_t all = 0;

    if (!ordered)
        check_complete(arrays->rows, words, n);
    for (uint32_t member = 1; member <= n; member++) {
        const size_t bits = rdl_bits_count(arrays->rows + (member - 1) * words,
                                           rdl_bits_words(n));

        check_store(&arrays->counts[member], (uint32_t)bits);
        all += bits;
    }
    p->covered = ordered ? all : all / 2;
}

void rdl_coverage_recount(struct rdl_coverage_memory *m, size_t size)
{
    struct rdl_coverage_parts parts;

    if (!rdl_coverage_parts(m, size, &parts))
        return;
    for (size_t i = 0; i < RDL_N_COMBINATORIAL; i++)
        check_recount(&m->pairs[i], &parts.pairs[i], parts.limits.members,
                      rdl_combinatorial_at(i)->ordered);
}
