/* checkup.c - the lines of a checkup: collected, printed, written as JSON. */
#include "cli/doctor/doctor.h"

#include "util/die.h"
#include "util/colour.h"
#include "report/formats/json.h"
#include "util/wrap.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#define INDENT 11

static const char *const level_names[] = {
    [RDL_CHECK_OK] = "ok",
    [RDL_CHECK_NOTE] = "note",
    [RDL_CHECK_PROBLEM] = "problem",
};

void rdl_checkup_add(struct rdl_checkup *c, enum rdl_level level,
                     const char *name, const char *advice, const char *format,
                     ...)
{
    struct rdl_check *check;
    va_list args;

    c->checks = rdl_grow(c->checks, (c->n + 1) * sizeof(*c->checks));
    check = &c->checks[c->n++];
    *check = (struct rdl_check){
        .group = c->group,
        .name = name,
        .level = level,
        .advice = advice != NULL ? rdl_strdup(advice) : NULL,
    };
    va_start(args, format);
    if (vasprintf(&check->text, format, args) < 0)
        rdl_die_errno(RDL_EXIT_INTERNAL, "out of memory");
    va_end(args);
}

bool rdl_checkup_problems(const struct rdl_checkup *c)
{
    for (size_t i = 0; i < c->n; i++) {
        if (c->checks[i].level == RDL_CHECK_PROBLEM)
            return true;
    }
    return false;
}

void rdl_checkup_free(struct rdl_checkup *c)
{
    for (size_t i = 0; i < c->n; i++) {
        free(c->checks[i].text);
        free(c->checks[i].advice);
    }
    free(c->checks);
}

void rdl_checkup_print(FILE *out, const struct rdl_checkup *c, bool colour)
{
    static const enum rdl_colour colours[] = {
        [RDL_CHECK_OK] = RDL_GOOD,
        [RDL_CHECK_NOTE] = RDL_WARN,
        [RDL_CHECK_PROBLEM] = RDL_BAD,
    };
    const char *group = "";

    for (size_t i = 0; i < c->n; i++) {
        const struct rdl_check *check = &c->checks[i];

        if (strcmp(group, check->group) != 0) {
            group = check->group;
            fprintf(out, "%s%s%s%s%s\n", rdl_colour(colour, RDL_BOLD),
                    i > 0 ? "\n" : "",
                    strcmp(group, "program") == 0 ? "program " : "this ",
                    strcmp(group, "program") == 0 ? c->program : group,
                    rdl_colour(colour, RDL_PLAIN));
        }
        fprintf(out, "  %s%-7s%s  ", rdl_colour(colour, colours[check->level]),
                level_names[check->level], rdl_colour(colour, RDL_PLAIN));
        rdl_wrap(out, INDENT, INDENT, check->text);
        if (check->advice == NULL)
            continue;
        fprintf(out, "%*s%s", INDENT, "", rdl_colour(colour, RDL_DIM));
        rdl_wrap(out, INDENT, INDENT, check->advice);
        fputs(rdl_colour(colour, RDL_PLAIN), out);
    }
    fprintf(out, "\n%s %s be %s.\n",
            c->program != NULL ? c->program : "programs",
            rdl_checkup_problems(c) ? "cannot" : "can",
            c->program != NULL ? "tested" : "tested here");
}

bool rdl_checkup_json(FILE *out, const struct rdl_checkup *c)
{
    json_t *checks = json_array();

    for (size_t i = 0; i < c->n; i++) {
        const struct rdl_check *check = &c->checks[i];

        json_array_append_new(
            checks, json_pack("{ss ss ss so so}", "group", check->group, "name",
                              check->name, "level", level_names[check->level],
                              "text", rdl_json_text(check->text), "advice",
                              rdl_json_text(check->advice)));
    }
    return rdl_json_write(
        out, json_pack("{so sb so}", "program", rdl_json_text(c->program),
                       "testable", !rdl_checkup_problems(c), "checks", checks));
}
