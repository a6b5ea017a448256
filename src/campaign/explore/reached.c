/* reached.c - the explorer of every interleaving.  The strategy decides each
 * execution, in the target; its memory says how far it has come.
 *
 * After each request this explorer takes an image of the exploration: when a
 * process dies in the middle of an execution, or raddle does, the exploration
 * goes on from the latest one.  Counts are part of the image, so nothing counts
 * twice. */
#include "campaign/explore/explorer.h"

#include "base/text.h"
#include "explore/image.h"
#include "explore/reach.h"
#include "util/alloc.h"

#include <stdlib.h>
#include <string.h>

/* A process that dies so often at one place does so by itself. */
#define MOST_DEATHS 3
/* Executions between two images: at least one for each of this many nodes. */
#define NODES 16
/* Executions of a request. */
#define LEAST 8
#define MOST 4096

struct reach {
    const struct rdl_strategy *strategy;
    uint64_t identity;
    bool keep_going;
    struct rdl_note_sink notes;
    struct rdl_reach result;
    struct image { /* owned */
        char *bytes;
        size_t size, room;
    } image;
    uint64_t imaged; /* executions, as the image was taken */
    bool back;       /* the next request goes on with the image */
    bool resumed;    /* the request is the first of a later session */
    unsigned deaths; /* since the image */
    uint64_t most;   /* executions of the next request */
};

struct image_head {
    uint64_t identity;
    uint64_t reach_size;
};

static bool reached_takes(const struct rdl_explorer_setup *setup)
{
    const struct rdl_strategy *s = rdl_strategy_find(setup->strategy);

    return s != NULL && s->explores;
}

static bool reached_open(void *state, const struct rdl_explorer_setup *setup,
                         struct rdl_error *error)
{
    struct reach *r = state;

    (void)error;
    r->strategy = rdl_strategy_find(setup->strategy);
    r->identity = setup->identity;
    r->keep_going = setup->keep_going;
    r->notes = setup->notes;
    r->most = LEAST;
    return true;
}

static void reached_needs(const void *state, uint32_t *metrics, uint32_t *pairs)
{
    (void)state, (void)metrics, (void)pairs;
}

/* --- Images --------------------------------------------------------------- */

static struct rdl_reach *reached_memory(struct rdl_shared *shared, size_t *room)
{
    const size_t size =
        shared == NULL ? 0 : shared->regions[RDL_EXPLORE_BYTES].capacity;

    if (size <= sizeof(struct rdl_reach))
        return NULL;
    *room = rdl_reach_room(size);
    return rdl_shared_data(shared, RDL_EXPLORE_BYTES);
}

static void reached_add(void *data, const void *bytes, size_t size)
{
    struct image *image = data;

    if (image->size + size > image->room) {
        image->room = 2 * (image->size + size);
        image->bytes = rdl_grow(image->bytes, image->room);
    }
    memcpy(image->bytes + image->size, bytes, size);
    image->size += size;
}

static void reached_take_image(struct reach *r, struct rdl_reach *memory,
                               size_t room, enum rdl_explore_bound bound)
{
    const struct image_head head = { .identity = r->identity,
                                     .reach_size = sizeof(*memory) };
    const struct rdl_explore *x;

    if (bound != RDL_BOUND_NONE || !memory->knows_all)
        return;
    x = rdl_explore_attach(rdl_reach_arena(memory), room, bound);
    /* To take it costs a little for each node. */
    if (x == NULL ||
        memory->executions - r->imaged < rdl_explore_nodes(x) / NODES)
        return;
    r->image.size = 0;
    reached_add(&r->image, &head, sizeof(head));
    reached_add(&r->image, memory, sizeof(*memory));
    if (!rdl_image_write(x, reached_add, &r->image))
        r->image.size = 0;
    r->imaged = memory->executions;
    r->deaths = 0;
}

/* The exploration goes on with the image, or begins anew. */
static void reached_bring_back(struct reach *r, struct rdl_reach *memory,
                               size_t room)
{
    const size_t begin = sizeof(struct image_head) + sizeof(*memory);
    struct rdl_explore *x;

    memset(memory, 0, sizeof(*memory));
    r->result = *memory;
    if (r->image.size < begin)
        return;
    memcpy(memory, r->image.bytes + sizeof(struct image_head), sizeof(*memory));
    x = rdl_explore_open(rdl_reach_arena(memory), room, RDL_BOUND_NONE, 0);
    if (x == NULL ||
        !rdl_image_read(x, r->image.bytes + begin, r->image.size - begin)) {
        memset(memory, 0, sizeof(*memory));
        r->image.size = 0;
    }
    memory->running = memory->lost = false;
    r->result = *memory;
}

