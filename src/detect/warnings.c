/* warnings.c - see warnings.h. */
#include "detect/warnings.h"

#include <string.h>

static struct rdl_warning *warnings_find(struct rdl_warnings *w,
                                         const struct rdl_finding *f)
{
    for (uint32_t i = 0; i < w->n && i < RDL_MAX_WARNINGS; i++) {
        if (w->all[i].pc == f->pc && w->all[i].code == f->code &&
            strncmp(w->all[i].kind, f->kind, sizeof(f->kind)) == 0)
            return &w->all[i];
    }
    return NULL;
}

/* The frames of the thread whose step showed it. */
static void warnings_frames(struct rdl_warning *w, const struct rdl_finding *f)
{
    for (uint16_t i = 0; i < f->n_threads && i < RDL_MAX_VIEWS; i++) {
        const struct rdl_thread_view *v = &f->threads[i];

        if (v->tid != f->tid)
            continue;
        w->n_frames =
            v->n_frames < RDL_WARNING_FRAMES ? v->n_frames : RDL_WARNING_FRAMES;
        memcpy(w->frames, v->frames, w->n_frames * sizeof(w->frames[0]));
        return;
    }
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
    };
    memcpy(found->kind, f->kind, sizeof(found->kind));
    memcpy(found->text, f->text, sizeof(found->text));
    memcpy(found->what, f->what, sizeof(found->what));
    warnings_frames(found, f);
    w->n++;
}

void rdl_warnings_counted(struct rdl_warnings *w)
{
    for (uint32_t i = 0; i < w->n && i < RDL_MAX_WARNINGS; i++)
        w->all[i].times = 0;
}

void rdl_warning_finding(const struct rdl_warning *w, struct rdl_finding *out)
{
    struct rdl_thread_view *v = &out->threads[0];

    memset(out, 0, offsetof(struct rdl_finding, threads));
    memcpy(out->kind, w->kind, sizeof(out->kind));
    memcpy(out->text, w->text, sizeof(out->text));
    memcpy(out->what, w->what, sizeof(out->what));
    out->tid = w->tid;
    out->code = w->code;
    out->pc = w->pc;
    out->addr = w->addr;
    out->step = w->step;
    if (w->tid == RDL_NO_TID)
        return;
    out->n_threads = 1;
    *v = (struct rdl_thread_view){
        .tid = w->tid,
        .holder = RDL_NO_TID,
        .state = RDL_READY,
        .pc = w->pc,
        .n_frames = w->n_frames,
    };
    memcpy(v->frames, w->frames, w->n_frames * sizeof(w->frames[0]));
}
