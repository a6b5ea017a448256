/* framework.c - see framework.h. */
#include "frameworks/framework.h"

#define FRAMEWORK(id) extern const struct rdl_framework rdl_framework_##id;
#include "frameworks/list.h"
#undef FRAMEWORK

#define FRAMEWORK(id) &rdl_framework_##id,
static const struct rdl_framework *const frameworks[] = {
#include "frameworks/list.h"
};
#undef FRAMEWORK

#define N_FRAMEWORKS (sizeof(frameworks) / sizeof(frameworks[0]))

const struct rdl_framework *rdl_framework_at(size_t i)
{
    return i < N_FRAMEWORKS ? frameworks[i] : NULL;
}

static bool framework_asked(const struct rdl_framework *f,
                            const struct rdl_detector *d)
{
    return d != NULL && d->vague && (d->moments & f->explains) != 0;
}

const struct rdl_framework *rdl_framework_explains(const char *kind,
                                                   const char *output,
                                                   struct rdl_failure *out)
{
    const struct rdl_detector *d = rdl_detector_find(kind);
    const struct rdl_framework *found = NULL;
    const char *first = NULL;

    for (size_t i = 0; i < N_FRAMEWORKS; i++) {
        struct rdl_failure each = { .line = 0 };
        const char *at = framework_asked(frameworks[i], d)
                             ? frameworks[i]->failure(output, &each)
                             : NULL;

        if (at == NULL || (first != NULL && at >= first))
            continue;
        first = at;
        found = frameworks[i];
        *out = each;
    }
    return found;
}
