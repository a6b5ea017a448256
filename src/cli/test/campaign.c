/* campaign.c - see campaign.h. */
#include "cli/test/campaign.h"

#include "base/text.h"
#include "base/time.h"
#include "campaign/caveats.h"
#include "campaign/loop.h"
#include "campaign/persistence.h"
#include "campaign/claim.h"
#include "campaign/uninstrumented.h"
#include "cc/library_calls.h"
#include "cc/cc.h"
#include "cli/cli.h"
#include "cli/doctor/objects.h"
#include "cli/test/json.h"
#include "regress/gather.h"
#include "symbols/files/import_call.h"
#include "symbols/files/noted.h"
#include "util/die.h"

/* How the session ended, for the store.  This includes a session that verified
 * nothing, or explored all that it can and proves nothing: the reasons to stop
 * do not say that. */
static const char *campaign_how(const struct rdl_campaign *c,
                                const struct rdl_verdict *v)
{
    const bool nothing = c->findings.n == 0 && v->unverified != RDL_VERIFIED &&
                         !v->unable && c->stop != RDL_STOP_INTERRUPTED;

    if (v->incomplete && c->stop == RDL_STOP_EXHAUSTED)
        return "incomplete";
    if (v->within && c->findings.n == 0)
        return "within-bounds";
    return nothing ? "nothing" : rdl_test_stops[c->stop];
}

static struct rdl_campaign_options
campaign_options(const struct rdl_test_options *o,
                 const struct rdl_test_subject *subject)
{
    const struct rdl_program *program = subject->program;
    struct rdl_campaign_options options = {
        .worker = {
            .path = program->path,
            .argv = subject->argv,
            .runtime = subject->runtime,
            .isolation = o->isolation,
            .max_steps = o->steps,
            .explore =
                rdl_test_options_explore(o)
                    ? o->memory / (o->jobs > 1 ? o->jobs + 1 : 1)
                    : 0,
            .coverage = -1,
            .peer = o->peer,
            .end_signal = o->end_signal,
        },
        .config = {
            .seed = o->seed,
            .max_steps = o->steps,
            .disabled = o->disabled,
            .continued = o->continued,
            .depth = o->depth,
            .explore_bound = o->bound,
            .explore_most = o->most,
            .explore_spurious = o->spurious,
            .explore_weak = o->weak,
            .noise_percent = o->noise_percent,
            .noise_ns = o->noise_ns,
            .similarity_percent = o->similarity_percent,
            .similarity_length = o->similarity_length,
            .capp_order = o->capp_order,
            .guide = o->guide,
            .flags = (o->no_spurious ? RDL_CFG_NO_SPURIOUS : 0u) |
                     (o->no_dispatch ? RDL_CFG_NO_DISPATCH : 0u) |
                     (o->no_avx2 ? RDL_CFG_NO_AVX2 : 0u) |
                     (o->no_fsgsbase ? RDL_CFG_NO_FSGSBASE : 0u) |
                     (o->check_rewind ? RDL_CFG_CHECK_REWIND : 0u) |
                     (o->leaks ? RDL_CFG_LEAKS : 0u) |
                     (o->expect_handled ? RDL_CFG_EXPECT_HANDLED : 0u) |
                     (o->fail_malloc ? RDL_CFG_FAIL_MALLOC : 0u) |
                     (o->no_learn ? RDL_CFG_NO_LEARN : 0u) |
                     (o->targets.all != NULL ? RDL_CFG_TARGETS : 0u),
            .expect_exit = o->expect_exit,
            .timeout_ms = rdl_time_out_ms(o->timeout_ns),
        },
        .first = o->first,
        .confirm = o->confirm,
        .changed = o->changed,
        .program = o->command[0],
        .executions = subject->executions,
        .time_ns = subject->time_ns,
        .goal = subject->goal,
        .time_passes = o->time_passes,
        .metrics = o->metrics.metrics,
        .pairs = o->metrics.pairs,
        .combined = o->metrics.combined,
        /* A suite is not compared with another build of it. */
        .besides = o->metrics.metrics != 0 && !o->cases &&
                           !rdl_test_options_explore(o)
                       ? rdl_metrics_named(RDL_REGRESS_METRIC)
                       : 0,
        .observed = o->observed,
        .failing = o->failing,
        .keep_going = o->keep_going,
        .shrink = !o->no_shrink,
        .repeats = o->repeats,
        .out = o->out,
        .jobs = o->jobs,
        .jobs_given = o->jobs_given,
        .isolation_given = o->isolation_given,
        .hooked = rdl_cc_object_hooked(program->path) == RDL_HOOKED,
        .need_accesses = o->require_accesses,
        /* An exploration has fixed memory. */
        .steps_grow = !o->steps_given && !rdl_test_options_explore(o),
        .cut_ends = o->budget_default && !o->cases,
        .handful = subject->handful,
        .die_at = o->die_at,
    };

    if (rdl_test_options_explore(o))
        options.config.flags |= RDL_CFG_STILL;
    rdl_text_copy(options.config.strategy, o->strategy,
                  sizeof(options.config.strategy));
    rdl_text_copy(options.config.part, subject->part,
                  sizeof(options.config.part));
    rdl_text_copy(options.config.engine, o->engine,
                  sizeof(options.config.engine));
    rdl_text_copy(options.config.tracker, o->tracker,
                  sizeof(options.config.tracker));
    return options;
}

