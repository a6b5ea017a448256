/* coverage_setup.h - what the tests of src/coverage share: memory, tables, and
 * executions written as text.
 *
 * An execution is words, one for each event: the thread's number, an operator,
 * an object, and the location behind an @:
 *     1Wx@3       thread 1 writes x at location 3
 *     1Wx2:4@3    it writes 4 bytes of x from offset 2 on; else all 8
 * Operators: R W X (read-modify-write) F (that failed), L H U (lock-acquire,
 * lock-hold, unlock; l h: of the read side), T t (try-lock; failed), D (the
 * lock is destroyed), S (the thread starts), ! (the object is freed).
 * CREATE, EXIT and JOIN of thread n: C E J, with its number as the object.
 *
 * Expected requirements are written in the same way:
 *     def-use 1,2 1,3; lr-def own,2; blocked 3
 */
#ifndef COVERAGE_SETUP_H
#define COVERAGE_SETUP_H

#include "coverage/collector.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { LOCATIONS = 256, REQUIREMENTS = 4096, MEMBERS = 512 };

#define PC(location) ((uintptr_t)0x400000 + (uintptr_t)(location))
#define HANDLE(thread) ((uintptr_t)0x7f000000 + 64 * (uintptr_t)(thread))
#define OBJECT(letter) ((uintptr_t)0x10000 + 64 * (uintptr_t)(letter))
#define FREED RDL_N_OPS /* not an operator: `!` */

struct setup {
    struct rdl_coverage *coverage;
    /* Parts of it: */
    struct rdl_locations *locations;
    struct rdl_covering *covering;
    struct rdl_coverage_memory *memory;
    size_t size;
    bool joined; /* the memory is another's */
    void *blocks[256];
    size_t n_blocks, allowed; /* supply: handed out, at most */
};

static inline void *setup_more(void *owner, size_t size)
{
    struct setup *s = owner;

    if (s->n_blocks == s->allowed)
        return NULL;
    return s->blocks[s->n_blocks++] = calloc(1, size);
}

/* Places are the same in every process, and no two are one. */
static inline uint64_t setup_name(void *owner, uintptr_t pc)
{
    (void)owner;
    return rdl_location_key_of(1, pc);
}

static inline uintptr_t pc_of(const struct rdl_locations *l, uint32_t number)
{
    return rdl_location_key_offset(rdl_location_key(l, number));
}

static inline int setup_attach(struct setup *s, uint32_t metrics,
                               uint32_t owner)
{
    int result = rdl_coverage_attach(
        s->coverage, &(struct rdl_coverage_attach){
                         .memory = s->memory,
                         .size = s->size,
                         .metrics = metrics,
                         .pairs = 3,
                         .owner = owner,
                         .supply = { .more = setup_more, .owner = s },
                         .namer = { .name = setup_name },
                     });

    s->locations = &s->coverage->locations;
    s->covering = &s->coverage->covering;
    return result;
}

/* `allowed`: times that the supply gives something, once attached. */
static inline struct setup *setup_of(uint32_t metrics, size_t allowed,
                                     struct rdl_coverage_limits limits)
{
    struct setup *s = calloc(1, sizeof(*s));

    s->allowed = sizeof(s->blocks) / sizeof(s->blocks[0]);
    s->coverage = calloc(1, sizeof(*s->coverage));
    s->size = rdl_coverage_memory_size(&limits);
    s->memory = rdl_coverage_memory_init(calloc(1, s->size), &limits);
    assert_int_equal(setup_attach(s, metrics, 1), 0);
    if (s->n_blocks + allowed < s->allowed)
        s->allowed = s->n_blocks + allowed;
    rdl_coverage_begin(s->coverage, 0);
    return s;
}

/* One more process that covers into a memory. */
static inline struct setup *setup_join(struct rdl_coverage_memory *memory,
                                       uint32_t owner)
{
    struct setup *s = calloc(1, sizeof(*s));

    s->allowed = sizeof(s->blocks) / sizeof(s->blocks[0]);
    s->coverage = calloc(1, sizeof(*s->coverage));
    s->memory = memory;
    s->size = memory->size;
    s->joined = true;
    assert_int_equal(setup_attach(s, RDL_ALL_METRICS, owner), 0);
    rdl_coverage_begin(s->coverage, 0);
    return s;
}

