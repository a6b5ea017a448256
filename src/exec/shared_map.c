/* shared_map.c - see shared_map.h.  One table gives the size of each region;
 * the functions _settle_ check one part of the memory each. */
#include "exec/shared_map.h"

#include "base/extra.h"
#include "base/temp_file.h"
#include "util/fd.h"
#include "predict/lock_orders.h"
#include "util/fatal.h"
#include "strategy/strategy.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* Input from outside is bounded by what peers send, not by steps. */
#define INPUT_BYTES (UINT64_C(64) << 20)
/* A step may record more than one choice or switch (a wake-up before it). */
#define SLACK 4096

static const struct {
    uint32_t size;
    uint32_t per_step;
    uint64_t fixed; /* or this number in all */
} kinds[RDL_N_REGIONS] = {
    [RDL_TRACE_STEPS] = { sizeof(uint64_t), 1, 0 },
    [RDL_TRACE_SWITCHES] = { sizeof(struct rdl_switch), 1, 0 },
    [RDL_TRACE_CHOICES] = { sizeof(struct rdl_taken_choice), 2, 0 },
    [RDL_TRACE_EVENTS] = { sizeof(struct rdl_event), 1, 0 },
    /* A hold or an unlock, a yield, a wake-up.  If one is lost, a table shows
     * locks that no thread holds any more. */
    [RDL_TRACE_EXTRAS] = { sizeof(struct rdl_extra), 3, 0 },
    [RDL_TRACE_INPUTS] = { 1, 0, INPUT_BYTES },
    [RDL_REPLAY_STEPS] = { sizeof(uint32_t), 1, 0 },
    [RDL_REPLAY_SITES] = { sizeof(struct rdl_site), 1, 0 },
    [RDL_REPLAY_SWITCHES] = { sizeof(struct rdl_switch), 1, 0 },
    [RDL_REPLAY_CHOICES] = { sizeof(struct rdl_taken_choice), 2, 0 },
    [RDL_REPLAY_INPUTS] = { 1, 0, INPUT_BYTES },
    [RDL_STRATEGY_BYTES] = { 1, 0, 0 }, /* as strategies need */
    [RDL_PAYLOAD] = { sizeof(struct rdl_payload), 0, RDL_PAYLOADS },
    [RDL_ANSWER] = { sizeof(struct rdl_answer), 0, RDL_ANSWERS },
    [RDL_EXPLORE_BYTES] = { 1, 0, 0 }, /* as the caller wants */
    [RDL_TEMP_FILES] = { sizeof(struct rdl_temp_file), 0, RDL_MAX_TEMP_FILES },
    [RDL_LOCK_ORDERS] = { sizeof(struct rdl_lock_orders), 0, 1 },
};

static uint64_t shared_map_round_up(uint64_t n)
{
    return (n + 4095) & ~UINT64_C(4095);
}

static bool shared_map_fail(struct rdl_shared_map *m, const char *verb,
                            struct rdl_error *error)
{
    rdl_error_errno(error, RDL_EXIT_INTERNAL,
                    "cannot %s %llu bytes of shared memory (try a smaller "
                    "--steps)",
                    verb, (unsigned long long)m->size);
    if (m->fd >= 0)
        close(m->fd);
    return false;
}

/* An execution is traced or observed, never both.  An observed one has no
 * extras, but more events than steps: they use the room of both. */
static void shared_map_overlay(struct rdl_shared_map *m)
{
    struct rdl_region *events = &m->layout[RDL_TRACE_EVENTS];
    const struct rdl_region *extras = &m->layout[RDL_TRACE_EXTRAS];

    _Static_assert(RDL_TRACE_EXTRAS == RDL_TRACE_EVENTS + 1, "side by side");
    events->capacity =
        (extras->offset - events->offset) / sizeof(struct rdl_event) +
        extras->capacity;
}

