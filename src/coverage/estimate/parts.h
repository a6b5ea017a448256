/* parts.h - what the files of the estimation share; no other file may use it.
 *
 *   estimate.c  events become operations of threads on objects
 *   order.c     threads, and which operation must precede which
 *   held.c      the locks that a thread holds; locksets
 *   meet.c      summaries of operations
 *   pairs.c     which of them can come together */
#ifndef RDL_COVERAGE_ESTIMATE_PARTS_H
#define RDL_COVERAGE_ESTIMATE_PARTS_H

#include "coverage/estimate/estimate.h"
#include "coverage/tables/hash_index.h"
#include "coverage/tables/record_pool.h"

/* Kinds of an operation. */
enum { RDL_EST_READS = 1, RDL_EST_WRITES = 2, RDL_EST_SHARED = 4 };
enum { RDL_EST_ACCESS = RDL_EST_READS | RDL_EST_WRITES };

/* The metrics for which a p and a q make a requirement: of both places, of p's
 * place only, of q's only. */
struct rdl_est_makes {
    uint32_t pair, only_p, only_q;
};

#define RDL_EST_UNDEFINED UINT32_MAX

/* The part of an operation that the conditions need.  Fields are numbers of
 * records unless stated otherwise. */
struct rdl_est_operation {
    uint32_t loc;
    uint32_t thread;
    uint32_t held;    /* lockset(p) */
    uint32_t section; /* creations by its thread before it */
    uint32_t row;     /* what precedes it: order.c */
    uint8_t kind;
    uint8_t mask; /* its bytes in the granule; of a lock: 1 */
};

/* A lock that a thread holds; a list, oldest first. */
struct rdl_est_hold {
    uint32_t next; /* see coverage/tables/record_pool.h */
    uint32_t object;
    uint32_t depth;
    uint32_t set;    /* lockset up to and including this one */
    uint64_t serial; /* of the acquisition, within the thread */
    struct rdl_est_operation taken;
};

struct rdl_est_thread {
    uint32_t next; /* see coverage/tables/record_pool.h */
    uint32_t first_hold;
    uint64_t serial; /* of its next acquisition */
    uint32_t section, row;
    uint32_t held; /* the lockset of all its holds */
    bool ended;
};

enum rdl_est_role { RDL_EST_IS_P, RDL_EST_IS_Q };

struct rdl_est_object {
    uint32_t next;        /* see coverage/tables/record_pool.h */
    uint32_t first[2][2]; /* summaries, by relation (of its two) and role */
    uint32_t thread;      /* the first that used it */
    bool several;         /* more than one thread used it */
};

/* Operations that no condition distinguishes, wherever they are in the code. */
struct rdl_est_summary {
    uint32_t next; /* of the same object, relation and role */
    uint32_t same; /* hash */
    uint32_t places;
    uint32_t reported; /* single-place metrics that have its places */
    /* From here on: its identity. */
    uint32_t object, sort; /* relation, role */
    uint32_t thread, held, section, row, kind, mask;
    uint32_t span; /* lockset(p, next(p)) or lockset(prev(q), q) */
    uint32_t far;  /* section of next(p), or row of prev(q); or UNDEFINED */
};

struct rdl_est_place { /* place of a summary's operations */
    uint32_t next;
    uint32_t loc;
};

struct rdl_estimate {
    uint32_t metrics;
    /* pairs.c: what the wanted metrics declare, by relation, kinds of p and q
     * (their RDL_EST_ACCESS) and whether the threads are the same. */
    struct rdl_est_makes makes[RDL_N_RELATIONS][4][4][2];
    uint32_t initial[RDL_N_RELATIONS][4]; /* metrics for a q without p */
    bool wanted[RDL_N_RELATIONS];         /* by some metric */
    struct rdl_locations *locations;
    struct rdl_covering *covering;
    bool failed; /* memory ran out in this execution */
    uint64_t summaries_before;

    /* See estimate.h: work counts accesses to records. */
    uint64_t work, most_work, look_at;
    bool cut;
    rdl_estimate_stop *stop;
    void *stop_owner;

    struct rdl_allocator supply;
    struct rdl_est_block *blocks; /* all memory in use */

    /* estimate.c: map addresses of locks, and granules, to objects. */
    struct rdl_hash_index locks, granules;
    /* order.c */
    struct rdl_record_pool threads;
    uint32_t by_tid[RDL_MAX_THREADS];
    struct rdl_hash_index created,
        started; /* handle to row + 1; handle to thread */
    struct rdl_record_pool rows;
    uint32_t *words; /* of all rows */
    size_t n_words, max_words;
    /* held.c */
    struct rdl_record_pool holds, sets;
    struct rdl_hash_index set_numbers, excluded;
    /* meet.c */
    struct rdl_record_pool objects, open, summaries, places;
    struct rdl_hash_index open_of, summary_of, place_of;
};

