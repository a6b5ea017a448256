/* detector.c - the table made from list.h, and the functions that ask it. */
#include "detect/detector.h"

#include <string.h>

#define DETECTOR(id) extern const struct rdl_detector rdl_detector_##id;
#include "detect/list.h"
#undef DETECTOR

#define DETECTOR(id) &rdl_detector_##id,
static const struct rdl_detector *const detectors[] = {
#include "detect/list.h"
};
#undef DETECTOR

_Static_assert(RDL_N_DETECTORS <= RDL_MAX_DETECTORS, "sets of detectors");

const struct rdl_detector *rdl_detector_at(size_t i)
{
    return i < RDL_N_DETECTORS ? detectors[i] : NULL;
}

const struct rdl_detector *rdl_detector_find(const char *kind)
{
    for (size_t i = 0; i < RDL_N_DETECTORS; i++) {
        if (strcmp(detectors[i]->name, kind) == 0)
            return detectors[i];
    }
    return NULL;
}

bool rdl_detector_about(const char *kind, enum rdl_evidence about)
{
    const struct rdl_detector *d = rdl_detector_find(kind);

    return d != NULL && d->about == about;
}

bool rdl_detector_comes(const char *kind, enum rdl_moment_kind at)
{
    const struct rdl_detector *d = rdl_detector_find(kind);

    return d != NULL && (d->moments & 1u << at) != 0;
}

enum rdl_severity rdl_detector_severity(const char *kind)
{
    const struct rdl_detector *d = rdl_detector_find(kind);

    return d != NULL ? d->severity : RDL_ERROR;
}

size_t rdl_detector_index(const struct rdl_detector *d)
{
    size_t i = 0;

    while (detectors[i] != d)
        i++;
    return i;
}

const struct rdl_detector *rdl_detect(const struct rdl_moment *moment,
                                      enum rdl_severity severity,
                                      struct rdl_finding *finding)
{
    for (size_t i = 0; i < RDL_N_DETECTORS; i++) {
        const struct rdl_detector *d = detectors[i];

        if ((d->moments & 1u << moment->kind) == 0 || d->severity != severity)
            continue;
        if (!d->check(moment, finding))
            continue;
        strncpy(finding->kind, d->name, sizeof(finding->kind) - 1);
        finding->kind[sizeof(finding->kind) - 1] = '\0';
        finding->text[sizeof(finding->text) - 1] = '\0';
        return d;
    }
    return NULL;
}
