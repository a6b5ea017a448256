/* memory.c - the layout of the memory, and its modules: see memory.h. */
#include "coverage/tables/memory.h"

#include <string.h>

#define MAGIC UINT64_C(0x1e1ddade1ddacc04)

/* Larger values would overflow numbers elsewhere. */
#define MOST_LOCATIONS (UINT32_C(1) << 28)
#define MOST_REQUIREMENTS (UINT32_C(1) << 28)
#define MOST_MEMBERS (UINT32_C(1) << 20)
#define MOST_WORKERS (UINT32_C(1) << 10)

/* Hands out one array after the other, each in cache lines of its own; with a
 * NULL base it only computes the size. */
static void *memory_take(char *base, size_t *at, size_t bytes)
{
    char *part = base != NULL ? base + *at : NULL;

    *at += (bytes + 63) & ~(size_t)63;
    return part;
}

static void memory_layout_hits(char *base, size_t *at,
                               const struct rdl_coverage_limits *limits,
                               struct rdl_hits_arrays *h)
{
    const size_t n = (size_t)limits->requirements + 1;

    h->workers = limits->workers;
    h->requirements = limits->requirements;
    h->known = memory_take(base, at, n * sizeof(*h->known));
    h->sheets = memory_take(base, at, limits->workers * sizeof(*h->sheets));
    h->lists = memory_take(base, at, limits->workers * n * sizeof(*h->lists));
    h->rows = memory_take(base, at, limits->workers * n * sizeof(*h->rows));
}

/* Numbers begin at 1, so every array by number has one more. */
static size_t memory_layout(char *base,
                            const struct rdl_coverage_limits *limits,
                            struct rdl_coverage_parts *parts)
{
    const size_t n = (size_t)limits->requirements + 1;
    const size_t set = rdl_bits_words(n) * sizeof(uint64_t);
    const size_t places = rdl_locations_limit(limits->locations);
    const size_t members = (size_t)limits->members + 1;
    struct rdl_requirements_arrays *r = &parts->requirements;
    size_t at = 0;

    memory_take(base, &at, sizeof(struct rdl_coverage_memory));
    parts->limits = *limits;
    parts->location_keys = memory_take(
        base, &at, ((size_t)limits->locations + 1) * sizeof(uint64_t));
    r->keys = memory_take(base, &at, n * sizeof(uint64_t));
    r->records = memory_take(base, &at, n * sizeof(struct rdl_requirement));
    r->covered_set = memory_take(base, &at, set);
    r->estimated_set = memory_take(base, &at, set);
    r->target_set = memory_take(base, &at, set);
    for (int i = 0; i < RDL_N_CLASSES; i++)
        r->class_set[i] = memory_take(base, &at, set);
    r->done_set = memory_take(base, &at, set);
    r->changed_set =
        memory_take(base, &at, rdl_bits_words(places) * sizeof(uint64_t));
    r->changed_calls =
        memory_take(base, &at, RDL_CHANGED_CALLS * sizeof(uint64_t));
    r->log = memory_take(base, &at, n * sizeof(uint32_t));
    r->heads = memory_take(base, &at, places * sizeof(uint32_t));
    r->open =
        memory_take(base, &at, places * RDL_MAX_METRICS * sizeof(uint32_t));
    memory_layout_hits(base, &at, limits, &r->hits);
    for (int i = 0; i < RDL_N_COMBINATORIAL; i++) {
        struct rdl_pairs_arrays *p = &parts->pairs[i];

        p->keys = memory_take(base, &at, members * sizeof(uint64_t));
        p->counts = memory_take(base, &at, members * sizeof(uint32_t));
        p->rows =
            memory_take(base, &at,
                        limits->members * rdl_bits_words(limits->members) *
                            sizeof(uint64_t));
    }
    return at;
}

size_t rdl_coverage_memory_size(const struct rdl_coverage_limits *limits)
{
    struct rdl_coverage_parts parts;

    return memory_layout(NULL, limits, &parts);
}

struct rdl_coverage_memory *
rdl_coverage_memory_init(void *memory, const struct rdl_coverage_limits *limits)
{
    struct rdl_coverage_memory *m = memory;

    m->limits = *limits;
    m->size = rdl_coverage_memory_size(limits);
    m->magic = MAGIC;
    return m;
}

bool rdl_coverage_parts(struct rdl_coverage_memory *m, size_t size,
                        struct rdl_coverage_parts *parts)
{
    struct rdl_coverage_limits limits;

