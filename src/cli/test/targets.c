/* targets.c - see targets.h. */
#include "cli/test/targets.h"

#include "base/text.h"
#include "coverage/coverage.h"
#include "report/coverage/estimate_print.h"
#include "report/coverage/requirement.h"
#include "util/alloc.h"
#include "util/append.h"
#include "util/die.h"

#include <stdlib.h>
#include <string.h>

#define NAMED 3 /* unknown targets that the note names */

/* --- Reading ---------------------------------------------------------------
 */

static const char *targets_text(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));

    return text != NULL ? text : "";
}

/* "" if the requirement does not have this place. */
static const char *targets_location(const json_t *r, const char *which)
{
    return targets_text(json_object_get(r, which), "location");
}

void rdl_targets_read(struct rdl_targets *t, const char *path)
{
    json_error_t error;
    json_t *file = json_load_file(path, 0, &error);
    json_t *each;
    size_t i;

    if (file == NULL)
        rdl_die(RDL_EXIT_USAGE,
                "--targets %s: %s; write it with raddle coverage --uncovered "
                "--json FILE DIR",
                path, error.text);
    *t = (struct rdl_targets){ .path = path,
                               .all = json_object_get(file, "requirements") };
    if (!json_is_array(t->all))
        rdl_die(RDL_EXIT_USAGE,
                "--targets %s: it has no list of requirements; write it with "
                "raddle coverage --uncovered --json FILE DIR",
                path);
    json_incref(t->all);
    json_decref(file);
    json_array_foreach(t->all, i, each)
    {
        const uint32_t metric = rdl_metrics_named(targets_text(each, "metric"));

        if (__builtin_popcount(metric) != 1 ||
            targets_location(each, "second")[0] == '\0')
            rdl_die(RDL_EXIT_USAGE,
                    "--targets %s: requirement %zu does not have a metric "
                    "(raddle list metrics) and a second place",
                    path, i + 1);
        t->metrics |= metric;
    }
    if (t->metrics == 0)
        rdl_die(RDL_EXIT_USAGE,
                "--targets %s: the list of requirements is empty: there is "
                "nothing to aim at",
                path);
}

void rdl_targets_free(struct rdl_targets *t)
{
    json_decref(t->all);
    t->all = NULL;
}

/* --- Matching --------------------------------------------------------------
 */

/* What is known now.  A key is a text that is equal for equal things. */
struct known {
    struct rdl_covering *covering;
    json_t *locations; /* key of a place with its program counter -> number */
    json_t *requirements; /* key of a requirement by its places in the source ->
                             array of numbers */
};

static char *targets_place_key(const json_t *place)
{
    return rdl_format(
        "%s\t%s\t%lld", targets_text(place, "location"),
        rdl_text_base_name(targets_text(place, "module")),
        (long long)json_integer_value(json_object_get(place, "offset")));
}

static char *targets_source_key(const json_t *r)
{
    return rdl_format("%s\t%s\t%s\t%s", targets_text(r, "metric"),
                      targets_text(r, "side"), targets_location(r, "first"),
                      targets_location(r, "second"));
}

static void targets_know_place(void *data, uint32_t location,
                               const json_t *place)
{
    struct known *k = data;
    char *key = targets_place_key(place);

    json_object_set_new(k->locations, key, json_integer(location));
    free(key);
}

static void targets_know(void *data, const struct rdl_listed *r,
                         const json_t *object)
{
    struct known *k = data;
    const uint32_t id =
        rdl_requirements_find(k->covering, rdl_key(r->metric, r->l1, r->l2));
    char *key = targets_source_key(object);
    json_t *numbers = json_object_get(k->requirements, key);

    if (numbers == NULL) {
        numbers = json_array();
        json_object_set_new(k->requirements, key, numbers);
    }
    json_array_append_new(numbers, json_integer(id));
    free(key);
}

/* The number of a place of a requirement; 0 (which is RDL_LOC_NONE) if it does
 * not have one.  False: the place is not known. */
