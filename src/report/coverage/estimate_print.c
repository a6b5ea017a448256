/* estimate_print.c - see estimate_print.h. */
#include "report/coverage/estimate_print.h"

#include "base/text.h"
#include "util/alloc.h"
#include "report/formats/json.h"
#include "report/coverage/requirement.h"
#include "util/wrap.h"

#include <stdlib.h>

static void print_list_places(struct rdl_listing *l,
                              const struct rdl_coverage *c)
{
    const struct rdl_coverage_module *m;

    for (uint32_t i = 0; (m = rdl_coverage_module_at(c->memory, i)) != NULL;
         i++) {
        char path[RDL_COVERAGE_PATH];

        rdl_text_copy(path, m->path, sizeof(path));
        rdl_listing_module(l, i, path, m->build_id, m->build_id_size,
                           /*usable=*/true);
    }
    for (uint32_t i = RDL_LOC_FIRST; i < rdl_locations_end(&c->locations);
         i++) {
        const uint64_t key = rdl_location_key(&c->locations, i);

        rdl_listing_location(l, i, rdl_location_key_module(key),
                             rdl_location_key_offset(key));
    }
}

struct rdl_listing *rdl_estimate_listing(const struct rdl_coverage *c,
                                         uint32_t proved)
{
    const struct rdl_covering *covering = &c->covering;
    struct rdl_listing *l = rdl_listing_new();

    print_list_places(l, c);
    for (uint32_t id = 1; id <= rdl_requirements_n(covering); id++) {
        const uint64_t key = rdl_requirement_key(covering, id);
        const struct rdl_listed listed = {
            .metric = rdl_key_metric(key),
            .l1 = rdl_key_l1(key),
            .l2 = rdl_key_l2(key),
            .estimated = rdl_requirement_estimated(covering, id),
            .covered = rdl_requirement_covered(covering, id),
            .proved = (proved >> rdl_key_metric(key) & 1) != 0,
            .execution = rdl_requirement_first(covering, id),
            .seconds = -1,
        };

        rdl_listing_add(l, &listed);
    }
    return l;
}

static void print_head(FILE *out, const struct rdl_estimate_view *v)
{
    char *head = rdl_format(
        "%s: estimated in %.1f s from %llu execution%s that %s observed",
        v->program, v->seconds, (unsigned long long)v->executions,
        v->executions == 1 ? "" : "s", v->executions == 1 ? "was" : "were");
    char *longer;

    if (v->checked > 0) {
        longer = rdl_format("%s; 'covered' includes what %llu more showed",
                            head, (unsigned long long)v->checked);
        free(head);
        head = longer;
    }
    rdl_wrap(out, 0, 2, head);
    free(head);
}

void rdl_estimate_print(FILE *out, const struct rdl_estimate_view *v)
{
    const struct rdl_listing_view view = { .metrics = v->metrics,
                                           .all = v->all };
    struct rdl_listing *l = rdl_estimate_listing(v->coverage, 0);

    print_head(out, v);
    rdl_listing_totals(out, l, v->metrics, v->metric);
    if (v->capped)
        fputs(RDL_LISTING_CAPPED "\n", out);
    rdl_listing_print(out, l, &view);
    rdl_listing_free(l);
}

void rdl_estimate_uncovered(FILE *out, const struct rdl_coverage *coverage,
                            uint32_t metrics, uint32_t proved)
{
    const struct rdl_listing_view view = {
        .metrics = metrics,
        .uncovered = true,
        .rest = "raddle coverage --uncovered --all DIR",
    };
    struct rdl_listing *l = rdl_estimate_listing(coverage, proved);

    rdl_listing_print(out, l, &view);
    rdl_listing_free(l);
}

bool rdl_estimate_json(FILE *out, const struct rdl_estimate_view *v)
{
    const struct rdl_listing_view view = { .metrics = v->metrics };
    struct rdl_listing *l = rdl_estimate_listing(v->coverage, 0);
    json_t *arguments = json_array();
    bool good;

    for (size_t i = 0; v->arguments[i] != NULL; i++)
        json_array_append_new(arguments, rdl_json_text(v->arguments[i]));
    good = rdl_json_write(
        out, json_pack("{ss so so sI sf sb so so}", "command", "estimate",
                       "program", rdl_json_text(v->program), "arguments",
                       arguments, "executions", (json_int_t)v->executions,
                       "seconds", v->seconds, "capped", v->capped, "coverage",
                       rdl_listing_json_totals(l, v->metrics), "requirements",
                       rdl_listing_json(l, &view)));
    rdl_listing_free(l);
    return good;
}
