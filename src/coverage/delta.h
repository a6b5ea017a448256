/* delta.h - what a coverage memory has gained since a mark, as bytes to store,
 * send, and apply to another coverage memory.
 *
 * A delta has new modules, locations, requirements and members of pairs, and
 * what is newly covered, estimated or paired among all of them.  Its numbers
 * are those of the memory it was taken from.  The deltas of one memory form a
 * sequence: each states how much it assumes to be known.  The receiver has a
 * struct rdl_delta_source for each memory that deltas come from.  Deltas of
 * different memories may arrive in any order, and a repeated delta changes
 * nothing.  That holds for the counts of requirements too: a delta has the
 * totals of its memory, and the receiver adds what they have grown by.
 *
 * The bytes may come from anywhere: rdl_delta_read() checks their form before
 * it calls the reader, and rdl_coverage_delta_apply() checks that all they name
 * exists before it changes anything.  Words are little-endian, as on the only
 * machines that raddle runs on.  A delta has a version, the names of the
 * metrics and a checksum. */
#ifndef RDL_COVERAGE_DELTA_H
#define RDL_COVERAGE_DELTA_H

#include "coverage/collector.h"

#define RDL_DELTA_VERSION 2

struct rdl_delta { /* owns its bytes; may be moved */
    unsigned char *bytes;
    size_t size;
};

void rdl_delta_free(struct rdl_delta *d);

/* The part of a coverage memory that is in deltas already.  Zeroed: nothing. */
struct rdl_delta_mark {
    uint32_t modules, locations, requirements; /* how many */
    /* By requirement; NULL: none. */
    uint64_t *covered, *estimated;
    struct rdl_hits *hits;
    struct rdl_delta_mark_pairs {
        uint32_t n;       /* members */
        uint32_t *counts; /* by member: the row's count when it was taken */
    } pairs[RDL_N_COMBINATORIAL];
};

/* Nothing is in deltas: the next delta has everything. */
void rdl_delta_mark_reset(struct rdl_delta_mark *mark);

/* Takes what is new since the mark, and moves the mark.  Other processes may
 * cover at the same time: what they add too late is in the next delta.  The
 * target may have overwritten the memory: invalid entries are left out.  0, or
 * -ENOMEM and the mark is reset. */
int rdl_coverage_delta_take(const struct rdl_coverage *c,
                            struct rdl_delta_mark *mark, struct rdl_delta *out);

/* --- Reading -------------------------------------------------------------- */

struct rdl_delta_counts { /* numbers of modules, locations, ... */
    uint32_t modules, locations, requirements;
    uint32_t members[RDL_N_COMBINATORIAL];
};

struct rdl_delta_requirement {
    uint32_t number; /* from 1 */
    uint64_t key;    /* rdl_key, with numbers of locations */
    bool estimated;
    uint64_t first; /* execution that covered it; RDL_NOT_COVERED */
    struct rdl_hits hits;
};

struct rdl_delta_row { /* of a member of the kind-th combinatorial metric */
    unsigned kind;
    uint32_t member; /* from 1 */
    const uint64_t *partners;
    size_t n_words; /* of the set; bit m-1: member m */
};

/* Called in this order; each may be NULL.  False: stop. */
struct rdl_delta_reader {
    void *data;
    /* `since`: what it assumes to be known; `all`: the totals with it. */
    bool (*begin)(void *data, const struct rdl_delta_counts *since,
                  const struct rdl_delta_counts *all);
    bool (*module)(void *data, uint32_t number,
                   const struct rdl_coverage_module *module);
    bool (*location)(void *data, uint32_t number, uint64_t key);
    bool (*requirement)(void *data, const struct rdl_delta_requirement *r);
    bool (*member)(void *data, unsigned kind, uint32_t member,
                   uint32_t requirement);
    bool (*row)(void *data, const struct rdl_delta_row *row);
};

/* 0; -EINVAL: these bytes are not a delta, or one of another version; -ENOMEM;
 * -ECANCELED: the reader stopped. */
int rdl_delta_read(const struct rdl_delta *d,
                   const struct rdl_delta_reader *reader);

/* --- Writing, for stores that make a delta from what they have ------------ */

struct rdl_delta_writer {
    struct rdl_delta_counts since, all;
    /* One for each section of the format. */
    struct rdl_delta_bytes {
        unsigned char *bytes;
        size_t size, room;
        uint32_t n;
    } modules, locations, requirements, members[RDL_N_COMBINATORIAL],
        rows[RDL_N_COMBINATORIAL];
    bool failed; /* out of memory */
};

/* Zeroed at first.  Each section is by ascending number; new numbers are
 * consecutive. */
void rdl_delta_write_module(struct rdl_delta_writer *w,
                            const struct rdl_coverage_module *module);
void rdl_delta_write_location(struct rdl_delta_writer *w, uint64_t key);
void rdl_delta_write_requirement(struct rdl_delta_writer *w,
                                 const struct rdl_delta_requirement *r);
void rdl_delta_write_member(struct rdl_delta_writer *w, unsigned kind,
                            uint32_t requirement);
void rdl_delta_write_row(struct rdl_delta_writer *w,
                         const struct rdl_delta_row *row);
/* Completes it: 0 and a delta, or -ENOMEM. */
int rdl_delta_write_end(struct rdl_delta_writer *w, struct rdl_delta *out);

/* --- Applying ------------------------------------------------------------- */

/* Maps the numbers of one source to numbers here.  Zeroed: nothing known. */
struct rdl_delta_source {
    struct rdl_delta_counts known;
    uint32_t *modules;      /* by number */
    uint32_t *locations;    /* by number - RDL_LOC_FIRST */
    uint32_t *requirements; /* by number; 0: there was no room */
    struct rdl_hits *hits;  /* by number: those that have been added */
    uint32_t *members[RDL_N_COMBINATORIAL]; /* by number; 0: the same */
    bool renumbered;                        /* some number differs here */
};

void rdl_delta_source_free(struct rdl_delta_source *s);

/* Adds the contents of the delta.  If both have covered a requirement, the
 * earlier execution counts.  What has no room counts as not recorded.  Pairs of
 * a kind that `c` does not have are left out.  0; -EINVAL, -ENOMEM as above;
 * -ESTALE: an earlier delta of this source is missing. */
int rdl_coverage_delta_apply(struct rdl_coverage *c,
                             struct rdl_delta_source *source,
                             const struct rdl_delta *d);

#endif