bool rdl_shared_map_make(struct rdl_shared_map *m, uint64_t max_steps,
                         uint64_t explore, struct rdl_error *error)
{
    RDL_ASSERT(max_steps <= RDL_MOST_STEPS);
    *m = (struct rdl_shared_map){ .size = shared_map_round_up(
                                      sizeof(struct rdl_shared)) };
    for (int i = 0; i < RDL_N_REGIONS; i++) {
        uint64_t n = kinds[i].per_step != 0
                         ? max_steps * kinds[i].per_step + SLACK
                         : kinds[i].fixed;

        if (i == RDL_EXPLORE_BYTES)
            n = explore;
        else if (i == RDL_STRATEGY_BYTES)
            n = rdl_strategy_memory_at(NULL);
        m->layout[i] = (struct rdl_region){ .offset = m->size, .capacity = n };
        m->size += shared_map_round_up(n * kinds[i].size);
    }
    shared_map_overlay(m);
    m->fd = rdl_fd_memory("raddle-shared");
    if (m->fd < 0 || ftruncate(m->fd, (off_t)m->size) != 0)
        return shared_map_fail(m, "make", error);
    m->shared = mmap(NULL, m->size, PROT_READ | PROT_WRITE,
                     MAP_SHARED | MAP_NORESERVE, m->fd, 0);
    if (m->shared == MAP_FAILED)
        return shared_map_fail(m, "map", error);
    memcpy(m->shared->regions, m->layout, sizeof(m->layout));
    return true;
}

void rdl_shared_map_free(struct rdl_shared_map *m)
{
    munmap(m->shared, m->size);
    close(m->fd);
}

void rdl_shared_map_prepare(struct rdl_shared_map *m,
                            const struct rdl_config *config)
{
    struct rdl_shared *s = m->shared;

    s->magic = RDL_SHARED_MAGIC;
    s->version = RDL_SHARED_VERSION;
    s->size = m->size;
    s->wait_status = 0;
    s->child = 0;
    s->stop = 0;
    s->config = m->config = *config;
    memset(&s->outcome, 0, sizeof(s->outcome));
    memset(&s->tally, 0, sizeof(s->tally));
    memset(&s->fall, 0, sizeof(s->fall));
    s->worn = 0;
    memset(&s->meets, 0, sizeof(s->meets));
    memset(&s->finding, 0, offsetof(struct rdl_finding, threads));
    for (int i = RDL_TRACE_STEPS; i <= RDL_TRACE_INPUTS; i++)
        s->regions[i].used = 0;
}

void rdl_shared_map_process(struct rdl_shared_map *m)
{
    m->shared->n_modules = 0;
    m->shared->n_notes = 0;
    m->shared->warnings.n = m->shared->warnings.lost = 0;
    rdl_lock_orders_clear(rdl_shared_data(m->shared, RDL_LOCK_ORDERS));
}

#define END(text) ((text)[sizeof(text) - 1] = '\0')
#define CLAMP(n, most) ((n) = (n) > (most) ? (most) : (n))

static void shared_map_settle_sides(struct rdl_race_side *sides, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        CLAMP(sides[i].n_locks, RDL_RACE_LOCKS);
        if (sides[i].op >= RDL_N_OPS)
            sides[i].op = RDL_OP_READ;
    }
}

static void shared_map_settle_race(struct rdl_race_view *r)
{
    shared_map_settle_sides(r->sides, 2);
}

static void shared_map_settle_pattern(struct rdl_pattern_view *p)
{
    CLAMP(p->n, RDL_PATTERN_SIDES);
    CLAMP(p->source, RDL_N_BLOCK_SOURCES - 1);
    shared_map_settle_sides(p->sides, RDL_PATTERN_SIDES);
}

static void shared_map_settle_finding(struct rdl_finding *f)
{
    END(f->kind);
    END(f->text);
    END(f->file);
    CLAMP(f->n_threads, RDL_MAX_VIEWS);
    CLAMP(f->n_cycle, sizeof(f->cycle) / sizeof(f->cycle[0]));
    CLAMP(f->block.n_made, RDL_BLOCK_FRAMES);
    CLAMP(f->block.n_gone, RDL_BLOCK_FRAMES);
    shared_map_settle_race(&f->race);
    shared_map_settle_pattern(&f->pattern);
    for (int i = 0; i < f->n_threads; i++) {
        struct rdl_thread_view *v = &f->threads[i];

        CLAMP(v->n_frames, RDL_MAX_FRAMES);
        END(v->name);
        END(v->what);
    }
}

/* Terminates the text, and removes what would control a terminal. */
static void shared_map_settle_text(char *text, size_t size)
{
    text[size - 1] = '\0';
    for (; *text != '\0'; text++) {
        if ((unsigned char)*text < 0x20 || *text == 0x7f)
            *text = ' ';
    }
}

