/* findings_schedule.c - copies between a finding and its schedule. */
#include "schedule/findings.h"

#include "base/text.h"
#include "schedule/schedule.h"
#include "util/alloc.h"

#include <stdlib.h>

void rdl_found_of_schedule(struct rdl_found *f, const struct rdl_schedule *s)
{
    f->steps = s->n_steps;
    f->shrunk = s->shrunk_from != NULL;
    f->preemptions = s->preemptions;
    f->switches = s->n_switches > 0 ? s->n_switches - 1 : 0;
    f->switches_from = s->switches_from;
    rdl_text_copy(f->said.location, s->location, sizeof(f->said.location));
    rdl_text_copy(f->said.text, s->text, sizeof(f->said.text));
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
