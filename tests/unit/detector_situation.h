/* detector_situation.h - how the table detector_situations.h writes down a
 * moment of a program, and which finding it is. */
#ifndef TESTS_DETECTOR_SITUATION_H
#define TESTS_DETECTOR_SITUATION_H

#include "detect/detector.h"

#define NOBODY RDL_NO_TID

/* A thread in short: its tid is its place in the row. */
struct who {
    uint8_t state, wait;
    rdl_tid holder;
    uint8_t timed, spins;
};

#define READY                                                                  \
    {                                                                          \
        RDL_READY, RDL_WAIT_NONE, NOBODY, 0, 0                                 \
    }
#define SPINS                                                                  \
    {                                                                          \
        RDL_READY, RDL_WAIT_NONE, NOBODY, 0, 1                                 \
    }
#define ENDED                                                                  \
    {                                                                          \
        RDL_ENDED, RDL_WAIT_NONE, NOBODY, 0, 0                                 \
    }
#define WAITS(kind, holder)                                                    \
    {                                                                          \
        RDL_WAITING, RDL_WAIT_##kind, holder, 0, 0                             \
    }
#define TIMED(kind, holder)                                                    \
    {                                                                          \
        RDL_WAITING, RDL_WAIT_##kind, holder, 1, 0                             \
    }

#define MOST 6

struct situation {
    const char *name;
    struct rdl_moment moment;
    int32_t code;
    const char *said; /* by the program or the C library */
    struct rdl_block_view block;
    struct rdl_race_view race;
    struct rdl_pattern_view pattern;
    bool missed; /* a signal came just before thread 1's wait */
    size_t n;
    struct who who[MOST];
    const char *kind; /* NULL: nobody says yes */
    rdl_tid tid;      /* expected of the finding */
    const char *text; /* part of the finding's text, NULL: any */
    bool no_more;     /* and its end */
    size_t n_cycle;
    rdl_tid cycle[MOST];
};

#define STUCK .moment.kind = RDL_AT_STUCK
#define AT(k) .moment.kind = RDL_AT_##k
#define MISUSE(m) .moment = { .kind = RDL_AT_MISUSE, .misuse = m }
/* One thread, at a block of 32 bytes. */
#define BLOCK(...)                                                             \
    .n = 1, .who = { READY },                                                  \
    .block = { .known = true, .size = 32, __VA_ARGS__ }

#endif
