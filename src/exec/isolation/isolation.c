/* isolation.c - the table of isolations, and what they share. */
#include "exec/isolation/isolation.h"

#include <string.h>

#define ISOLATION(id) extern const struct rdl_isolation rdl_isolation_##id;
RDL_ISOLATIONS(ISOLATION)
#undef ISOLATION

#define ISOLATION(id) &rdl_isolation_##id,
static const struct rdl_isolation *const isolations[] = { RDL_ISOLATIONS(
    ISOLATION) };
#undef ISOLATION

#define N_ISOLATIONS (sizeof(isolations) / sizeof(isolations[0]))

const struct rdl_isolation *rdl_isolation_at(size_t i)
{
    return i < N_ISOLATIONS ? isolations[i] : NULL;
}

const struct rdl_isolation *rdl_isolation_find(const char *name)
{
    for (size_t i = 0; i < N_ISOLATIONS; i++) {
        if (strcmp(isolations[i]->name, name) == 0)
            return isolations[i];
    }
    return NULL;
}

static void isolate_meanwhile(struct rdl_isolate *i)
{
    void (*call)(void *data) = i->meanwhile;

    i->meanwhile = NULL;
    if (call != NULL)
        call(i->meanwhile_data);
}

pid_t rdl_isolate_start(struct rdl_isolate *i, int control)
{
    pid_t pid;

    rdl_shared_map_process(i->memory);
    i->memory->shared->stage = RDL_STAGE_NONE;
    pid = rdl_launch_start(i->launch, control, i->failure);
    isolate_meanwhile(i);
    i->error = pid < 0 ? -pid : 0;
    return pid < 0 ? 0 : pid;
}
