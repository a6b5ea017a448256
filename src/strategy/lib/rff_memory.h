/* rff_memory.h - what rff.c remembers: pairs of places, the corpus of abstract
 * schedules, how often each behaviour came; and of the execution that runs,
 * who wrote what last.
 *
 * Places and words are names only: nothing is ordered by them. */
#ifndef RDL_STRATEGY_LIB_RFF_MEMORY_H
#define RDL_STRATEGY_LIB_RFF_MEMORY_H

#include "strategy/strategy.h"

enum {
    RDL_RFF_CONSTRAINTS = 8,
    RDL_RFF_PAIRS = 2048, /* slots; at most half of them used */
    RDL_RFF_CORPUS = 256,
    RDL_RFF_BEHAVIOURS = 4096,
    RDL_RFF_WORDS = 4096,
    RDL_RFF_RECENT = 2,
};

struct rdl_rff_pair { /* places; write 0: the initial value */
    uintptr_t write, read;
    uint64_t execution; /* that showed it last */
};

struct rdl_rff_constraint {
    uint16_t pair; /* slot */
    bool negative;
};

struct rdl_rff_schedule {
    uint32_t n;
    struct rdl_rff_constraint is[RDL_RFF_CONSTRAINTS];
};

struct rdl_rff_entry { /* of the corpus; the first is always empty */
    struct rdl_rff_schedule schedule;
    uint32_t chosen; /* how often */
    uint64_t behaviour;
};

struct rdl_rff_word { /* forgotten with the execution */
    uintptr_t word;
    uint64_t execution;
    uint32_t n_writes, n_reads;
    uintptr_t writes[RDL_RFF_RECENT], reads[RDL_RFF_RECENT]; /* rings */
};

struct rdl_rff_memory {
    uint64_t execution;
    uint32_t n_pairs, n_corpus, added;
    uint32_t at, energy; /* the parent, and how many children it still has */
    uint64_t n_behaviours, total; /* distinct; executions */
    uint16_t pair_slots[RDL_RFF_PAIRS / 2];
    struct rdl_rff_pair pairs[RDL_RFF_PAIRS];
    struct rdl_rff_entry corpus[RDL_RFF_CORPUS];
    struct {
        uint64_t behaviour, times;
    } behaviours[RDL_RFF_BEHAVIOURS];
    struct rdl_rff_word words[RDL_RFF_WORDS];
};

void rdl_rff_begin(struct rdl_rff_memory *m);
/* The next schedule: one of the corpus, changed. */
struct rdl_rff_schedule rdl_rff_mutant(struct rdl_rff_memory *m,
                                       struct rdl_rng *rng);
/* The execution of `s` has shown this behaviour. */
void rdl_rff_end(struct rdl_rff_memory *m, const struct rdl_rff_schedule *s,
                 uint64_t behaviour, bool keep);

/* Where the word was written last; 0: nowhere. */
uintptr_t rdl_rff_latest(const struct rdl_rff_memory *m,
                         const struct rdl_event *e);
/* Returns what the read adds to the hash of pairs: 0 if nothing. */
uint64_t rdl_rff_read(struct rdl_rff_memory *m, const struct rdl_event *e);
void rdl_rff_write(struct rdl_rff_memory *m, const struct rdl_event *e);

static inline const struct rdl_rff_pair *
rdl_rff_pair_of(const struct rdl_rff_memory *m,
                const struct rdl_rff_constraint *c)
{
    return &m->pairs[c->pair % RDL_RFF_PAIRS];
}

#endif