static inline struct setup *setup_with(uint32_t metrics)
{
    return setup_of(metrics, 256,
                    (struct rdl_coverage_limits){ .locations = LOCATIONS,
                                                  .requirements = REQUIREMENTS,
                                                  .members = MEMBERS });
}

static inline struct setup *setup(void)
{
    return setup_with(RDL_ALL_METRICS);
}

static inline void teardown(struct setup *s)
{
    for (size_t i = 0; i < s->n_blocks; i++)
        free(s->blocks[i]);
    free(s->coverage);
    if (!s->joined)
        free(s->memory);
    free(s);
}

/* Two metrics, and room for so much. */
static inline struct setup *setup_small(uint32_t locations,
                                        uint32_t requirements, uint32_t members)
{
    return setup_of(RDL_METRIC_BIT(def_use) | RDL_METRIC_BIT(adjacent), 256,
                    (struct rdl_coverage_limits){ .locations = locations,
                                                  .requirements = requirements,
                                                  .members = members });
}

/* As the i-th of rdl_combinatorial_at is named. */
static inline struct rdl_pairing *pairs_of(struct setup *s, const char *name)
{
    size_t i = 0;

    while (strcmp(rdl_combinatorial_at(i)->name, name) != 0)
        i++;
    return &s->coverage->pairs[i];
}

static inline uint8_t op_of(char letter)
{
    switch (letter) {
    case 'R':
        return RDL_OP_READ;
    case 'W':
        return RDL_OP_WRITE;
    case 'X':
    case 'F':
        return RDL_OP_RMW;
    case 'L':
    case 'l':
        return RDL_OP_LOCK;
    case 'H':
    case 'h':
        return RDL_OP_HOLD;
    case 'U':
        return RDL_OP_UNLOCK;
    case 'T':
    case 't':
        return RDL_OP_TRYLOCK;
    case 'D':
        return RDL_OP_DESTROY;
    case 'S':
        return RDL_OP_START;
    case 'C':
        return RDL_OP_CREATE;
    case 'E':
        return RDL_OP_EXIT;
    case 'J':
        return RDL_OP_JOIN;
    case '!':
        return FREED;
    default:
        fail_msg("no operator %c", letter);
        return 0;
    }
}

/* Parses one word; returns what is behind it. */
static inline const char *parse_event(const char *text, struct rdl_event *e)
{
    char *end;
    char letter;

    memset(e, 0, sizeof(*e));
    e->tid = (rdl_tid)strtoul(text, &end, 10);
    letter = *end++;
    e->op = op_of(letter);
    if (strchr("lh", letter) != NULL)
        e->flags |= RDL_EV_SHARED;
    if (strchr("Ft", letter) != NULL)
        e->flags |= RDL_EV_FAILED;
    e->size = 8;
    if (strchr("CEJ", letter) != NULL) {
        e->addr = e->value = HANDLE(strtoul(end, &end, 10));
        e->flags |= RDL_EV_VALUE;
    } else if (letter == 'S') {
        e->addr = HANDLE(e->tid);
    } else {
        e->addr = OBJECT(*end++);
        if (*end >= '0' && *end <= '9') {
            e->addr += strtoul(end, &end, 10);
            e->size = (uint32_t)strtoul(end + 1, &end, 10);
        }
    }
    if (*end == '@')
        e->pc = PC(strtoul(end + 1, &end, 10));
    return end + strspn(end, " ");
}

static inline size_t parse(const char *text, struct rdl_event *events,
                           size_t max)
{
    size_t n = 0;

    for (text += strspn(text, " "); *text != '\0'; n++) {
        assert_true(n < max);
        text = parse_event(text, &events[n]);
    }
    return n;
}

static inline void feed(struct setup *s, const struct rdl_event *e)
{
    if (e->op == FREED)
        rdl_coverage_forget(s->coverage, e->addr, e->size);
    else
        rdl_coverage_event(s->coverage, e);
}

