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
#include "campaign/explore/divided.h"

#include "base/text.h"
#include "util/alloc.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* Executions of a request: few while somebody has nothing to do. */
#define LEAST 8
#define WAITING 32
#define MOST 1024

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
    struct rdl_divided *d = state;

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

void rdl_divided_note(const struct rdl_divided *d, const char *text)
{
    if (d->notes.add != NULL)
        d->notes.add(d->notes.data, text);
}

/* --- Beginnings ----------------------------------------------------------- */

struct rdl_reach *rdl_divided_memory(const struct rdl_shared *shared,
                                     size_t *room)
{
    const size_t size =
        shared == NULL ? 0 : shared->regions[RDL_EXPLORE_BYTES].capacity;

    if (size <= sizeof(struct rdl_reach))
        return NULL;
    *room = rdl_reach_room(size);
    return rdl_shared_data((struct rdl_shared *)shared, RDL_EXPLORE_BYTES);
}

void rdl_divided_trouble(struct rdl_divided *d, enum rdl_reach_reason why)
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

void rdl_divided_begin(struct rdl_divided *d)
{
    d->beginning++;
    d->here = 0;
    divided_zero(&d->all);
    memset(d->deadly, 0, sizeof(d->deadly));
    if (!rdl_upper_open(&d->upper, d->memory, d->size, d->upper.steps))
        rdl_divided_trouble(d, RDL_REACH_MEMORY);
}

/* Nothing is known. */
static void divided_anew(struct rdl_divided *d)
{
    d->all = (struct rdl_reach){
        .open = true,
        .knows_all = true,
        .n_threads = 1,
        .executions = d->all.executions,
        .knowledge = d->all.knowledge + 1,
    };
    rdl_divided_begin(d);
}

static void divided_bring_back(struct rdl_divided *d)
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

static bool divided_make_upper(struct rdl_divided *d, size_t room)
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
        rdl_divided_trouble(d, RDL_REACH_MEMORY);
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
    struct rdl_divided_image *image = data;

    if (image->size + size > image->room) {
        image->room = 2 * (image->size + size);
        image->bytes = rdl_grow(image->bytes, image->room);
    }
    memcpy(image->bytes + image->size, bytes, size);
    image->size += size;
}

static const void *divided_save(const void *state, size_t *size)
{
    const struct rdl_divided *d = state;
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
    struct rdl_divided *d = state;
    struct divided_head head = { .magic = 0 };

    if (size >= sizeof(head) + sizeof(d->all))
        memcpy(&head, bytes, sizeof(head));
    if (head.magic != MAGIC || head.reach_size != sizeof(d->all) ||
        head.identity != d->identity) {
        rdl_divided_note(
            d, "the exploration begins anew: the earlier one had "
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

static struct rdl_divided_task *divided_free_task(struct rdl_divided *d,
                                                  unsigned *others)
{
    struct rdl_divided_task *free_one = NULL;

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

static bool divided_give(struct rdl_divided *d, struct rdl_divided_task *t,
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
    rdl_divided_trouble(d, RDL_REACH_MEMORY);
    return false;
}

static void divided_next(void *state, struct rdl_request *request)
{
    struct rdl_divided *d = state;
    size_t room = 0;
    struct rdl_reach *memory = rdl_divided_memory(request->shared, &room);
    unsigned others;
    struct rdl_divided_task *t = divided_free_task(d, &others);

    rdl_text_copy(request->config->strategy, d->strategy->name,
                  sizeof(request->config->strategy));
    request->config->n_plan = 0;
    if (memory == NULL)
        return;
    if (t == NULL || !divided_make_upper(d, room) || d->all.done) {
        request->n = 0;
        return;
    }
    *t = (struct rdl_divided_task){
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

static enum rdl_explored divided_done(const void *state)
{
    const struct rdl_divided *d = state;

    return d->all.done ? RDL_EXPLORED_EXHAUSTED : RDL_EXPLORED_MORE;
}

static void divided_close(void *state)
{
    struct rdl_divided *d = state;

    if (d->memory != NULL)
        munmap(d->memory, d->size);
    free(d->image->bytes);
    free(d->image);
    free(d->task);
    *d = (struct rdl_divided){ .memory = NULL };
}

static const struct rdl_reach *divided_reach(const void *state)
{
    return &((const struct rdl_divided *)state)->all;
}

const struct rdl_explorer rdl_explorer_divided = {
    .name = "divided",
    .state_size = sizeof(struct rdl_divided),
    .takes = divided_takes,
    .open = divided_open,
    .needs = divided_needs,
    .next = divided_next,
    .learn = rdl_divided_learn,
    .done = divided_done,
    .close = divided_close,
    .save = divided_save,
    .resume = divided_resume,
    .reach = divided_reach,
};
