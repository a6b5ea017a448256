/* suite.c - see suite.h.  Each turn of a case (turns.h) is a campaign of its
 * own: the same program with the arguments and variables that choose the case,
 * and one store for all, so that "new" means new to the suite.  What the turns
 * of a case counted and found is then reported as one. */
#include "cli/test/suite.h"

#include "base/text.h"
#include "base/time.h"
#include "campaign/merge.h"
#include "cli/session.h"
#include "cli/test/campaign.h"
#include "cli/test/json.h"
#include "cli/test/suite_report.h"
#include "cli/test/suppress.h"
#include "campaign/turns.h"
#include "base/hash.h"
#include "exec/interrupt.h"
#include "exec/program_file.h"
#include "util/alloc.h"
#include "util/die.h"

#include <stdlib.h>
#include <string.h>

struct suite {
    struct rdl_test_owner *owner;
    const struct rdl_test_options *options;
    const struct rdl_program *program;
    const char *runtime;
    struct rdl_suite_cases cases;
    struct rdl_turns turns;
    struct rdl_stdin input;       /* each campaign gets a copy */
    struct rdl_program_file file; /* as it was when it listed its cases */
    bool replaced;                /* meanwhile: what it is now is not tested */
    uint64_t begin_ns;
    uint64_t next; /* execution numbers go on from campaign to campaign */
    bool again;
};

/* The name that findings have: one that is too long ends in its hash. */
static void suite_part(const char *name, char *out, size_t size)
{
    const size_t n = strlen(name);

    rdl_text_copy(out, name, size);
    if (n >= size)
        snprintf(out + size - 10, 10, "~%08x",
                 (unsigned)(rdl_hash_text(name) >> 32));
}

static uint64_t suite_left_ns(const struct suite *s)
{
    const uint64_t spent = rdl_time_ns() - s->begin_ns;

    return spent < s->options->time_ns ? s->options->time_ns - spent : 0;
}

/* Targets inherit raddle's environment, and a schedule records it from there.
 * The variables of one case replace those of the case before. */
static void suite_set(const char *variable)
{
    const char *equals = strchr(variable, '=');
    char *name = rdl_format("%.*s", (int)(equals - variable), variable);

    setenv(name, equals + 1, /*overwrite=*/1);
    free(name);
}

/* Is there nothing more to run for the case, whatever it covers? */
static bool suite_over(const struct suite *s, const struct rdl_campaign *c)
{
    return c->stop == RDL_STOP_UNABLE || rdl_verdict_hopeless(c) ||
           (c->findings.n > 0 && !s->options->keep_going);
}

static void suite_result(struct suite *s, struct rdl_suite_case *c)
{
    struct rdl_test_result *r = &c->result;

    rdl_test_suppress_before(&s->owner->suppressions, c->campaign);
    *r = (struct rdl_test_result){
        .part = c->name,
        .campaign = c->campaign,
        .verdict = rdl_verdict_of(c->campaign),
    };
    if (c->campaign->findings.n == 0 && r->verdict.unverified == RDL_NO_THREADS)
        r->left_out = "it makes no thread";
    free(c->why);
    c->why =
        r->left_out == NULL ? rdl_verdict_why(&r->verdict, c->campaign) : NULL;
    r->why = c->why;
    r->exit_status = r->left_out != NULL
                         ? RDL_EXIT_CLEAN
                         : (int)rdl_verdict_exit(&r->verdict, c->campaign);
}

/* Before the campaign is closed, which has the coverage. */
static void suite_json(struct rdl_suite_case *c)
{
    json_decref(c->json);
    c->json = rdl_test_json(&c->result);
    json_object_set_new(c->json, "case", rdl_json_text(c->name));
    json_object_set_new(c->json, "left_out", rdl_json_text(c->result.left_out));
}

static void suite_keep(struct suite *s, struct rdl_suite_case *c,
                       struct rdl_campaign *now)
{
    s->owner->executions += now->totals.executions;
    s->owner->steps += now->totals.steps;
    s->next = now->budget.handed;
    s->replaced = s->replaced || now->replaced;
    if (c->campaign != NULL) {
        rdl_campaign_merge(now, c->campaign);
        rdl_campaign_free(c->campaign);
        free(c->campaign);
    }
    c->campaign = now;
    s->owner->findings += now->findings.n;
    suite_result(s, c);
    suite_json(c);
    rdl_campaign_close(now);
}

