/* make.c - a campaign from its options: the explorer, what is recorded, the
 * workers, and what happens while they run. */
#include "campaign/loop.h"

#include "campaign/persistence.h"
#include "campaign/predict/stored.h"
#include "exec/interrupt.h"
#include "util/error.h"

/* Must everything that takes long end now? */
static bool make_enough(void *data)
{
    const struct rdl_campaign *c = data;

    return rdl_interrupted() || rdl_budget_late(&c->budget);
}

static void make_tick(void *data)
{
    struct rdl_campaign *c = data;

    if (rdl_budget_late(&c->budget))
        rdl_workers_stop(&c->workers);
    rdl_persistence_tick(c);
    if (c->owner.progress != NULL)
        c->owner.progress(c->owner.data, c);
}

static void make_note(void *owner, struct rdl_placed_note *placed)
{
    struct rdl_campaign *c = owner;

    if (c->owner.place != NULL)
        c->owner.place(c->owner.data, c, placed->note.pc, placed->location,
                       sizeof(placed->location));
    rdl_persistence_note(c, placed);
    if (c->owner.note != NULL)
        c->owner.note(c->owner.data, c, placed);
}

static void make_warn(void *data, const char *text)
{
    rdl_campaign_warn(data, "%s", text);
}

/* Records what the explorer needs in addition to what the user wants. */
static bool make_explore(struct rdl_campaign *c, const struct rdl_stdin *input,
                         struct rdl_error *error)
{
    struct rdl_config *config = &c->options.config;
    const struct rdl_explorer_setup setup = {
        .strategy = config->strategy,
        .seed = config->seed,
        .first = c->options.first,
        .confirm = c->options.confirm != NULL ? &c->predictions : NULL,
        .changed = c->options.changed,
        .identity = rdl_campaign_identity(c, input),
        .keep_going = c->options.keep_going,
        .jobs = c->options.jobs,
        .bounded = config->explore_bound != 0,
        .notes = { .add = make_warn, .data = c },
    };
    const struct rdl_explorer *explorer = c->options.explorer;
    uint32_t silent;

    if (c->options.confirm != NULL &&
        !rdl_predictions_read(&c->predictions, c->options.confirm, error))
        return false;
    if (explorer == NULL)
        explorer = rdl_explorer_for(&setup);
    if (!rdl_exploration_open(&c->exploration, explorer, &setup, error))
        return false;
    c->foresight.off = !explorer->foresees || c->options.worker.peer != NULL;
    config->metrics = c->options.metrics;
    config->pairs = c->options.pairs;
    explorer->needs(c->exploration.state, &config->metrics, &config->pairs);
    config->metrics |= config->guide;
    silent = c->options.besides & ~config->metrics;
    config->metrics |= silent;
    if (!rdl_coverage_session_make(&c->observe, config->metrics, config->pairs,
                                   c->options.jobs, c->options.observed, error))
        return false;
    c->observe.silent = silent;
    rdl_coverage_session_stop_if(&c->observe, make_enough, c);
    c->options.worker.coverage = c->observe.fd;
    return true;
}

bool rdl_campaign_make(struct rdl_campaign *c,
                       const struct rdl_campaign_options *options,
                       const struct rdl_campaign_owner *owner,
                       const struct rdl_stdin *input, struct rdl_error *error)
{
    *c = (struct rdl_campaign){
        .options = *options,
        .owner = *owner,
        .budget = { .executions = options->executions,
                    .time_ns = options->time_ns,
                    .clock = options->clock },
        .until = { .over = make_enough, .data = c },
        .totals = { .longest = 1, .deterministic = true },
        .observe = { .fd = -1 },
        .notes = { .added = make_note, .owner = c },
    };
    rdl_predictions_make(&c->predictions);
    c->file = rdl_program_file_at(options->worker.path);
    c->options.worker.tick = make_tick;
    c->options.worker.tick_data = c;
    rdl_budget_begin(&c->budget);
    rdl_stop_condition_make(&c->goal, &options->goal);
    rdl_time_mode_make(&c->time, options->time_passes, options->executions);
    rdl_step_limit_make(&c->limit, options->config.max_steps,
                        options->steps_grow, options->cut_ends,
                        options->goal.until == RDL_UNTIL_SATURATION);
    if (make_explore(c, input, error) &&
        rdl_workers_make(&c->workers, options->jobs, &c->options.worker, input,
                         error))
        return true;
    rdl_campaign_free(c);
    return false;
}
