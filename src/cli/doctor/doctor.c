/* doctor.c - raddle doctor: what raddle can control on this machine and of a
 * program. */
#include "cli/doctor/doctor.h"

#include "cli/cli.h"
#include "cli/options.h"
#include "cli/session.h"
#include "util/die.h"
#include "util/colour.h"

#include <argp.h>

struct doctor {
    const char *program;
    const char *json;
};

static const struct argp_option options[] = {
    RDL_OPTION_JSON_ROW(0),
    { 0 },
};

static error_t doctor_parse(int key, char *arg, struct argp_state *state)
{
    struct doctor *d = state->input;
    const struct rdl_option_common common = {
        .what = "program",
        .argument = &d->program,
        .json = &d->json,
    };

    return rdl_option_common(key, arg, state, &common);
}

static const struct argp argp = {
    .options = options,
    .parser = doctor_parse,
    .args_doc = "[PROGRAM]",
    .doc = "Says what raddle can control on this machine and in PROGRAM, and "
           "what to do about the rest.\v"
           "Exit status: 0 it can be tested, 2 no such program, 3 it cannot "
           "be tested.",
};

int rdl_cmd_doctor(int argc, char **argv)
{
    struct doctor d = { .program = NULL };
    struct rdl_checkup c = { .n = 0 };
    bool found = true;
    FILE *out, *json;
    int status;

    rdl_options_name(argv, "raddle doctor");
    rdl_options_parse(&argp, argc, argv, 0, &d);
    json = rdl_session_json(d.json);
    c.program = d.program;
    rdl_doctor_machine(&c);
    if (d.program != NULL)
        found = rdl_doctor_program(&c, d.program);
    out = json == stdout ? stderr : stdout;
    rdl_checkup_print(out, &c, rdl_colour_wanted(out));
    if (json != NULL)
        rdl_session_json_end(json, d.json, rdl_checkup_json(json, &c));
    status = !found                     ? RDL_EXIT_USAGE
             : rdl_checkup_problems(&c) ? RDL_EXIT_NOTHING
                                        : RDL_EXIT_CLEAN;
    rdl_checkup_free(&c);
    return status;
}