/* --- Work ----------------------------------------------------------------- */

bool rdl_estimate_look(struct rdl_estimate *e);

/* False: enough work; stop estimating. */
static inline bool rdl_estimate_spend(struct rdl_estimate *e, uint64_t work)
{
    e->work += work;
    return e->work < e->look_at || rdl_estimate_look(e);
}

/* --- Order ---------------------------------------------------------------- */

void rdl_order_init(struct rdl_estimate *e);
void rdl_order_clear(struct rdl_estimate *e);
/* The thread that runs as `tid`; 0: no memory. */
uint32_t rdl_order_thread(struct rdl_estimate *e, rdl_tid tid);
void rdl_order_start(struct rdl_estimate *e, rdl_tid tid, uintptr_t handle);
void rdl_order_create(struct rdl_estimate *e, uint32_t thread,
                      uintptr_t handle);
void rdl_order_join(struct rdl_estimate *e, uint32_t thread, uintptr_t handle);
/* Must everything that `thread` does in `section` precede an operation with
 * `row`? */
bool rdl_order_precedes(const struct rdl_estimate *e, uint32_t thread,
                        uint32_t section, uint32_t row);

static inline struct rdl_est_thread *rdl_order_at(const struct rdl_estimate *e,
                                                  uint32_t thread)
{
    return rdl_record_pool_at(&e->threads, thread);
}

/* --- Locks held ----------------------------------------------------------- */

void rdl_held_init(struct rdl_estimate *e);
void rdl_held_clear(struct rdl_estimate *e);
static inline struct rdl_est_hold *rdl_held_at(const struct rdl_estimate *e,
                                               uint32_t hold)
{
    return rdl_record_pool_at(&e->holds, hold);
}

/* The lockset of a thread's holds from before acquisition `serial`. */
uint32_t rdl_held_set(struct rdl_estimate *e, uint32_t thread, uint64_t serial);
/* The hold of an object by a thread; 0: none. */
uint32_t rdl_held_find(struct rdl_estimate *e, uint32_t thread,
                       uint32_t object);
void rdl_held_add(struct rdl_estimate *e, uint32_t object,
                  const struct rdl_est_operation *taken);
void rdl_held_drop(struct rdl_estimate *e, uint32_t thread, uint32_t hold);
/* Is there a lock in both sets whose two holds exclude each other? */
bool rdl_held_exclude(struct rdl_estimate *e, uint32_t set, uint32_t other);

/* --- Summaries ------------------------------------------------------------ */

void rdl_meet_init(struct rdl_estimate *e);
void rdl_meet_clear(struct rdl_estimate *e);
/* 0: no memory. */
uint32_t rdl_meet_object(struct rdl_estimate *e);
/* Operation `q` happens on an object.  It is a q; it is next(p) for its
 * thread's open operation there; and with `opens` it becomes a p. */
void rdl_meet_do(struct rdl_estimate *e, enum rdl_relation relation,
                 uint32_t object, const struct rdl_est_operation *q,
                 bool opens);
/* For RDL_INSIDE_HOLD: an attempt; a hold that ends, or does not. */
void rdl_meet_attempt(struct rdl_estimate *e, uint32_t object,
                      const struct rdl_est_operation *q);
void rdl_meet_release(struct rdl_estimate *e, uint32_t hold, bool ends);
/* The execution is over: open operations become summaries. */
void rdl_meet_close(struct rdl_estimate *e);

static inline struct rdl_est_object *
rdl_meet_object_at(const struct rdl_estimate *e, uint32_t object)
{
    return rdl_record_pool_at(&e->objects, object);
}
static inline struct rdl_est_summary *
rdl_meet_summary_at(const struct rdl_estimate *e, uint32_t at)
{
    return rdl_record_pool_at(&e->summaries, at);
}
static inline const struct rdl_est_place *
rdl_meet_place_at(const struct rdl_estimate *e, uint32_t at)
{
    return rdl_record_pool_at(&e->places, at);
}

/* --- Pairs ---------------------------------------------------------------- */

void rdl_pairs_init(struct rdl_estimate *e);
/* Two operations of one thread on an object, without another of its own in
 * between; `part`: the bytes that they have in common.  Call it before q is a
 * summary. */
void rdl_pairs_own(struct rdl_estimate *e, enum rdl_relation relation,
                   uint32_t object, const struct rdl_est_operation *p,
                   const struct rdl_est_operation *q, uint32_t part);
/* Pairs of different threads: compares all summaries. */
void rdl_pairs_other(struct rdl_estimate *e);

#endif
