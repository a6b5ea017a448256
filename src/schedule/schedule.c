/* schedule.c - what reader and writer share, and saving. */
#include "schedule/schedule.h"

#include "base/hash.h"
#include "util/atomic_file.h"
#include "strategy/strategy.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

const char *const rdl_schedule_choices[] = {
    [RDL_CHOOSE_SPURIOUS] = "spurious", [RDL_CHOOSE_WEAK] = "weak",
    [RDL_CHOOSE_WAITER] = "waiter",     [RDL_CHOOSE_TIME] = "time",
    [RDL_CHOOSE_MALLOC] = "malloc",     [RDL_CHOOSE_YIELD] = "yield",
    [RDL_CHOOSE_SPIN] = "spin",         [RDL_CHOOSE_IDENTITY] = "identity",
};
_Static_assert(sizeof(rdl_schedule_choices) / sizeof(char *) ==
                   RDL_N_CHOICE_KINDS,
               "every choice has a name in the file");

static void schedule_free_texts(char **texts, size_t n)
{
    for (size_t i = 0; texts != NULL && i < n; i++)
        free(texts[i]);
    free(texts);
}

void rdl_schedule_free(struct rdl_schedule *s)
{
    free(s->program);
    free(s->path);
    free(s->directory);
    schedule_free_texts(s->arguments, s->n_arguments);
    schedule_free_texts(s->variables, s->n_variables);
    schedule_free_texts(s->places, s->n_sites);
    free(s->stdin_bytes.data);
    free(s->payload.data);
    free(s->location);
    free(s->shrunk_from);
    free(s->why);
    free(s->text);
    for (size_t i = 0; i < s->n_modules; i++)
        free(s->modules[i].path);
    free(s->modules);
    free(s->sites);
    free(s->steps);
    free(s->switches);
    free(s->choices);
    free(s->inputs.data);
    *s = (struct rdl_schedule){ 0 };
}

uint64_t rdl_schedule_checksum(const char *text, size_t size)
{
    uint64_t h = size;

    for (size_t i = 0; i < size; i++)
        h = rdl_mix(h, (unsigned char)text[i]);
    return h;
}

/* All the bytes of the file, or -errno. */
static int schedule_text(const struct rdl_schedule *s, char **text,
                         size_t *size)
{
    FILE *out = open_memstream(text, size);
    bool good;

    if (out == NULL)
        return -errno;
    good = rdl_schedule_write(s, out) && fflush(out) == 0;
    if (good)
        fprintf(out, "end %016" PRIx64 "\n",
                rdl_schedule_checksum(*text, *size));
    if (fclose(out) != 0 || !good) {
        free(*text);
        return -ENOMEM;
    }
    return 0;
}

int rdl_schedule_save(const struct rdl_schedule *s, const char *path)
{
    char *text;
    size_t size;
    int error = schedule_text(s, &text, &size);

    if (error != 0)
        return error;
    error = rdl_atomic_file(path, text, size);
    free(text);
    return error;
}
