/* predicted.c - see predicted.h. */
#include "report/predicted.h"

#include "report/formats/json.h"
#include "util/alloc.h"
#include "util/wrap.h"

#include <stdlib.h>

/* --- For machines --------------------------------------------------------- */

static json_t *predicted_place(const struct rdl_predicted_place *place)
{
    return place->module == 0 && place->offset == 0
               ? json_null()
               : json_pack("{so sI}", "location",
                           rdl_json_text(place->location), "offset",
                           (json_int_t)place->offset);
}

static json_t *predicted_part(const struct rdl_predicted_part *part)
{
    return json_pack("{so so so}", "object", rdl_json_text(part->object),
                     "first", predicted_place(&part->first), "second",
                     predicted_place(&part->second));
}

/* Every interleaving was run: what none ran into is not possible. */
static bool predicted_impossible(const struct rdl_prediction *p, bool proved)
{
    return proved && p->kind == RDL_AIM_DEADLOCK && p->reached == 0;
}

json_t *rdl_predicted_json(const struct rdl_prediction *all, size_t n,
                           bool proved)
{
    json_t *array = json_array();

    for (size_t i = 0; i < n; i++) {
        const struct rdl_prediction *p = &all[i];
        json_t *parts = json_array();
        char id[17];

        for (uint32_t k = 0; k < p->n; k++)
            json_array_append_new(parts, predicted_part(&p->parts[k]));
        snprintf(id, sizeof(id), "%016llx", (unsigned long long)p->id);
        json_array_append_new(
            array,
            json_pack("{ss ss ss sI sI sI so}", "kind",
                      rdl_aim_kind_name(p->kind), "id", id, "verdict",
                      predicted_impossible(p, proved)
                          ? "impossible"
                          : rdl_confirmed_name(rdl_prediction_verdict(p)),
                      "tries", (json_int_t)p->tries, "reached",
                      (json_int_t)p->reached, "failed", (json_int_t)p->failed,
                      "parts", parts));
    }
    return array;
}

/* --- For people ----------------------------------------------------------- */

bool rdl_predicted_shown(const struct rdl_prediction *p)
{
    return p->kind == RDL_AIM_DEADLOCK || p->reached > 0;
}

static const char *predicted_plural(uint64_t n)
{
    return n == 1 ? "" : "s";
}

/* "not reached in 20 tries"; the caller frees it. */
static char *predicted_tries(uint64_t tries)
{
    return tries == 0 ? rdl_strdup("not tried yet")
                      : rdl_format("not reached in %llu tr%s",
                                   (unsigned long long)tries,
                                   tries == 1 ? "y" : "ies");
}

/* Of deadlocks: how many are possible, and how often raddle tried to reach
 * those that it did not reach. */
void rdl_predicted_summary(FILE *out, const struct rdl_prediction *all,
                           size_t n, bool proved)
{
    uint64_t open = 0, tries = 0;
    char *tried;

    for (size_t i = 0; i < n; i++) {
        if (all[i].kind != RDL_AIM_DEADLOCK || all[i].reached > 0)
            continue;
        open++;
        tries += all[i].tries;
    }
    if (open == 0)
        return;
    if (proved) {
        fprintf(out,
                "%llu predicted deadlock%s: impossible, for every interleaving "
                "was run\n",
                (unsigned long long)open, predicted_plural(open));
        return;
    }
    tried = predicted_tries(tries);
    fprintf(out,
            "%llu possible deadlock%s, %s (raddle coverage DIR lists %s)\n",
            (unsigned long long)open, predicted_plural(open), tried,
            open == 1 ? "it" : "them");
    free(tried);
}

/* Locks without a name still differ. */
static char *predicted_lock(const struct rdl_prediction *p, uint32_t i)
{
    return p->parts[i].object[0] != '\0' ? rdl_strdup(p->parts[i].object)
                                         : rdl_format("lock %u", i + 1);
}

