/* options_how.c - --races, --blocks and --associations: what becomes of
 * findings of these kinds. */
#include "cli/test/options.h"

#include "detect/detector.h"

#include <argp.h>
#include <string.h>

static const struct kinds {
    const char *option;
    const char *names[2];
} all[] = {
    { "--races", { "data-race" } },
    { "--blocks", { "block-race" } },
    { "--associations",
      { "multi-variable-race", "multi-variable-block-race" } },
};

static uint64_t options_how_kinds(const char *option)
{
    uint64_t set = 0;

    for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
        for (size_t k = 0; k < 2 && all[i].names[k] != NULL; k++) {
            if (strcmp(all[i].option, option) == 0)
                set |=
                    UINT64_C(1)
                    << rdl_detector_index(rdl_detector_find(all[i].names[k]));
        }
    }
    return set;
}

void rdl_test_options_how(const struct argp_state *state,
                          struct rdl_test_options *o, const char *option,
                          const char *arg)
{
    const uint64_t set = options_how_kinds(option);

    o->disabled &= ~set;
    o->failing &= ~set;
    if (arg == NULL || strcmp(arg, "report") == 0)
        return;
    if (strcmp(arg, "off") == 0)
        o->disabled |= set;
    else if (strcmp(arg, "fail") == 0)
        o->failing |= set;
    else
        argp_error(state, "%s is report, fail or off, not '%s'", option, arg);
}
