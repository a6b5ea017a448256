/* divided.h - what the files of the explorer `divided` share. */
#ifndef RDL_CAMPAIGN_EXPLORE_DIVIDED_H
#define RDL_CAMPAIGN_EXPLORE_DIVIDED_H

#include "campaign/explore/explorer.h"
#include "explore/reach.h"
#include "explore/upper.h"

/* Parts in which processes died. */
#define RDL_DIVIDED_DEADLY 16

struct rdl_divided_task {
    const struct rdl_shared *shared; /* of the worker */
    bool busy;
    uint32_t part;
    uint64_t beginning;
    uint32_t n_threads; /* that were known */
};

struct rdl_divided {
    const struct rdl_strategy *strategy;
    uint64_t identity;
    bool keep_going;
    unsigned jobs;
    struct rdl_note_sink notes;
    struct rdl_reach all; /* what is known, and all counts */
    struct rdl_upper upper;
    void *memory; /* of the upper tree; NULL: it is not open yet */
    size_t size;
    uint64_t beginning; /* which one: parts of an earlier one do not count */
    uint64_t here;      /* executions of this beginning */
    uint64_t used;      /* the most that a worker used */
    struct rdl_divided_task *task; /* `jobs` of them, owned */
    struct {
        uint32_t part;
        unsigned deaths; /* 0: unused */
    } deadly[RDL_DIVIDED_DEADLY];
    struct rdl_divided_image { /* owned */
        char *bytes;
        size_t size, room;
    } * image;
    bool back;    /* the image says where to begin */
    bool resumed; /* nothing of a later session has ended yet */
    uint64_t most;
};

/* The worker's memory of the exploration; NULL: it has none. */
struct rdl_reach *rdl_divided_memory(const struct rdl_shared *shared,
                                     size_t *room);
/* The exploration cannot become complete. */
void rdl_divided_trouble(struct rdl_divided *d, enum rdl_reach_reason why);
void rdl_divided_note(const struct rdl_divided *d, const char *text);
/* Everything is to be explored, with what is known. */
void rdl_divided_begin(struct rdl_divided *d);
/* Of the explorer's contract. */
void rdl_divided_learn(void *state, const struct rdl_learned *learned);

#endif