static void shared_map_settle_warnings(struct rdl_warnings *w)
{
    CLAMP(w->n, RDL_MAX_WARNINGS);
    for (uint32_t i = 0; i < w->n; i++) {
        END(w->all[i].kind);
        shared_map_settle_text(w->all[i].text, sizeof(w->all[i].text));
        CLAMP(w->all[i].n_frames, RDL_WARNING_FRAMES);
        CLAMP(w->all[i].n_others, RDL_WARNING_FRAMES);
        shared_map_settle_race(&w->all[i].race);
        shared_map_settle_pattern(&w->all[i].pattern);
    }
}

static void shared_map_settle_orders(struct rdl_lock_orders *o)
{
    CLAMP(o->n, RDL_MAX_ORDERS);
    CLAMP(o->taken, o->n);
    for (uint32_t i = o->taken; i < o->n; i++) {
        CLAMP(o->all[i].n_held, RDL_ORDER_HELD);
        CLAMP(o->all[i].n_before, RDL_ORDER_BEFORE);
    }
}

/* A wild write of the target has hit this memory. */
static void shared_map_settle_damage(struct rdl_shared_map *m)
{
    struct rdl_shared *s = m->shared;

    s->magic = RDL_SHARED_MAGIC;
    s->version = RDL_SHARED_VERSION;
    s->size = m->size;
    s->config = m->config;
    s->n_modules = 0;
    s->warnings.n = 0;
    s->aims.n = s->aims.current = 0;
    s->n_notes = 1;
    s->notes[0] = (struct rdl_note){
        .kind = RDL_NOTE_MEMORY_DAMAGED,
        .text = "the program wrote through a wild pointer into raddle's own "
                "memory: look for memory errors first (valgrind, ASan)",
    };
    s->outcome = (struct rdl_outcome){ .state = RDL_UNABLE };
    for (int i = 0; i < RDL_N_REGIONS; i++)
        s->regions[i] = m->layout[i];
}

void rdl_shared_map_settle(struct rdl_shared_map *m)
{
    struct rdl_shared *s = m->shared;

    if (s->magic != RDL_SHARED_MAGIC || s->version != RDL_SHARED_VERSION ||
        s->size != m->size || s->outcome.state > RDL_UNABLE ||
        memcmp(&s->config, &m->config, sizeof(m->config)) != 0)
        shared_map_settle_damage(m);
    CLAMP(s->n_modules, RDL_MAX_MODULES);
    CLAMP(s->n_notes, RDL_MAX_NOTES);
    CLAMP(s->n_labels, RDL_MAX_LABELS);
    CLAMP(s->asked_used, RDL_ASKED_BYTES);
    END(s->asked);
    CLAMP(s->n_replay_modules, RDL_MAX_MODULES);
    for (int i = 0; i < RDL_N_REGIONS; i++) {
        s->regions[i].offset = m->layout[i].offset;
        s->regions[i].capacity = m->layout[i].capacity;
        CLAMP(s->regions[i].used, m->layout[i].capacity);
    }
    for (uint32_t i = 0; i < s->n_modules; i++) {
        END(s->modules[i].path);
        CLAMP(s->modules[i].build_id_size, sizeof(s->modules[i].build_id));
    }
    for (uint32_t i = 0; i < s->n_notes; i++) {
        if (s->notes[i].kind >= RDL_N_NOTE_KINDS)
            s->notes[i].kind = RDL_NOTE_MEMORY_DAMAGED;
        shared_map_settle_text(s->notes[i].text, sizeof(s->notes[i].text));
    }
    for (uint32_t i = 0; i < s->n_labels; i++)
        shared_map_settle_text(s->labels[i].text, sizeof(s->labels[i].text));
    END(s->outcome.divergence.why);
    CLAMP(s->tally.executions, m->config.batch);
    CLAMP(s->tally.longest, m->config.max_steps);
    CLAMP(s->tally.timed, s->tally.executions);
    CLAMP(s->fall.level, RDL_ISOLATION_EXEC);
    shared_map_settle_text(s->fall.why, sizeof(s->fall.why));
    shared_map_settle_text(s->meets.what, sizeof(s->meets.what));
    CLAMP(s->aims.n, RDL_MAX_AIMS);
    CLAMP(s->aims.current, s->aims.n);
    shared_map_settle_orders(rdl_shared_data(s, RDL_LOCK_ORDERS));
    shared_map_settle_warnings(&s->warnings);
    shared_map_settle_finding(&s->finding);
}
