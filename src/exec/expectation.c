/* expectation.c - see expectation.h. */
#include "exec/expectation.h"

#include "base/text.h"
#include "frameworks/framework.h"
#include "util/alloc.h"

#include <stdlib.h>
#include <string.h>

/* Both ends of the output as one text; bytes that are zero would end it. */
static char *expectation_output(const struct rdl_output_capture *output)
{
    struct rdl_output o;
    size_t n;
    char *text;

    rdl_output_capture_read(output, RDL_CAPTURE_KEPT, &o);
    n = o.head_size + o.tail_size;
    text = rdl_alloc(n + 1);
    memcpy(text, o.head, o.head_size);
    memcpy(text + o.head_size, o.tail, o.tail_size);
    for (size_t i = 0; i < n; i++) {
        if (text[i] == '\0')
            text[i] = '?';
    }
    rdl_output_free(&o);
    return text;
}

static bool expectation_vague(const char *kind)
{
    const struct rdl_detector *d = rdl_detector_find(kind);

    return d != NULL && d->vague;
}

enum rdl_state rdl_expectation_look(struct rdl_shared *shared,
                                    const struct rdl_output_capture *output)
{
    struct rdl_finding *f = &shared->finding;
    const struct rdl_framework *by;
    struct rdl_failure failure;
    struct rdl_moment moment = { .steps = f->step };
    const struct rdl_detector *detector;
    char *text;

    /* The target wrote the finding, and may have written over it. */
    f->kind[sizeof(f->kind) - 1] = '\0';
    if (!expectation_vague(f->kind))
        return RDL_FOUND;
    text = expectation_output(output);
    by = rdl_framework_explains(f->kind, text, &failure);
    free(text);
    if (by == NULL)
        return RDL_FOUND;
    rdl_text_copy(f->text, failure.text, sizeof(f->text));
    rdl_text_copy(f->file, failure.file, sizeof(f->file));
    f->line = failure.line;
    moment.kind = by->becomes;
    detector = rdl_detect(&moment, RDL_ERROR, f);
    if (detector == NULL || !rdl_detectors_have(shared->config.disabled,
                                                rdl_detector_index(detector)))
        return RDL_FOUND;
    shared->outcome.disabled |= UINT64_C(1) << rdl_detector_index(detector);
    shared->tally.disabled[rdl_detector_index(detector)]++;
    shared->outcome.state = RDL_EXITED;
    return RDL_EXITED;
}