static void predicted_deadlock(FILE *out, const struct rdl_prediction *p)
{
    for (uint32_t i = 0; i < p->n; i++) {
        const struct rdl_predicted_part *part = &p->parts[i];
        char *held = predicted_lock(p, i);
        char *wanted = predicted_lock(p, (i + 1) % p->n);
        char *text = rdl_format(
            "a thread holds %s, taken at %s, and asks for %s at %s", held,
            part->first.location, wanted, part->second.location);

        fputs("  ", out);
        rdl_wrap(out, 2, 4, text);
        free(text);
        free(held);
        free(wanted);
    }
}

static void predicted_pair(FILE *out, const struct rdl_prediction *p)
{
    const struct rdl_predicted_part *part = &p->parts[0];
    char *text =
        p->kind == RDL_AIM_RACE
            ? rdl_format("%s and %s access %s at the same time",
                         part->first.location, part->second.location,
                         part->object[0] != '\0' ? part->object : "one place")
            : rdl_format("%s comes between %s and %s (%s)",
                         p->parts[1].first.location, part->first.location,
                         part->second.location,
                         part->object[0] != '\0' ? part->object : "memory");

    fputs("  ", out);
    rdl_wrap(out, 2, 4, text);
    free(text);
}

void rdl_predicted_print(FILE *out, const struct rdl_prediction *all, size_t n,
                         bool proved, bool harmless)
{
    size_t left = 0;

    for (size_t i = 0; i < n; i++) {
        const struct rdl_prediction *p = &all[i];
        char *tried, *head;

        if (!rdl_predicted_shown(p))
            continue;
        if (!harmless && p->failed == 0 && p->reached > 0) {
            left++;
            continue;
        }
        tried = predicted_tries(p->tries);
        head = p->failed > 0 ? rdl_format("predicted %s, reached: a failure "
                                          "followed in that execution",
                                          rdl_aim_kind_name(p->kind))
               : p->reached > 0
                   ? rdl_format("predicted %s, reached in %llu of %llu tries: "
                                "harmless so far",
                                rdl_aim_kind_name(p->kind),
                                (unsigned long long)p->reached,
                                (unsigned long long)p->tries)
               : predicted_impossible(p, proved)
                   ? rdl_format("impossible %s: raddle prove ran every "
                                "interleaving",
                                rdl_aim_kind_name(p->kind))
                   : rdl_format("possible %s, %s", rdl_aim_kind_name(p->kind),
                                tried);
        free(tried);
        fputc('\n', out);
        rdl_wrap(out, 0, 2, head);
        free(head);
        if (p->kind == RDL_AIM_DEADLOCK)
            predicted_deadlock(out, p);
        else
            predicted_pair(out, p);
    }
    if (left > 0)
        fprintf(
            out,
            "\n%zu prediction%s %s reached and harmless so far (--all lists "
            "%s)\n",
            left, predicted_plural(left), left == 1 ? "was" : "were",
            left == 1 ? "it" : "them");
}

void rdl_predicted_confirmed(FILE *out, const struct rdl_prediction *all,
                             size_t n)
{
    uint64_t count[RDL_N_CONFIRMED] = { 0 };

    for (size_t i = 0; i < n; i++)
        count[rdl_prediction_verdict(&all[i])]++;
    fprintf(out,
            "of %zu prediction%s: %llu harmful, %llu real and harmless so far, "
            "%llu not reproduced",
            n, predicted_plural(n),
            (unsigned long long)count[RDL_CONFIRMED_HARMFUL],
            (unsigned long long)count[RDL_CONFIRMED_HARMLESS],
            (unsigned long long)count[RDL_CONFIRMED_NOT_REACHED]);
    if (count[RDL_CONFIRMED_OPEN] > 0)
        fprintf(out, ", %llu not tried",
                (unsigned long long)count[RDL_CONFIRMED_OPEN]);
    fputc('\n', out);
    rdl_predicted_print(out, all, n, /*proved=*/false, /*harmless=*/true);
}
