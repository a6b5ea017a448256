/* block_origins.c - where the numbered heap blocks that a table names were
 * made: see internal.h. */
#include "report/table/internal.h"

#include "base/hash.h"
#include "base/text.h"
#include "util/alloc.h"
#include "util/append.h"

#include <ctype.h>
#include <string.h>

#define MOST 100     /* limit of blocks in the list */
#define UNNAMED 4096 /* blocks remembered as not named anywhere */

struct made {
    char name[TABLE_NAME];
    char where[TABLE_NAME];
};

struct mades {
    struct rdl_table *t;
    const char *said;
    size_t n;
    bool more; /* some did not fit */
    struct made all[MOST];
    char unnamed[UNNAMED][TABLE_NAME];
};

/* Does the name contain the place where it was made? */
static bool origins_has_place(const char *name)
{
    return strstr(name, " allocated ") != NULL;
}

/* " made at bank.c:22 (called at bank.c:48)"; without the first part if the
 * name contains it. */
static void origins_where(const char *name, const struct rdl_place places[2],
                          char *out, size_t size)
{
    static const char *const words[2][2] = { { " made at ", "" },
                                             { " (called at ", ")" } };
    struct rdl_append w = rdl_append_begin(out, size);

    for (size_t i = 0; i < 2; i++) {
        if (places[i].file == NULL || places[i].line == 0)
            return;
        if (i > 0 || !origins_has_place(name))
            rdl_append(&w, "%s%s:%u%s", words[i][0],
                       rdl_text_base_name(places[i].file), places[i].line,
                       words[i][1]);
    }
}

static bool origins_in_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* Does the text contain "account#2", and not "my_account#2" or "account#21"? */
static bool origins_mentions(const char *text, const char *name)
{
    const char *sign = strchr(name, '#');

    if (sign == NULL || text == NULL)
        return false;
    for (const char *at = strchr(text, '#'); at != NULL;
         at = strchr(at + 1, '#')) {
        const char *begin = at - (sign - name);

        if (at - text >= sign - name &&
            strncmp(begin, name, strlen(name)) == 0 &&
            !origins_in_word(begin[strlen(name)]) &&
            (begin == text || !origins_in_word(begin[-1])))
            return true;
    }
    return false;
}

/* Does a step of the explanation have that name? */
static bool origins_explained(const struct rdl_explanation *x, const char *name)
{
    for (size_t i = 0; x != NULL && i < x->n; i++) {
        for (size_t k = 0; k < x->facts[i].n_steps; k++) {
            if (origins_mentions(x->facts[i].steps[k].what, name))
                return true;
        }
    }
    return false;
}

/* Does the explanation or the rest of the printed text name it? */
static bool origins_mentioned(struct mades *m, const char *name)
{
    char *unnamed = m->unnamed[rdl_hash_text(name) % UNNAMED];

    if (strcmp(unnamed, name) == 0)
        return false;
    if (origins_mentions(m->said, name) ||
        origins_explained(m->t->about.why, name))
        return true;
    rdl_text_copy(unnamed, name, TABLE_NAME);
    return false;
}

/* Adds a block if `words` or the rest of the printed text name it. */
static void origins_add(struct mades *m, const char *name,
                        const struct rdl_place places[2], const char *words)
{
    struct made *one;

    name += name[0] == '*';
    for (size_t i = 0; i < m->n; i++) {
        if (strcmp(m->all[i].name, name) == 0)
            return;
    }
    if (!origins_mentions(words, name) && !origins_mentioned(m, name))
        return;
    if (m->n == MOST) {
        m->more = true;
        return;
    }
    one = &m->all[m->n];
    rdl_text_copy(one->name, name, sizeof(one->name));
    origins_where(name, places, one->where, sizeof(one->where));
    m->n += one->where[0] != '\0';
}

/* Adds the block at addr if it has a number: by its name and by where it was
 * made, since names.c may print a pointer to it either way. */
static void origins_look(struct mades *m, uintptr_t addr, const char *words)
{
    struct rdl_place places[2];
    char name[TABLE_NAME];

    if (!rdl_symbols_made(m->t->symbols, addr, name, sizeof(name), places))
        return;
    origins_add(m, name, places, words);
    if (rdl_symbols_block_made(m->t->symbols, addr, name, sizeof(name)))
        origins_add(m, name, places, words);
}

static void origins_collect(struct mades *m)
{
    struct rdl_table *t = m->t;
    char text[512];

    for (size_t i = 0; i < t->n_acts; i++) {
        const struct table_act *a = &t->acts[i];
        const char *words =
            a->shown ? rdl_table_words(t, a, text, sizeof(text)) : NULL;

        origins_look(m, a->e.addr, words);
        if (!a->shown)
            continue;
        if ((a->e.flags & RDL_EV_VALUE) != 0)
            origins_look(m, a->e.value, words);
        if (a->has_after)
            origins_look(m, a->after, words);
    }
}

static int origins_compare(const void *a, const void *b)
{
    return strverscmp(((const struct made *)a)->name,
                      ((const struct made *)b)->name);
}

char *rdl_table_made(struct rdl_table *t, const char *said)
{
    struct mades *m = rdl_alloc(sizeof(*m));
    const size_t size = MOST * sizeof(struct made) + 64;
    char *out = rdl_alloc(size);
    struct rdl_append w = rdl_append_begin(out, size);

    m->t = t;
    m->said = said;
    origins_collect(m);
    qsort(m->all, m->n, sizeof(*m->all), origins_compare);
    for (size_t i = 0; i < m->n; i++) {
        const bool last = i + 1 == m->n;
        const bool same =
            !last && strcmp(m->all[i].where, m->all[i + 1].where) == 0;

        rdl_append(&w, "%s%s%s", m->all[i].name, same ? ", " : m->all[i].where,
                   same || last ? "" : "; ");
    }
    if (m->more)
        rdl_append(&w, "; and others");
    free(m);
    return out;
}
