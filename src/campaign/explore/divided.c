/* divided.c - the explorer of every interleaving with several jobs: each
 * request explores a part of the tree (explore/upper.h says why that is exact).
 *
 * The upper tree is here, in the driver.  next() puts a part and all that the
 * exploration knows into the worker's memory, and counters that are zero.
 * learn() takes all of it back, or nothing: of a request in which the process
 * died, and of one that knew less than the exploration knows by now, nothing
 * counts, and its part is handed out again.  So what save() writes is exact at
 * any moment.
 *
 * All workers must call the same thing by the same name.  Threads have numbers
 * in the order in which they are met: of two workers that met new threads side
 * by side, the second one's request does not count.  When a worker learns that
 * memory is shared, or finds a loop, the exploration begins again for all. */
#include "campaign/explore/explorer.h"

#include "base/text.h"
#include "explore/image.h"
#include "explore/reach.h"
#include "explore/upper.h"
#include "util/alloc.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* A process that dies so often in one part does so by itself. */
#define MOST_DEATHS 3
/* Parts in which processes died. */
#define MOST_DEADLY 16
/* Executions of a request: few while somebody has nothing to do. */
#define LEAST 8
#define WAITING 32
#define MOST 1024

struct divided_task {
    const struct rdl_shared *shared; /* of the worker */
    bool busy;
    uint32_t part;
    uint64_t beginning;
    uint32_t n_threads; /* that were known */
};

struct divided {
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
    struct divided_task *task; /* `jobs` of them, owned */
    struct {
        uint32_t part;
        unsigned deaths; /* 0: unused */
    } deadly[MOST_DEADLY];
    struct divided_image { /* owned */
        char *bytes;
        size_t size, room;
    } * image;
    bool back;    /* the image says where to begin */
    bool resumed; /* nothing of a later session has ended yet */
    uint64_t most;
};

struct divided_head {
    uint64_t magic;
    uint64_t identity;
    uint64_t reach_size;
    uint64_t here;
};
#define MAGIC UINT64_C(0x7261646469766431)

static bool divided_takes(const struct rdl_explorer_setup *setup)
{
    const struct rdl_strategy *s = rdl_strategy_find(setup->strategy);

    return s != NULL && s->explores && setup->jobs > 1 && !setup->bounded;
}

static bool divided_open(void *state, const struct rdl_explorer_setup *setup,
                         struct rdl_error *error)
{
    struct divided *d = state;

    (void)error;
    d->strategy = rdl_strategy_find(setup->strategy);
    d->identity = setup->identity;
    d->keep_going = setup->keep_going;
    d->notes = setup->notes;
    d->jobs = setup->jobs > 0 ? setup->jobs : 1;
    d->task = rdl_alloc(d->jobs * sizeof(*d->task));
    d->image = rdl_alloc(sizeof(*d->image));
    d->most = LEAST;
    return true;
}

static void divided_needs(const void *state, uint32_t *metrics, uint32_t *pairs)
{
    (void)state, (void)metrics, (void)pairs;
}

static void divided_note(const struct divided *d, const char *text)
{
    if (d->notes.add != NULL)
        d->notes.add(d->notes.data, text);
}

/* --- Beginnings ----------------------------------------------------------- */

static struct rdl_reach *divided_memory(const struct rdl_shared *shared,
                                        size_t *room)
{
    const size_t size =
        shared == NULL ? 0 : shared->regions[RDL_EXPLORE_BYTES].capacity;

    if (size <= sizeof(struct rdl_reach))
        return NULL;
    *room = rdl_reach_room(size);
    return rdl_shared_data((struct rdl_shared *)shared, RDL_EXPLORE_BYTES);
}

/* The exploration cannot become complete. */
static void divided_trouble(struct divided *d, enum rdl_reach_reason why)
{
    d->all.trouble[why].set = true;
    d->all.done = true;
}

static void divided_zero(struct rdl_reach *r)
{
    r->ended = r->deadlocks = r->blocked = r->failed = 0;
    r->abandoned = r->schedules = 0;
    memset(r->by, 0, sizeof(r->by));
    r->progress = (struct rdl_explore_progress){ .share = 0 };
    r->progress_at = 0;
}

/* Everything is to be explored, with what is known. */
static void divided_begin(struct divided *d)
{
    d->beginning++;
    d->here = 0;
    divided_zero(&d->all);
    memset(d->deadly, 0, sizeof(d->deadly));
    if (!rdl_upper_open(&d->upper, d->memory, d->size, d->upper.steps))
        divided_trouble(d, RDL_REACH_MEMORY);
}