static void campaign_assembler(struct rdl_notes *notes, const char *path)
{
    struct rdl_noted a = rdl_noted_read(path, RDL_NOTED_ASSEMBLER);

    if (a.n > 0)
        rdl_uninstrumented_places(notes, RDL_NOTE_ASSEMBLER, a.first, a.n - 1);
    rdl_noted_free(&a);
}

static bool campaign_notes(const char *path, const char *section)
{
    struct rdl_noted noted = rdl_noted_read(path, section);
    const bool any = noted.n > 0;

    rdl_noted_free(&noted);
    return any;
}

/* May code of the program or its libraries synchronise threads without raddle
 * seeing it, also if they take no steps there? */
static bool campaign_hides(const char *program)
{
    struct rdl_objects all;
    bool hides = campaign_notes(program, RDL_NOTED_FOREIGN);

    if (hides || rdl_objects_only_c(program))
        return hides;
    if (rdl_objects_read(program, &all) != 0)
        return true;
    for (size_t i = 0; i < all.n; i++) {
        const struct rdl_linked *l = &all.objects[i];

        hides = hides || !(l->system || rdl_objects_is_instrumented(l)) ||
                campaign_notes(l->o.path, RDL_NOTED_ASSEMBLER) ||
                campaign_notes(l->o.path, RDL_NOTED_FOREIGN);
    }
    rdl_objects_free(&all);
    return hides;
}

/* Notes are of the program alone: those of its libraries come at the end. */
static bool campaign_unseen(void *data, struct rdl_campaign *c, bool all)
{
    const char *path = c->options.worker.path;

    (void)data;
    if (!rdl_notes_have(&c->notes, RDL_NOTE_ASSEMBLER))
        campaign_assembler(&c->notes, path);
    return all && campaign_hides(path);
}

/* Instructions of the program whose results differ from run to run. */
static void campaign_instructions(struct rdl_notes *notes, const char *path)
{
    static const char *const reads[RDL_N_INS] = {
        [RDL_INS_RDTSC] = "real time",
        [RDL_INS_RDRAND] = "a random number",
    };
    struct rdl_object object;
    char place[512];

    if (rdl_object_read(path, &object) != 0)
        return;
    for (int kind = 0; kind < RDL_N_INS; kind++) {
        if (reads[kind] == NULL || object.instructions[kind].count == 0)
            continue;
        rdl_objects_place(&object, object.instructions[kind].first, place,
                          sizeof(place));
        rdl_uninstrumented_instruction(notes, rdl_instruction_name(kind),
                                       reads[kind], place,
                                       object.instructions[kind].count - 1);
    }
    rdl_object_free(&object);
}

/* Where the module calls a function. */
static void campaign_call(void *data, const char *symbol, char *out,
                          size_t size)
{
    const struct rdl_object *object = data;
    const uint64_t at = rdl_import_call(object->path, symbol);

    out[0] = '\0';
    if (at != 0)
        rdl_objects_place(object, at, out, size);
}

/* Of one module of the program.  Sampling finds failures there, too; a proof
 * must not miss any. */
static void campaign_proof(struct rdl_campaign *c,
                           const struct rdl_test_subject *subject,
                           const char *path)
{
    struct rdl_object object = { .path = (char *)path };
    struct rdl_library_calls calls;
    struct rdl_noted accesses;

    if (!rdl_claim_of(c).explores)
        return;
    calls =
        rdl_library_calls_of(path, subject->runtime, campaign_call, &object);
    if (calls.n > 0)
        rdl_uninstrumented_calls(&c->notes, calls.names, calls.n - calls.named);
    accesses = rdl_noted_read(path, RDL_NOTED_UNHOOKED);
    if (accesses.n > 0)
        rdl_uninstrumented_places(&c->notes, RDL_NOTE_UNHOOKED, accesses.first,
                                  accesses.n - 1);
    rdl_noted_free(&accesses);
}

