/* predicted.h - what a campaign predicts, as data: the lock orders that
 * executions show, and the aims of strategies that try to confirm a prediction.
 *
 * A place is a program counter in the memory that a worker shares with the
 * driver.  In the campaign it is a number that is the same for each process
 * (campaign/predictions.h). */
#ifndef RDL_BASE_PREDICTED_H
#define RDL_BASE_PREDICTED_H

#include <stdint.h>

/* --- Lock orders: runtime to driver (predict/lock_orders.h) --------------- */

#define RDL_ORDER_HELD 8    /* locks that a thread holds at the same time */
#define RDL_ORDER_BEFORE 24 /* threads that are ordered before it */
#define RDL_MAX_ORDERS 2048
#define RDL_ORDER_SLOTS (4 * RDL_MAX_ORDERS)

struct rdl_order_lock {
    uint64_t name;   /* the same in every execution */
    uint64_t addr;   /* in the execution that showed it first */
    uint64_t place;  /* where it was taken; of `wanted`: where it is taken */
    uint32_t shared; /* 1: the read side of a reader-writer lock */
    uint32_t unused;
};

/* Segment `segment` of that thread, and all before it, came before. */
struct rdl_order_before {
    uint64_t thread;
    uint64_t segment;
};

/* A thread takes `wanted` while it holds `held` (at least one): the lock
 * dependency of iGoodlock (Joshi et al., PLDI 2009). */
struct rdl_lock_order {
    uint64_t key;    /* of the fields before `before`, without addr */
    uint64_t thread; /* its name: the same in every execution */
    /* Begins at 0; each thread that it creates or joins adds 1. */
    uint64_t segment;
    uint32_t n_held, n_before;
    struct rdl_order_lock wanted;
    struct rdl_order_lock held[RDL_ORDER_HELD];
    struct rdl_order_before before[RDL_ORDER_BEFORE];
};

struct rdl_lock_orders {
    uint32_t n;
    uint32_t taken; /* the driver has taken over the first of them */
    uint32_t lost;  /* no room */
    uint16_t slots[RDL_ORDER_SLOTS]; /* index in `all` + 1; 0: free */
    struct rdl_lock_order all[RDL_MAX_ORDERS];
};

/* --- Aims: driver to strategies -------------------------------------------
 */

#define RDL_MAX_AIMS 64
#define RDL_AIM_PARTS 8

enum rdl_aim_kind {
    RDL_AIM_DEADLOCK,  /* a cycle of lock orders */
    RDL_AIM_RACE,      /* two accesses without an order */
    RDL_AIM_ATOMICITY, /* an access of another thread between two */
    RDL_N_AIM_KINDS
};

/* RDL_AIM_DEADLOCK: each part is a thread that holds a lock taken at `first`
 * and asks for another at `second`; its lock is the one that the next part
 * holds.  RDL_AIM_RACE: part 0 has the two accesses.  RDL_AIM_ATOMICITY: part 0
 * has the access after which, and the operation before which, the access
 * `first` of part 1 comes. */
struct rdl_aim_part {
    uint64_t first, second; /* program counters; 0: not loaded now */
    /* The same for the driver: hash of the module's file name, and offset. */
    uint64_t first_module, first_offset, second_module, second_offset;
};

struct rdl_aim {
    uint64_t id; /* of the prediction */
    uint8_t kind;
    uint8_t n; /* parts */
    struct rdl_aim_part parts[RDL_AIM_PARTS];
    /* From the strategy, of this request: executions that aimed at it, and
     * those that got there. */
    uint64_t tries, reached;
};

struct rdl_aims {
    uint32_t n;
    /* Of the latest execution: the index of its aim + 1; 0: it had none.  And
     * whether it got there. */
    uint32_t current, arrived;
    struct rdl_aim all[RDL_MAX_AIMS];
};

#endif