static const void *reached_save(const void *state, size_t *size)
{
    const struct reach *r = state;

    *size = r->result.done || (r->result.failed > 0 && !r->keep_going)
                ? 0
                : r->image.size;
    return r->image.bytes;
}

static void reached_resume(void *state, const void *bytes, size_t size)
{
    struct reach *r = state;
    struct image_head head;

    if (size < sizeof(head) + sizeof(struct rdl_reach))
        return;
    memcpy(&head, bytes, sizeof(head));
    if (head.reach_size != sizeof(struct rdl_reach) ||
        head.identity != r->identity) {
        if (r->notes.add != NULL)
            r->notes.add(r->notes.data,
                         "the exploration begins anew: the earlier one had "
                         "other arguments, input or options, or was of another "
                         "raddle");
        return;
    }
    r->image.size = 0;
    reached_add(&r->image, bytes, size);
    memcpy(&r->result, (const char *)bytes + sizeof(head), sizeof(r->result));
    r->imaged = r->result.executions;
    r->back = r->resumed = true;
}

/* --- Requests ------------------------------------------------------------- */

static void reached_next(void *state, struct rdl_request *request)
{
    struct reach *r = state;
    size_t room = 0;
    struct rdl_reach *memory = reached_memory(request->shared, &room);

    rdl_text_copy(request->config->strategy, r->strategy->name,
                  sizeof(request->config->strategy));
    request->config->n_plan = 0;
    /* An image comes with the end of a request: the first ones are short. */
    if (request->n > r->most)
        request->n = r->most;
    if (r->most < MOST)
        r->most *= 2;
    if (r->back && memory != NULL)
        reached_bring_back(r, memory, room);
    r->back = false;
}

/* The process died in an execution, or the request was interrupted. */
static void reached_lost(struct reach *r, const struct rdl_learned *learned)
{
    r->back = true;
    if (learned->state != RDL_FOUND && ++r->deaths < MOST_DEATHS)
        return;
    r->result.trouble[RDL_REACH_DIED].set = true;
    /* Also if no request has come to its end yet. */
    r->result.open = r->result.done = true;
}

/* The program does not do what it did in the earlier session. */
static bool reached_differs(struct reach *r, const struct rdl_reach *memory)
{
    const bool was = r->resumed;

    r->resumed = false;
    if (!was || !memory->trouble[RDL_REACH_PREDICTION].set)
        return false;
    if (r->notes.add != NULL)
        r->notes.add(r->notes.data,
                     "the exploration begins anew: the program does not do "
                     "what it did in the earlier session");
    r->image.size = 0;
    r->back = true;
    return true;
}

static void reached_learn(void *state, const struct rdl_learned *learned)
{
    struct reach *r = state;
    size_t room = 0;
    struct rdl_reach *memory =
        reached_memory((struct rdl_shared *)learned->shared, &room);

    if (memory == NULL)
        return;
    if (memory->running || memory->lost) {
        reached_lost(r, learned);
        return;
    }
    if (reached_differs(r, memory)) {
        memset(&r->result, 0, sizeof(r->result));
        return;
    }
    r->result = *memory;
    if (!r->result.done && r->result.open)
        reached_take_image(
            r, memory, room,
            (enum rdl_explore_bound)learned->config->explore_bound);
}

static enum rdl_explored reached_done(const void *state)
{
    const struct reach *r = state;

    return r->result.open && r->result.done ? RDL_EXPLORED_EXHAUSTED
                                            : RDL_EXPLORED_MORE;
}

static void reached_close(void *state)
{
    struct reach *r = state;

    free(r->image.bytes);
    r->image = (struct image){ .bytes = NULL };
}

static const struct rdl_reach *reached_reach(const void *state)
{
    return &((const struct reach *)state)->result;
}

const struct rdl_explorer rdl_explorer_reached = {
    .name = "reached",
    .state_size = sizeof(struct reach),
    .takes = reached_takes,
    .open = reached_open,
    .needs = reached_needs,
    .next = reached_next,
    .learn = reached_learn,
    .done = reached_done,
    .close = reached_close,
    .save = reached_save,
    .resume = reached_resume,
    .reach = reached_reach,
};
