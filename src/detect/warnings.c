/* warnings.c - see warnings.h. */
#include "detect/warnings.h"

#include <string.h>

static struct rdl_warning *warnings_find(struct rdl_warnings *w,
                                         const struct rdl_finding *f)
{
    for (uint32_t i = 0; i < w->n && i < RDL_MAX_WARNINGS; i++) {
        const struct rdl_warning *known = &w->all[i];

        if (known->key == f->key && known->code == f->code &&
            (f->key != 0 || known->pc == f->pc) &&
            strncmp(known->kind, f->kind, sizeof(f->kind)) == 0)
            return &w->all[i];
    }
    return NULL;
}

/* The frames of a thread; returns how many. */
static uint16_t warnings_frames(const struct rdl_finding *f, rdl_tid tid,
                                uintptr_t frames[RDL_WARNING_FRAMES])
{
    for (uint16_t i = 0; i < f->n_threads && i < RDL_MAX_VIEWS; i++) {
        const struct rdl_thread_view *v = &f->threads[i];
        const uint16_t n =
            v->n_frames < RDL_WARNING_FRAMES ? v->n_frames : RDL_WARNING_FRAMES;

        if (v->tid != tid)
            continue;
        memcpy(frames, v->frames, n * sizeof(frames[0]));
        return n;
    }
    return 0;
}

/* The other thread of a race, if it still stands where it raced. */
static rdl_tid warnings_other(const struct rdl_finding *f)
{
    return f->race.proof == RDL_RACE_SEEN ? f->race.sides[0].tid : RDL_NO_TID;
}

void rdl_warnings_add(struct rdl_warnings *w, const struct rdl_finding *f)
{
    struct rdl_warning *found = warnings_find(w, f);

    if (found != NULL) {
        found->times++;
        return;
    }
    if (w->n >= RDL_MAX_WARNINGS) {
        w->lost++;
        return;
    }
    found = &w->all[w->n];
    *found = (struct rdl_warning){
        .tid = f->tid,
        .code = f->code,
        .pc = f->pc,
        .addr = f->addr,
        .step = f->step,
        .times = 1,
        .key = f->key,
        .race = f->race,
        .pattern = f->pattern,
        .other = warnings_other(f),
    };
    memcpy(found->kind, f->kind, sizeof(found->kind));
    memcpy(found->text, f->text, sizeof(found->text));
    memcpy(found->what, f->what, sizeof(found->what));
    found->n_frames = warnings_frames(f, f->tid, found->frames);
    found->n_others = warnings_frames(f, found->other, found->other_frames);
    w->n++;
}

uint32_t rdl_warnings_with(const struct rdl_warnings *w, uint64_t key,
                           int32_t code)
{
    for (uint32_t i = 0; i < w->n && i < RDL_MAX_WARNINGS; i++) {
        if (w->all[i].key == key && w->all[i].code == code)
            return i + 1;
    }
    return 0;
}

bool rdl_warning_ends(const struct rdl_config *config,
                      const struct rdl_finding *f)
{
    return config->ends_key == 0 ||
           (config->ends_key == f->key && config->ends_code == f->code);
}

void rdl_warnings_counted(struct rdl_warnings *w)
{
    for (uint32_t i = 0; i < w->n && i < RDL_MAX_WARNINGS; i++)
        w->all[i].times = 0;
}

static void warnings_view(struct rdl_finding *out, rdl_tid tid, uintptr_t pc,
                          const uintptr_t *frames, uint16_t n)
{
    struct rdl_thread_view *v = &out->threads[out->n_threads++];

    *v = (struct rdl_thread_view){
        .tid = tid,
        .holder = RDL_NO_TID,
        .state = RDL_READY,
        .pc = pc,
        .n_frames = n,
    };
    memcpy(v->frames, frames, n * sizeof(frames[0]));
}

void rdl_warning_finding(const struct rdl_warning *w, struct rdl_finding *out)
{
    memset(out, 0, offsetof(struct rdl_finding, threads));
    memcpy(out->kind, w->kind, sizeof(out->kind));
    memcpy(out->text, w->text, sizeof(out->text));
    memcpy(out->what, w->what, sizeof(out->what));
    out->tid = w->tid;
    out->code = w->code;
    out->pc = w->pc;
    out->addr = w->addr;
    out->step = w->step;
    out->key = w->key;
    out->race = w->race;
    out->pattern = w->pattern;
    if (w->tid != RDL_NO_TID)
        warnings_view(out, w->tid, w->pc, w->frames, w->n_frames);
    if (w->other != RDL_NO_TID)
        warnings_view(out, w->other, w->race.sides[0].pc, w->other_frames,
                      w->n_others);
}