static bool targets_find_place(const struct known *k, const json_t *r,
                               const char *which, uint32_t *location)
{
    const json_t *place = json_object_get(r, which);
    const char *side = targets_text(r, "side");
    const json_t *number;
    char *key;

    if (!json_is_object(place)) {
        *location = strcmp(side, "own") == 0     ? RDL_LOC_OWN
                    : strcmp(side, "other") == 0 ? RDL_LOC_OTHER
                                                 : RDL_LOC_NONE;
        return true;
    }
    key = targets_place_key(place);
    number = json_object_get(k->locations, key);
    free(key);
    *location = (uint32_t)json_integer_value(number);
    return number != NULL;
}

/* The same program: also what nothing has estimated or covered so far. */
static bool targets_aim_exactly(const struct known *k, const json_t *r)
{
    const uint32_t metrics = rdl_metrics_named(targets_text(r, "metric"));
    uint32_t l1, l2, id;
    uint64_t key;

    if (!targets_find_place(k, r, "first", &l1) ||
        !targets_find_place(k, r, "second", &l2))
        return false;
    key = rdl_key((unsigned)__builtin_ctz(metrics), l1, l2);
    id = rdl_requirements_find(k->covering, key);
    if (id == 0)
        id = rdl_requirements_insert(k->covering, key);
    if (id != 0)
        rdl_requirement_aim(k->covering, id);
    return id != 0;
}

static bool targets_aim_by_source(const struct known *k, const json_t *r)
{
    char *key = targets_source_key(r);
    const json_t *numbers = json_object_get(k->requirements, key);
    json_t *each;
    size_t i;

    free(key);
    json_array_foreach(numbers, i, each)
        rdl_requirement_aim(k->covering, (uint32_t)json_integer_value(each));
    return numbers != NULL;
}

json_t *rdl_targets_mark(const struct rdl_targets *t, const json_t *wanted,
                         struct rdl_campaign *c)
{
    struct known known = { .covering = &c->observe.coverage.covering,
                           .locations = json_object(),
                           .requirements = json_object() };
    json_t *unknown = json_array();
    struct rdl_listing *l;
    json_t *each;
    size_t i;

    rdl_coverage_sync(&c->observe.coverage);
    l = rdl_estimate_listing(&c->observe.coverage, 0);
    rdl_listing_each_place(l, targets_know_place, &known);
    rdl_listing_each(l, t->metrics, targets_know, &known);
    rdl_listing_free(l);
    json_array_foreach(wanted, i, each)
    {
        if (!targets_aim_exactly(&known, each) &&
            !targets_aim_by_source(&known, each))
            json_array_append(unknown, each);
    }
    json_decref(known.locations);
    json_decref(known.requirements);
    return unknown;
}

void rdl_targets_note(const struct rdl_targets *t, const json_t *unknown,
                      struct rdl_campaign *c)
{
    const size_t n = json_array_size(unknown);
    char buffer[512], *note;
    struct rdl_append text = rdl_append_begin(buffer, sizeof(buffer));

    c->targets = json_array_size(t->all);
    c->targets_unknown = n;
    if (n == 0)
        return;
    for (size_t i = 0; i < n && i < NAMED; i++) {
        const json_t *r = json_array_get(unknown, i);
        const char *first = targets_location(r, "first");

        rdl_append(&text, "%s%s %s%s%s", i > 0 ? ", " : "",
                   targets_text(r, "metric"), first,
                   first[0] != '\0' ? " -> " : "",
                   targets_location(r, "second"));
    }
    if (n > NAMED)
        rdl_append(&text, ", ...");
    note = rdl_format("%zu of %zu requirements of --targets %s match nothing "
                      "that is known of the program: %s",
                      n, json_array_size(t->all), t->path, buffer);
    rdl_notes_add(&c->notes, RDL_NOTE_TARGETS_UNKNOWN, note, 0);
    free(note);
}
