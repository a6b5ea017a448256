/* state.h - what is known at one place of a function: values of registers and
 * of words in the frame, and the hooks whose accesses may follow. */
#ifndef RDL_CC_UNHOOKED_STATE_H
#define RDL_CC_UNHOOKED_STATE_H

#include "cc/unhooked/values.h"

#define RDL_STATE_REGISTERS 16 /* in the order of their encoding */
#define RDL_STATE_SLOTS 400
#define RDL_STATE_HOOKS 24

enum { /* by encoding */
       RDL_STATE_RAX = 0,
       RDL_STATE_RCX = 1,
       RDL_STATE_RDX = 2,
       RDL_STATE_RSP = 4,
       RDL_STATE_RBP = 5,
       RDL_STATE_RSI = 6,
       RDL_STATE_RDI = 7,
};

enum { RDL_HOOK_READS = 1, RDL_HOOK_WRITES = 2 };

#define RDL_HOOK_OPEN INT64_MAX /* the size is not known */

struct rdl_state {
    int reg[RDL_STATE_REGISTERS];
    size_t n_slots, n_hooks;
    struct rdl_state_slot {
        int address, value;
        int64_t size;
    } slot[RDL_STATE_SLOTS];
    struct rdl_state_hook {
        int address;
        unsigned kinds;
        int64_t size;
    } hook[RDL_STATE_HOOKS];
};

/* Stores a value in the frame. */
void rdl_state_store(struct rdl_state *s, const struct rdl_values *v,
                     int address, int64_t size, int value);
/* Loads from the frame; a word that is not known becomes what instruction `at`
 * makes. */
int rdl_state_load(struct rdl_state *s, struct rdl_values *v, int address,
                   int64_t size, uint64_t at);
/* Forgets what the frame holds from `address` on, up to `size` bytes. */
void rdl_state_forget(struct rdl_state *s, const struct rdl_values *v,
                      int address, int64_t size);

void rdl_state_announce(struct rdl_state *s, int address, int64_t size,
                        unsigned kinds);
/* Did hooks announce this access? */
bool rdl_state_announced(const struct rdl_state *s, const struct rdl_values *v,
                         int address, int64_t size, unsigned kinds);

/* A register or a word in the frame whose value differs between paths.  If its
 * distance from another one does not, its value is given by that of the other:
 * a loop may keep two pointers into one array. */
struct rdl_state_differing {
    int leader; /* of this round: the other one's number, -1: none */
    int64_t distance;
    uint64_t apart; /* those that it has no fixed distance from, as bits */
};

/* What differs between the paths that lead to one place.  It only grows. */
struct rdl_state_joins {
    bool reg[RDL_STATE_REGISTERS];
    struct rdl_state_differing of_reg[RDL_STATE_REGISTERS];
    struct rdl_state_join {
        int address; /* of a word in the frame, or of a hook's access */
        enum rdl_state_what {
            RDL_JOIN_WORD,   /* its value differs */
            RDL_JOIN_NOWORD, /* not every path knows it */
            RDL_JOIN_NOHOOK, /* not every path has the hook */
        } what;
        int64_t size;
        struct rdl_state_differing of;
    } * all;
    size_t n, room;
};

/* Makes of a state what is known at `place`, by what differs there.  True if an
 * atom lost a flag. */
bool rdl_state_apply(struct rdl_state *s, struct rdl_values *v,
                     struct rdl_state_joins *j, uint64_t place);
/* Another path leads to the place where `s` holds: adds what differs.  True if
 * that is new. */
bool rdl_state_differ(const struct rdl_state *s, struct rdl_values *v,
                      const struct rdl_state *other, struct rdl_state_joins *j);

#endif
