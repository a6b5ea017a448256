/* rff_memory.h - what rff.c remembers: pairs of places, the corpus of abstract
 * schedules, and how often each behaviour occurred.  For the current execution
 * also which thread wrote which word last.
 *
 * Places and words are only names: nothing is ordered by them. */
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

struct rdl_rff_pair { /* two places; write 0: the initial value */
    uintptr_t write, read;
    uint64_t execution; /* the latest that showed it */
};

struct rdl_rff_constraint {
    uint16_t pair; /* slot */
    bool negative;
};

struct rdl_rff_schedule {
    uint32_t n;
    struct rdl_rff_constraint is[RDL_RFF_CONSTRAINTS];
};

struct rdl_rff_entry { /* one of the corpus; the first is always empty */
    struct rdl_rff_schedule schedule;
    uint32_t chosen; /* how often it was the parent */
    uint64_t behaviour;
};

struct rdl_rff_word { /* valid in one execution only */
    uintptr_t word;
    uint64_t execution;
    uint32_t n_writes, n_reads;
    uintptr_t writes[RDL_RFF_RECENT], reads[RDL_RFF_RECENT]; /* rings */
};

struct rdl_rff_memory {
    uint64_t execution;
    uint32_t n_pairs, n_corpus, added;
    uint32_t at, energy;          /* the parent, and its remaining children */
    uint64_t n_behaviours, total; /* distinct ones; executions in all */
    uint16_t pair_slots[RDL_RFF_PAIRS / 2];
    struct rdl_rff_pair pairs[RDL_RFF_PAIRS];
    struct rdl_rff_entry corpus[RDL_RFF_CORPUS];
    struct {
        uint64_t behaviour, times;
    } behaviours[RDL_RFF_BEHAVIOURS];
    struct rdl_rff_word words[RDL_RFF_WORDS];
};

void rdl_rff_begin(struct rdl_rff_memory *m);
/* The next schedule: a changed copy of one from the corpus. */
struct rdl_rff_schedule rdl_rff_mutant(struct rdl_rff_memory *m,
                                       struct rdl_rng *rng);
/* Records the behaviour that the execution of `s` showed. */
void rdl_rff_end(struct rdl_rff_memory *m, const struct rdl_rff_schedule *s,
                 uint64_t behaviour, bool keep);

/* The place of the word's latest write; 0: none. */
uintptr_t rdl_rff_latest(const struct rdl_rff_memory *m,
                         const struct rdl_event *e);
/* Records a read.  Returns what it adds to the hash of pairs, 0 if nothing. */
uint64_t rdl_rff_read(struct rdl_rff_memory *m, const struct rdl_event *e);
void rdl_rff_write(struct rdl_rff_memory *m, const struct rdl_event *e);

static inline const struct rdl_rff_pair *
rdl_rff_pair_of(const struct rdl_rff_memory *m,
                const struct rdl_rff_constraint *c)
{
    return &m->pairs[c->pair % RDL_RFF_PAIRS];
}

#endif