static void suite_turn(struct suite *s, const struct rdl_turn *turn)
{
    struct rdl_suite_case *c = &s->cases.all[turn->which];
    struct rdl_campaign *now = rdl_alloc(sizeof(*now));
    char part[sizeof(now->options.config.part)];
    struct rdl_stdin input;
    const struct rdl_test_subject subject = {
        .program = s->program,
        .runtime = s->runtime,
        .argv = c->argv,
        .input = &input,
        .part = part,
        .executions = turn->executions,
        .time_ns =
            s->options->time_ns != 0 ? suite_left_ns(s) / turn->waiting + 1 : 0,
        .goal = { .window = s->options->goal.window,
                  .window_ns = s->options->goal.window_ns },
        .handful = 1,
        .again = s->again,
        .next = s->next,
    };
    struct rdl_verdict verdict;
    struct rdl_error error;
    uint64_t executions;
    bool grew;

    suite_part(c->name, part, sizeof(part));
    for (size_t i = 0; i < c->choice.n_variables; i++)
        suite_set(c->choice.variables[i]);
    if (!rdl_stdin_copy(&s->input, &input, &error))
        rdl_die_error(&error);
    s->owner->part = c->name;
    /* Its campaign loads those of the earlier turns from the store. */
    if (c->campaign != NULL)
        s->owner->findings -= c->campaign->findings.n;
    rdl_test_campaign_run(s->owner, &subject, now, &verdict);
    s->again = true;
    executions = now->totals.executions;
    grew = now->totals.covered > now->goal.base;
    suite_keep(s, c, now);
    rdl_turns_took(&s->turns, turn, executions, grew,
                   suite_over(s, c->campaign));
    c->saturated = s->turns.window != 0 &&
                   s->turns.cases[turn->which].quiet >= s->turns.window;
}

/* Each campaign looks at the file from its own begin on only. */
static bool suite_replaced(struct suite *s)
{
    const struct rdl_program_file now = rdl_program_file_at(s->program->path);

    if (!rdl_program_file_same(&now, &s->file))
        s->replaced = true;
    return s->replaced;
}

static void suite_run(struct suite *s)
{
    const struct rdl_test_options *o = s->options;
    struct rdl_turn turn;

    s->begin_ns = s->owner->begin_ns = rdl_time_ns();
    rdl_turns_make(&s->turns, s->cases.n, o->executions,
                   o->goal.until == RDL_UNTIL_SATURATION ? o->goal.window : 0);
    while (!rdl_interrupted() && (o->time_ns == 0 || suite_left_ns(s) > 0) &&
           rdl_turns_next(&s->turns, &turn) && !suite_replaced(s)) {
        suite_turn(s, &turn);
        if (s->turns.cases[turn.which].over)
            rdl_suite_report_case(s->owner, &s->cases,
                                  &s->cases.all[turn.which]);
    }
}

int rdl_test_suite(struct rdl_test_owner *t,
                   const struct rdl_suite_cases *cases,
                   const struct rdl_program *program, const char *runtime,
                   struct rdl_ci_files *ci, FILE *json)
{
    struct suite s = {
        .owner = t,
        .options = t->options,
        .cases = *cases,
        .program = program,
        .runtime = runtime,
    };
    struct rdl_suite_sum sum;
    int code;

    s.file = rdl_program_file_at(program->path);
    rdl_session_begin();
    rdl_session_stdin(&s.input);
    suite_run(&s);
    rdl_suite_sum(&sum, &s.cases, t->options,
                  s.replaced ? program->path : NULL);
    code = sum.exit_status;
    rdl_suite_report_end(t, &s.cases, &sum, ci, json);
    rdl_suite_sum_free(&sum);
    rdl_turns_free(&s.turns);
    rdl_suite_cases_free(&s.cases);
    rdl_stdin_free(&s.input);
    return code;
}
