/* explainer.c - see explainer.h. */
#include "explain/explainer.h"

#include <string.h>

#define EXPLAINER(id) &rdl_explainer_##id,
static const struct rdl_explainer *const explainers[] = {
#include "explain/list.h"
};
#undef EXPLAINER

const struct rdl_explainer *rdl_explainer_at(size_t i)
{
    return i < sizeof(explainers) / sizeof(explainers[0]) ? explainers[i]
                                                          : NULL;
}

static bool explainer_has(const char *names, const char *kind)
{
    const size_t n = strlen(kind);

    for (const char *at = names; (at = strstr(at, kind)) != NULL; at += n) {
        if ((at == names || at[-1] == ' ') && (at[n] == '\0' || at[n] == ' '))
            return true;
    }
    return false;
}

bool rdl_explainer_for(const struct rdl_explainer *e, const char *kind)
{
    return (e->only == NULL || explainer_has(e->only, kind)) &&
           (e->except == NULL || !explainer_has(e->except, kind));
}