    if (size < sizeof(*m) || m->magic != MAGIC || m->size > size)
        return false;
    limits = m->limits; /* a copy: checked, then used */
    return limits.locations <= MOST_LOCATIONS &&
           limits.requirements <= MOST_REQUIREMENTS &&
           limits.members <= MOST_MEMBERS && limits.workers <= MOST_WORKERS &&
           memory_layout((char *)m, &limits, parts) == m->size;
}

/* --- Modules ---------------------------------------------------------------
 */

static uint32_t memory_n_modules(const struct rdl_coverage_memory *m)
{
    const uint32_t n = __atomic_load_n(&m->n_modules, __ATOMIC_ACQUIRE);

    return n < RDL_COVERAGE_MODULES ? n : RDL_COVERAGE_MODULES;
}

const struct rdl_coverage_module *
rdl_coverage_module_at(const struct rdl_coverage_memory *m, uint32_t number)
{
    return number < memory_n_modules(m) ? &m->modules[number] : NULL;
}

static uint32_t memory_find_module(const struct rdl_coverage_memory *m,
                                   const struct rdl_coverage_module *wanted)
{
    const uint32_t n = memory_n_modules(m);

    for (uint32_t i = 0; i < n; i++) {
        if (memcmp(&m->modules[i], wanted, sizeof(*wanted)) == 0)
            return i;
    }
    return RDL_NO_MODULE;
}

/* Under the lock. */
static uint32_t memory_add_module(struct rdl_coverage_memory *m,
                                  const struct rdl_coverage_module *wanted)
{
    const uint32_t known = memory_find_module(m, wanted),
                   n = memory_n_modules(m);

    if (known != RDL_NO_MODULE || n == RDL_COVERAGE_MODULES)
        return known;
    m->modules[n] = *wanted;
    /* Release: a process that sees the number sees the module. */
    __atomic_store_n(&m->n_modules, n + 1, __ATOMIC_RELEASE);
    return n;
}

uint32_t rdl_coverage_module(struct rdl_coverage_memory *m,
                             struct rdl_participant *participant,
                             const char *path, const uint8_t *build_id,
                             size_t build_id_size)
{
    struct rdl_coverage_module wanted = { .build_id_size = 0 };
    uint32_t number;

    for (size_t i = 0; i < sizeof(wanted.path) - 1 && path[i] != '\0'; i++)
        wanted.path[i] = path[i];
    if (build_id != NULL && build_id_size <= sizeof(wanted.build_id)) {
        memcpy(wanted.build_id, build_id, build_id_size);
        wanted.build_id_size = (uint8_t)build_id_size;
    }
    number = memory_find_module(m, &wanted);
    if (number != RDL_NO_MODULE || !rdl_participant_lock(participant))
        return number;
    number = memory_add_module(m, &wanted);
    rdl_participant_unlock(participant);
    return number;
}

/* --- Totals ----------------------------------------------------------------
 */

static uint64_t memory_sum(const uint32_t *counts, uint32_t metrics)
{
    uint64_t n = 0;

    for (; metrics != 0; metrics &= metrics - 1)
        n += __atomic_load_n(&counts[__builtin_ctz(metrics)], __ATOMIC_RELAXED);
    return n;
}

uint64_t rdl_coverage_covered(const struct rdl_coverage_memory *m,
                              uint32_t metrics)
{
    return memory_sum(m->requirements.covered, metrics);
}

uint64_t rdl_coverage_estimated(const struct rdl_coverage_memory *m,
                                uint32_t metrics)
{
    return memory_sum(m->requirements.estimated, metrics);
}

uint64_t rdl_coverage_both(const struct rdl_coverage_memory *m,
                           uint32_t metrics)
{
    return memory_sum(m->requirements.both, metrics);
}

uint64_t rdl_coverage_known(const struct rdl_coverage_memory *m,
                            uint32_t metrics)
{
    return rdl_coverage_estimated(m, metrics) +
           rdl_coverage_covered(m, metrics) - rdl_coverage_both(m, metrics);
}

uint64_t rdl_coverage_pairs(const struct rdl_coverage_memory *m, size_t i)
{
    return __atomic_load_n(&m->pairs[i].covered, __ATOMIC_RELAXED);
}

uint64_t rdl_coverage_unrecorded(const struct rdl_coverage_memory *m)
{
    uint64_t n = m->locations.lost + m->requirements.ledger.lost;

    for (int i = 0; i < RDL_N_COMBINATORIAL; i++)
        n += m->pairs[i].members.lost;
    return n;
}
