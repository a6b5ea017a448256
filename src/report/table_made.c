/* table_made.c - which of several blocks of the heap a number means: see
 * table_internal.h. */
#include "report/table_internal.h"

#include "base/text.h"
#include "report/append.h"

#include <string.h>

#define MOST 12 /* blocks that it tells of */

struct made {
    char name[TABLE_NAME];
    char where[TABLE_NAME];
};

/* "bank.c:22 (called at bank.c:48)" */
static void made_where(const struct rdl_place places[2], char *out, size_t size)
{
    struct rdl_append w = rdl_append_begin(out, size);

    for (size_t i = 0; i < 2; i++) {
        if (places[i].file == NULL || places[i].line == 0)
            return;
        rdl_append(&w, "%s%s:%u%s", i > 0 ? " (called at " : "",
                   rdl_text_base_name(places[i].file), places[i].line,
                   i > 0 ? ")" : "");
    }
}

/* Is the block what the table calls it by? */
static bool made_named(struct rdl_table *t, uintptr_t addr, const char *name)
{
    const char *used = rdl_table_name(t, addr);

    used += used[0] == '*';
    return strncmp(used, name, strlen(name)) == 0;
}

static size_t made_collect(struct rdl_table *t, struct made *all)
{
    size_t n = 0;

    for (size_t i = 0; i < t->n_acts && n < MOST; i++) {
        const struct table_act *a = &t->acts[i];
        struct rdl_place places[2];
        size_t k = 0;

        if (!a->shown ||
            !rdl_symbols_made(t->symbols, a->e.addr, all[n].name,
                              sizeof(all[n].name), places) ||
            !made_named(t, a->e.addr, all[n].name))
            continue;
        if (strncmp(all[n].name, "block", 5) == 0 && places[1].file == NULL)
            continue; /* its name says so */
        while (k < n && strcmp(all[k].name, all[n].name) != 0)
            k++;
        if (k < n)
            continue;
        made_where(places, all[n].where, sizeof(all[n].where));
        n += all[n].where[0] != '\0';
    }
    return n;
}

static int made_compare(const void *a, const void *b)
{
    return strverscmp(((const struct made *)a)->name,
                      ((const struct made *)b)->name);
}

char *rdl_table_made(struct rdl_table *t, char *out, size_t size)
{
    struct made all[MOST];
    struct rdl_append w = rdl_append_begin(out, size);
    const size_t n = made_collect(t, all);

    qsort(all, n, sizeof(*all), made_compare);
    for (size_t i = 0; i < n; i++) {
        const bool same =
            i + 1 < n && strcmp(all[i].where, all[i + 1].where) == 0;

        rdl_append(&w, "%s%s%s", all[i].name, same ? ", " : " made at ",
                   same ? "" : all[i].where);
        if (!same && i + 1 < n)
            rdl_append(&w, "; ");
    }
    return out;
}