struct campaign_modules {
    struct rdl_campaign *campaign;
    const struct rdl_test_subject *subject;
};

static void campaign_library(void *data, const char *path)
{
    const struct campaign_modules *m = data;
    struct rdl_notes *notes = &m->campaign->notes;

    if (rdl_cc_object_hooked(path) == RDL_NO_HOOKS) {
        rdl_uninstrumented_library(notes, path);
    } else {
        campaign_instructions(notes, path);
        campaign_proof(m->campaign, m->subject, path);
    }
    campaign_assembler(notes, path);
}

static void campaign_store(struct rdl_campaign *c,
                           const struct rdl_test_options *o,
                           const struct rdl_test_subject *subject)
{
    const struct rdl_store_opening session = {
        .program = o->command[0],
        .path = subject->program->path,
        .arguments = o->command + 1,
        .version = RDL_VERSION,
        .strategy = o->strategy,
        .seed = o->seed,
        .metrics = o->metrics.metrics,
        .pairs = o->metrics.pairs,
        .fresh = o->fresh && !subject->again,
    };
    struct rdl_error error;

    if (!rdl_persistence_open(c, &session, &error))
        rdl_die_error(&error);
    /* Without a store the numbers of earlier campaigns would come again. */
    if (c->budget.first < subject->next)
        c->budget.first = c->budget.handed = subject->next;
}

/* A later build is compared with this one by its source lines. */
static void campaign_places(struct rdl_campaign *c)
{
    struct rdl_places places = { .observed = c->observe.observed };

    if (c->store == NULL || c->options.besides == 0 || c->observe.fd < 0)
        return;
    rdl_coverage_sync(&c->observe.coverage);
    rdl_gather(&places, &c->observe.coverage);
    rdl_store_places(c->store, &places);
    rdl_places_free(&places);
}

struct campaign_opening {
    struct rdl_campaign *campaign;
    const struct rdl_test_options *options;
    const struct rdl_test_subject *subject;
    bool done;
};

static void campaign_open(void *data)
{
    struct campaign_opening *o = data;

    o->done = true;
    campaign_store(o->campaign, o->options, o->subject);
}

/* An earlier session decides which execution is the first.  A new store is made
 * while the program starts. */
static void campaign_open_soon(struct campaign_opening *o)
{
    if (o->subject->next > 0 || rdl_persistence_continues(o->campaign))
        campaign_open(o);
    else
        rdl_worker_meanwhile(&o->campaign->workers.jobs[0].worker,
                             campaign_open, o);
}

void rdl_test_campaign_run(struct rdl_test_owner *t,
                           const struct rdl_test_subject *subject,
                           struct rdl_campaign *c, struct rdl_verdict *verdict)
{
    const struct rdl_campaign_options options =
        campaign_options(t->options, subject);
    struct rdl_campaign_owner owner = rdl_test_owner_calls(t);
    struct campaign_opening opening = { .campaign = c,
                                        .options = t->options,
                                        .subject = subject };
    struct rdl_error error;

    owner.unseen = campaign_unseen;
    if (!rdl_campaign_make(c, &options, &owner, subject->input, &error))
        rdl_die_error(&error);
    campaign_open_soon(&opening);
    if (!rdl_campaign_run(c, &error))
        rdl_die_error(&error);
    if (!opening.done)
        campaign_open(&opening);
    rdl_panel_hide(&t->panel);
    *verdict = rdl_verdict_of(c);
    rdl_caveats_note(c, verdict);
    rdl_targets_note(&t->options->targets, t->unknown, c);
    json_decref(t->unknown);
    t->unknown = NULL;
    if (options.hooked && c->totals.threads > 1) {
        const struct rdl_program *program = subject->program;
        struct campaign_modules modules = { c, subject };

        campaign_assembler(&c->notes, program->path);
        campaign_instructions(&c->notes, program->path);
        campaign_proof(c, subject, program->path);
        /* To start the loader takes a millisecond. */
        if (!rdl_objects_only_c(program->path))
            rdl_objects_libraries(program->loader, program->path,
                                  campaign_library, &modules);
    }
    /* Notes may limit what an exploration shows. */
    *verdict = rdl_verdict_of(c);
    campaign_places(c);
    rdl_persistence_end(c, campaign_how(c, verdict));
}
