/* findings_schedule.c - copies between a finding and its schedule. */
#include "schedule/findings.h"

#include "base/text.h"
#include "schedule/schedule.h"
#include "util/alloc.h"

#include <stdlib.h>

bool rdl_schedule_threadless(const struct rdl_schedule *s)
{
    for (size_t i = 0; i < s->n_steps; i++) {
        if (s->sites[s->steps[i]].op == RDL_OP_CREATE)
            return false;
    }
    return s->n_switches <= 1 && s->n_choices == 0 && s->inputs.size == 0;
}

void rdl_found_of_schedule(struct rdl_found *f, const struct rdl_schedule *s)
{
    if (s->config.ends != 0)
        f->code = s->config.ends_code;
    f->steps = s->n_steps;
    f->threadless = rdl_schedule_threadless(s);
    f->shrunk = s->shrunk_from != NULL;
    f->preemptions = s->preemptions;
    f->switches = s->n_switches > 0 ? s->n_switches - 1 : 0;
    f->switches_from = s->switches_from;
    rdl_text_copy(f->said.location, s->location, sizeof(f->said.location));
    rdl_text_copy(f->said.text, s->text, sizeof(f->said.text));
    rdl_text_copy(f->part, s->config.part, sizeof(f->part));
    f->why = s->why != NULL ? *s->why : (struct rdl_explanation){ .n = 0 };
}

void rdl_found_say(const struct rdl_finding_summary *said,
                   struct rdl_schedule *s)
{
    free(s->location);
    free(s->text);
    s->location = rdl_strdup(said->location);
    s->text = rdl_strdup(said->text);
}
