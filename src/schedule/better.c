/* better.c - see better.h.  First: is the schedule on disk an earlier one, that
 * is of the same finding and build?  Then: which of the two is better? */
#include "schedule/better.h"

#include "base/text.h"
#include "util/alloc.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* --- Is it an earlier one? ------------------------------------------------ */

/* Compares every module that both have loaded.  The program must have a build
 * id, or nothing is known. */
static bool better_same_build(const struct rdl_schedule *a,
                              const struct rdl_schedule *b)
{
    bool known = false;

    for (size_t i = 0; i < a->n_modules; i++) {
        const struct rdl_schedule_module *m = &a->modules[i];

        for (size_t k = 0; k < b->n_modules; k++) {
            const struct rdl_schedule_module *n = &b->modules[k];

            if (strcmp(m->path, n->path) != 0)
                continue;
            if (m->build_id_size != n->build_id_size ||
                memcmp(m->build_id, n->build_id, m->build_id_size) != 0)
                return false;
            known = known ||
                    (m->build_id_size > 0 && strcmp(m->path, a->path) == 0);
        }
    }
    return known;
}

static bool better_same_words(char *const *a, size_t n_a, char *const *b,
                              size_t n_b)
{
    if (n_a != n_b)
        return false;
    for (size_t i = 0; i < n_a; i++) {
        if (strcmp(a[i], b[i]) != 0)
            return false;
    }
    return true;
}

static bool better_is(const struct rdl_schedule *there,
                      const struct rdl_schedule *fresh)
{
    return (there->id == fresh->id ||
            rdl_found_same_line(there->location, fresh->location)) &&
           strcmp(there->kind, fresh->kind) == 0 &&
           strcmp(there->program, fresh->program) == 0 &&
           strcmp(there->path, fresh->path) == 0 &&
           strcmp(there->directory, fresh->directory) == 0 &&
           there->stdin_size == fresh->stdin_size &&
           there->stdin_hash == fresh->stdin_hash && there->inputs.size == 0 &&
           fresh->inputs.size == 0 &&
           better_same_words(there->arguments, there->n_arguments,
                             fresh->arguments, fresh->n_arguments) &&
           better_same_words(there->variables, there->n_variables,
                             fresh->variables, fresh->n_variables) &&
           better_same_build(there, fresh);
}

void rdl_better_take(struct rdl_better *r, const char *path,
                     const struct rdl_schedule *fresh)
{

    *r = (struct rdl_better){ .exists = false };
    if (access(path, F_OK) != 0 || !rdl_schedule_load(&r->schedule, path, NULL))
        return;
    if (!better_is(&r->schedule, fresh)) {
        rdl_schedule_free(&r->schedule);
        return;
    }
    r->exists = true;
    r->path = rdl_strdup(path);
}

void rdl_better_free(struct rdl_better *r)
{
    if (!r->exists)
        return;
    rdl_schedule_free(&r->schedule);
    free(r->path);
}

char *rdl_better_beside(const struct rdl_better *r, const char *path)
{
    return rdl_format("%s%s", path, r->exists ? ".new" : "");
}

/* --- Which is better? ----------------------------------------------------- */

/* Only shrunk schedules have a known number of preemptions. */
static bool better_better(const struct rdl_schedule *a,
                          const struct rdl_schedule *b)
{
    if (a->config.ends != 0 && a->config.ends_code != b->config.ends_code)
        return a->config.ends_code < b->config.ends_code;
    if (a->shrunk_from != NULL && b->shrunk_from != NULL &&
        a->preemptions + a->n_choices != b->preemptions + b->n_choices)
        return a->preemptions + a->n_choices < b->preemptions + b->n_choices;
    if (a->n_switches != b->n_switches)
        return a->n_switches < b->n_switches;
    return a->n_steps < b->n_steps;
}

bool rdl_better_wins(const struct rdl_better *r, const struct rdl_found *found)
{
    struct rdl_schedule now;
    bool wins;

    if (!r->exists)
        return false;
    if (!found->replayed || !rdl_schedule_load(&now, found->schedule, NULL))
        return true;
    wins = !better_better(&now, &r->schedule);
    rdl_schedule_free(&now);
    return wins;
}

static void better_name(const struct rdl_better *r, struct rdl_found *found)
{
    free(found->schedule);
    found->schedule = rdl_strdup(r->path);
}

void rdl_better_stays(const struct rdl_better *r, struct rdl_found *found)
{
    char *original = rdl_format("%s.orig", found->schedule);

    unlink(found->schedule);
    unlink(original);
    free(original);
    better_name(r, found);
    found->kept = true;
    found->unshrunk.reason = RDL_NOT_UNSHRUNK;
    rdl_found_of_schedule(found, &r->schedule);
}

/* Moves the original first: a schedule never names an original that is not
 * there. */
static int better_move(const char *from, const char *to)
{
    char *from_original = rdl_format("%s.orig", from);
    char *original = rdl_format("%s.orig", to);
    struct rdl_schedule s;
    bool shrunk;
    int error = 0;

    if (!rdl_schedule_load(&s, from, NULL)) {
        error = -EIO;
        goto out;
    }
    shrunk = s.shrunk_from != NULL;
    if (shrunk) {
        free(s.shrunk_from);
        s.shrunk_from = rdl_strdup(rdl_text_base_name(original));
        if (rename(from_original, original) != 0)
            error = -errno;
    }
    if (error == 0)
        error = rdl_schedule_save(&s, to);
    /* A leftover of the other schedule: the one there now has no original. */
    if (error == 0 && !shrunk)
        unlink(original);
    rdl_schedule_free(&s);
out:
    free(from_original);
    free(original);
    return error;
}

int rdl_better_goes(const struct rdl_better *r, struct rdl_found *found)
{
    int error = better_move(found->schedule, r->path);

    if (error != 0)
        return error;
    unlink(found->schedule);
    better_name(r, found);
    return 0;
}