/* Nothing is known. */
static void divided_anew(struct divided *d)
{
    d->all = (struct rdl_reach){
        .open = true,
        .knows_all = true,
        .n_threads = 1,
        .executions = d->all.executions,
        .knowledge = d->all.knowledge + 1,
    };
    divided_begin(d);
}

static void divided_bring_back(struct divided *d)
{
    const size_t begin = sizeof(struct divided_head) + sizeof(d->all);
    struct divided_head head;

    memcpy(&head, d->image->bytes, sizeof(head));
    if (!rdl_upper_read(&d->upper, d->image->bytes + begin,
                        d->image->size - begin)) {
        divided_anew(d);
        return;
    }
    memcpy(&d->all, d->image->bytes + sizeof(head), sizeof(d->all));
    d->here = head.here;
}

static bool divided_make_upper(struct divided *d, size_t room)
{
    if (d->memory != NULL)
        return true;
    d->size = room;
    d->memory = mmap(NULL, room, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (d->memory == MAP_FAILED)
        d->memory = NULL;
    d->upper.steps = rdl_explore_steps(room);
    if (d->memory == NULL) {
        divided_trouble(d, RDL_REACH_MEMORY);
        return false;
    }
    divided_anew(d);
    if (d->back)
        divided_bring_back(d);
    d->back = false;
    return true;
}

/* --- Images --------------------------------------------------------------- */

static void divided_add(void *data, const void *bytes, size_t size)
{
    struct divided_image *image = data;

    if (image->size + size > image->room) {
        image->room = 2 * (image->size + size);
        image->bytes = rdl_grow(image->bytes, image->room);
    }
    memcpy(image->bytes + image->size, bytes, size);
    image->size += size;
}

static const void *divided_save(const void *state, size_t *size)
{
    const struct divided *d = state;
    const struct divided_head head = { .magic = MAGIC,
                                       .identity = d->identity,
                                       .reach_size = sizeof(d->all),
                                       .here = d->here };

    if (d->back) { /* nothing has run: it is as it was */
        *size = d->image->size;
        return d->image->bytes;
    }
    d->image->size = 0;
    if (d->memory != NULL && !d->all.done &&
        (d->all.failed == 0 || d->keep_going)) {
        divided_add(d->image, &head, sizeof(head));
        divided_add(d->image, &d->all, sizeof(d->all));
        rdl_upper_write(&d->upper, divided_add, d->image);
    }
    *size = d->image->size;
    return d->image->bytes;
}

static void divided_resume(void *state, const void *bytes, size_t size)
{
    struct divided *d = state;
    struct divided_head head = { .magic = 0 };

    if (size >= sizeof(head) + sizeof(d->all))
        memcpy(&head, bytes, sizeof(head));
    if (head.magic != MAGIC || head.reach_size != sizeof(d->all) ||
        head.identity != d->identity) {
        divided_note(d, "the exploration begins anew: the earlier one had "
                        "other arguments, input or options, or one job, or was "
                        "of another raddle");
        return;
    }
    d->image->size = 0;
    divided_add(d->image, bytes, size);
    memcpy(&d->all, (const char *)bytes + sizeof(head), sizeof(d->all));
    d->back = d->resumed = true;
}

/* --- Handing out ---------------------------------------------------------- */

static struct divided_task *divided_free_task(struct divided *d,
                                              unsigned *others)
{
    struct divided_task *free_one = NULL;

    *others = 0;
    for (unsigned i = 0; i < d->jobs; i++) {
        if (d->task[i].busy)
            continue;
        if (free_one == NULL)
            free_one = &d->task[i];
        else
            ++*others;
    }
    return free_one;
}

static bool divided_give(struct divided *d, struct divided_task *t,
                         struct rdl_reach *memory, size_t room)
{
    struct rdl_explore *x;

    *memory = d->all;
    divided_zero(memory);
    memory->executions = memory->restarts = memory->wrong = 0;
    memory->running = memory->lost = memory->done = false;
    x = rdl_explore_open(rdl_reach_arena(memory), room, RDL_BOUND_NONE, 0);
    if (x != NULL && rdl_upper_give(&d->upper, t->part, x))
        return true;
    rdl_upper_release(&d->upper, t->part);
    divided_trouble(d, RDL_REACH_MEMORY);
    return false;
}

static void divided_next(void *state, struct rdl_request *request)
{
    struct divided *d = state;
    size_t room = 0;
    struct rdl_reach *memory = divided_memory(request->shared, &room);
    unsigned others;
    struct divided_task *t = divided_free_task(d, &others);

    rdl_text_copy(request->config->strategy, d->strategy->name,
                  sizeof(request->config->strategy));
    request->config->n_plan = 0;
    if (memory == NULL)
        return;
    if (t == NULL || !divided_make_upper(d, room) || d->all.done) {
        request->n = 0;
        return;
    }
    *t = (struct divided_task){
        .shared = request->shared,
        .part = rdl_upper_take(&d->upper, others),
        .beginning = d->beginning,
        .n_threads = d->all.n_threads,
    };
    if (t->part == RDL_TREE_NONE || !divided_give(d, t, memory, room)) {
        d->most = WAITING;
        request->n = 0;
        return;
    }
    t->busy = true;
    if (request->n > d->most)
        request->n = d->most;
    if (d->most < MOST)
        d->most *= 2;
}

/* --- Taking back ---------------------------------------------------------- */

/* Adds what the worker knows; true: some of that is new. */
static bool divided_know(struct divided *d, const struct rdl_reach *memory)
{
    struct rdl_reach *all = &d->all;
    bool news = false;

    for (uint32_t i = 0; i < memory->n_known && i < RDL_REACH_KNOWN; i++) {
        uint32_t k = 0;

        while (k < all->n_known && all->known[k] != memory->known[i])
            k++;
        if (k < all->n_known)
            continue;
        news = true;
        if (all->n_known < RDL_REACH_KNOWN)
            all->known[all->n_known++] = memory->known[i];
        else
            all->knows_all = false;
    }
    for (uint32_t i = 0; i < memory->n_loops && i < RDL_REACH_LOOPS; i++) {
        uint32_t k = 0;

        while (k < all->n_loops && all->loop[k] != memory->loop[i])
            k++;
        if (k == all->n_loops && all->n_loops < RDL_REACH_LOOPS) {
            all->loop[all->n_loops++] = memory->loop[i];
            news = true;
        }
    }
    all->knows_all &= memory->knows_all;
    return news;
}

static void divided_count(struct divided *d, const struct rdl_reach *memory)
{
    struct rdl_reach *all = &d->all;

    all->ended += memory->ended;
    all->deadlocks += memory->deadlocks;
    all->blocked += memory->blocked;
    all->failed += memory->failed;
    all->abandoned += memory->abandoned;
    all->wrong += memory->wrong;
    for (unsigned i = 0; i < RDL_REACH_LEVELS; i++)
        all->by[i] += memory->by[i];
    all->unexplored |= memory->unexplored;
    if (memory->used > d->used)
        d->used = memory->used;
    all->memory = (uint64_t)d->size * (d->jobs + 1);
    all->used = d->used * d->jobs +
                (uint64_t)d->upper.tree.most * sizeof(struct rdl_node);
}

/* Have the threads the same numbers?  Those that the worker met are known from
 * now on. */
static bool divided_same_threads(struct divided *d,
                                 const struct divided_task *t,
                                 const struct rdl_reach *memory)
{
    if (memory->n_threads > RDL_EXPLORE_THREADS)
        return false;
    if (memory->n_threads > t->n_threads) {
        const uint32_t both = memory->n_threads < d->all.n_threads
                                  ? memory->n_threads
                                  : d->all.n_threads;

        if (memcmp(memory->thread, d->all.thread,
                   both * sizeof(memory->thread[0])) != 0)
            return false;
    }
    if (memory->n_threads > d->all.n_threads) {
        memcpy(d->all.thread, memory->thread, sizeof(d->all.thread));
        d->all.n_threads = memory->n_threads;
    }
    return true;
}

/* The process died in an execution, or the request was interrupted. */
static void divided_lost(struct divided *d, uint32_t part, enum rdl_state state)
{
    unsigned i = 0, at = MOST_DEADLY;

    rdl_upper_release(&d->upper, part);
    for (; i < MOST_DEADLY; i++) {
        if (d->deadly[i].deaths > 0 && d->deadly[i].part == part)
            at = i;
    }
    for (i = 0; i < MOST_DEADLY && at == MOST_DEADLY; i++) {
        if (d->deadly[i].deaths == 0)
            at = i;
    }
    if (at < MOST_DEADLY && state != RDL_FOUND) {
        d->deadly[at].part = part;
        if (++d->deadly[at].deaths < MOST_DEATHS)
            return;
    }
    divided_trouble(d, RDL_REACH_DIED);
}

static void divided_lives(struct divided *d, uint32_t part)
{
    for (unsigned i = 0; i < MOST_DEADLY; i++) {
        if (d->deadly[i].part == part)
            d->deadly[i].deaths = 0;
    }
}

static void divided_troubled(struct divided *d, const struct rdl_reach *memory)
{
    if (d->resumed && memory->trouble[RDL_REACH_PREDICTION].set) {
        divided_note(d, "the exploration begins anew: the program does not do "
                        "what it did in the earlier session");
        divided_anew(d);
        return;
    }
    divided_count(d, memory);
    memcpy(d->all.trouble, memory->trouble, sizeof(d->all.trouble));
    d->all.done = true;
}

/* The request has ended as it should; `part` is that of this beginning. */
static void divided_merge(struct divided *d, const struct rdl_shared *shared,
                          uint32_t part)
{
    size_t room = 0;
    struct rdl_reach *memory = divided_memory(shared, &room);
    const struct rdl_explore *x =
        rdl_explore_attach(rdl_reach_arena(memory), room, RDL_BOUND_NONE);

    divided_lives(d, part);
    divided_count(d, memory);
    d->here += memory->executions;
    if (!d->all.knows_all || x == NULL ||
        !rdl_upper_merge(&d->upper, part, x, memory->done)) {
        divided_trouble(d, RDL_REACH_MEMORY);
        return;
    }
    d->all.done = rdl_upper_done(&d->upper);
    d->all.progress = rdl_upper_progress(&d->upper);
    d->all.progress_at = d->here;
}

/* A worker has begun again: so do all, if that is news. */
static void divided_restart(struct divided *d,
                            const struct rdl_learned *learned,
                            const struct divided_task *t, bool stale)
{
    size_t room = 0;
    const struct rdl_reach *memory = divided_memory(learned->shared, &room);
    const bool news = divided_know(d, memory);

    if (!d->all.knows_all)
        divided_trouble(d, RDL_REACH_MEMORY);
    if (!news && !stale) /* it begins again for no reason that can be told */
        divided_lost(d, t->part, learned->state);
    if (!news)
        return;
    d->all.restarts++;
    d->all.knowledge++;
    divided_begin(d);
    /* What it has done since is of the new beginning, if it knows all. */
    if (!stale && !d->all.done && divided_same_threads(d, t, memory) &&
        rdl_upper_take(&d->upper, 0) == d->upper.root)
        divided_merge(d, learned->shared, d->upper.root);
    else if (!d->all.done)
        rdl_upper_release(&d->upper, d->upper.root);
    d->here =
        d->all.ended + d->all.deadlocks + d->all.blocked + d->all.abandoned;
}

static struct divided_task *divided_task_of(struct divided *d,
                                            const struct rdl_shared *shared)
{
    for (unsigned i = 0; i < d->jobs; i++) {
        if (d->task[i].busy && d->task[i].shared == shared)
            return &d->task[i];
    }
    return NULL;
}

static void divided_learn(void *state, const struct rdl_learned *learned)
{
    struct divided *d = state;
    size_t room = 0;
    struct rdl_reach *memory = divided_memory(learned->shared, &room);
    struct divided_task *t = divided_task_of(d, learned->shared);
    bool stale;

    if (memory == NULL || t == NULL)
        return;
    t->busy = false;
    if (d->all.done)
        return;
    stale = t->beginning != d->beginning;
    d->all.executions += memory->executions;
    if (memory->running || memory->lost) {
        if (!stale)
            divided_lost(d, t->part, learned->state);
        return;
    }
    if (rdl_reach_troubled(memory)) {
        if (!stale)
            divided_troubled(d, memory);
    } else if (memory->restarts > 0) {
        divided_restart(d, learned, t, stale);
    } else if (!stale && (memory->executions == 0 ||
                          !divided_same_threads(d, t, memory))) {
        rdl_upper_release(&d->upper, t->part);
    } else if (!stale) {
        divided_merge(d, learned->shared, t->part);
    }
    d->resumed = false;
}

static enum rdl_explored divided_done(const void *state)
{
    const struct divided *d = state;

    return d->all.done ? RDL_EXPLORED_EXHAUSTED : RDL_EXPLORED_MORE;
}

static void divided_close(void *state)
{
    struct divided *d = state;

    if (d->memory != NULL)
        munmap(d->memory, d->size);
    free(d->image->bytes);
    free(d->image);
    free(d->task);
    *d = (struct divided){ .memory = NULL };
}

static const struct rdl_reach *divided_reach(const void *state)
{
    return &((const struct divided *)state)->all;
}

const struct rdl_explorer rdl_explorer_divided = {
    .name = "divided",
    .state_size = sizeof(struct divided),
    .takes = divided_takes,
    .open = divided_open,
    .needs = divided_needs,
    .next = divided_next,
    .learn = divided_learn,
    .done = divided_done,
    .close = divided_close,
    .save = divided_save,
    .resume = divided_resume,
    .reach = divided_reach,
};