static inline void run(struct setup *s, const char *text)
{
    struct rdl_event events[256];
    size_t n = parse(text, events, 256);

    for (size_t i = 0; i < n; i++)
        feed(s, &events[i]);
}

/* A location as written: its number, or own, other. */
static inline uint32_t parse_location(struct setup *s, const char *text,
                                      const char **end)
{
    char *behind;
    unsigned long number = strtoul(text, &behind, 10);

    *end = behind;
    if (behind == text) {
        bool own = strncmp(text, "own", 3) == 0;

        *end = text + (own ? 3 : 5);
        return own ? RDL_LOC_OWN : RDL_LOC_OTHER;
    }
    return number == 0 ? RDL_LOC_NONE
                       : rdl_location_of(s->locations, PC(number));
}

static inline void show_key(const struct setup *s, uint64_t key)
{
    uint32_t at[2] = { rdl_key_l1(key), rdl_key_l2(key) };

    printf(" %s(", rdl_metric_at(rdl_key_metric(key))->name);
    for (int i = 0; i < 2; i++) {
        if (at[i] >= RDL_LOC_FIRST)
            printf("%ld", (long)(pc_of(s->locations, at[i]) - PC(0)));
        else
            printf("%s",
                   (const char *[]){ "0", "own", "other", "rest" }[at[i]]);
        printf(i == 0 ? "," : ")");
    }
}

/* The keys of an expectation; how many. */
static inline size_t parse_keys(struct setup *s, const char *text,
                                uint64_t *keys, size_t max)
{
    size_t n = 0;

    while (*(text += strspn(text, "; ")) != '\0') {
        size_t length = strcspn(text, " ");
        char name[64];
        uint32_t metrics, l1, l2;

        snprintf(name, sizeof(name), "%.*s", (int)length, text);
        metrics = rdl_metrics_named(name);
        if (metrics == 0)
            fail_msg("no metric %s", name);
        text += length;
        while (*(text += strspn(text, " ")) != '\0' && *text != ';') {
            l1 = RDL_LOC_NONE;
            l2 = parse_location(s, text, &text);
            if (*text == ',') {
                l1 = l2;
                l2 = parse_location(s, text + 1, &text);
            }
            assert_true(n < max);
            keys[n++] = rdl_key((unsigned)__builtin_ctz(metrics), l1, l2);
        }
    }
    return n;
}

static inline uint32_t id_of(struct setup *s, const char *text)
{
    uint64_t key;

    assert_int_equal(parse_keys(s, text, &key, 1), 1);
    return rdl_requirements_find(s->covering, key);
}

enum which { COVERED, ESTIMATED };

/* The table has exactly these of `metrics`. */
static inline void expect_of(struct setup *s, enum which which,
                             uint32_t metrics, const char *text)
{
    const struct rdl_covering *t = s->covering;
    uint64_t keys[512];
    size_t n = parse_keys(s, text, keys, 512);
    bool wrong = false;

    for (size_t i = 0; i < n; i++) {
        uint32_t id = rdl_requirements_find(t, keys[i]);

        if (which == COVERED ? rdl_requirement_covered(t, id)
                             : rdl_requirement_estimated(t, id))
            continue;
        printf("missing:");
        show_key(s, keys[i]);
        printf("\n");
        wrong = true;
    }
    for (uint32_t id = 1; id <= rdl_requirements_n(t); id++) {
        uint64_t key = rdl_requirement_key(t, id);
        bool expected = false;

        if ((metrics >> rdl_key_metric(key) & 1) == 0 ||
            !(which == COVERED ? rdl_requirement_covered(t, id)
                               : rdl_requirement_estimated(t, id)))
            continue;
        for (size_t i = 0; i < n; i++)
            expected |= keys[i] == key;
        if (expected)
            continue;
        printf("not expected:");
        show_key(s, key);
        printf("\n");
        wrong = true;
    }
    if (wrong)
        fail_msg("expected: %s", text);
}

#endif
