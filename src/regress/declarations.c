/* declarations.c - see declarations.h. */
#include "regress/declarations.h"

#include "regress/internal.h"
#include "util/alloc.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

typedef const struct rdl_places_declaration *declaration;

/* --- What changed --------------------------------------------------------- */

static int declarations_compare_names(declaration a, declaration b)
{
    const int c = strcmp(a->owner, b->owner);

    return c != 0 ? c : strcmp(a->name, b->name);
}

static int declarations_compare(const void *x, const void *y)
{
    return declarations_compare_names(*(const declaration *)x,
                                      *(const declaration *)y);
}

/* Sorted by name; *n how many.  The caller frees it. */
static declaration *declarations_sorted(const struct rdl_places *p, size_t *n)
{
    declaration *all = rdl_alloc((p->n_declarations + 1) * sizeof(*all));

    *n = p->n_declarations;
    for (size_t i = 0; i < *n; i++)
        all[i] = &p->declarations[i];
    if (*n > 0)
        qsort(all, *n, sizeof(*all), declarations_compare);
    return all;
}

/* Does the build have this structure? */
static bool declarations_owned(const struct rdl_places *p, const char *owner)
{
    for (size_t i = 0; i < p->n_declarations; i++) {
        if (strcmp(p->declarations[i].owner, owner) == 0)
            return true;
    }
    return false;
}

static void declarations_add(struct rdl_declarations *d,
                             enum rdl_redeclared_how how, declaration was,
                             declaration is)
{
    d->all = rdl_grow(d->all, (d->n + 1) * sizeof(*d->all));
    d->all[d->n++] = (struct rdl_redeclared){ how, was, is };
}

static void declarations_both(struct rdl_declarations *d,
                              const struct rdl_mapping *m, declaration was,
                              declaration is)
{
    if (strcmp(was->type, is->type) != 0 || was->size != is->size)
        declarations_add(d, RDL_REDECLARED_TYPE, was, is);
    else if (was->offset != is->offset)
        declarations_add(d, RDL_REDECLARED_MOVED, was, is);
    else if (is->owner[0] == '\0' &&
             rdl_mapping_is_new(m, is->file, is->line) &&
             rdl_regress_source(m->was, was->file) != SIZE_MAX)
        declarations_add(d, RDL_REDECLARED_LINE, was, is);
}

/* One build has it.  A variable or a structure that is new or gone is seen at
 * its uses. */
static void declarations_one(struct rdl_declarations *d,
                             const struct rdl_mapping *m, declaration was,
                             declaration is)
{
    declaration it = was != NULL ? was : is;

    if (it->owner[0] != '\0' &&
        declarations_owned(was != NULL ? m->is : m->was, it->owner))
        declarations_add(
            d, was != NULL ? RDL_REDECLARED_REMOVED : RDL_REDECLARED_ADDED, was,
            is);
}

/* Those of one name: all[from..]; returns the index after them. */
static size_t declarations_run(declaration const *all, size_t n, size_t from)
{
    size_t end = from;

    while (end < n && declarations_compare_names(all[end], all[from]) == 0)
        end++;
    return end;
}

void rdl_declarations_make(struct rdl_declarations *d,
                           const struct rdl_mapping *m)
{
    size_t n_was, n_is, i = 0, k = 0;
    declaration *was = declarations_sorted(m->was, &n_was);
    declaration *is = declarations_sorted(m->is, &n_is);

    *d = (struct rdl_declarations){ .n = 0 };
    while (m->was->has_declarations && (i < n_was || k < n_is)) {
        const int c = i == n_was  ? 1
                      : k == n_is ? -1
                                  : declarations_compare_names(was[i], is[k]);
        const size_t end_was = c <= 0 ? declarations_run(was, n_was, i) : i;
        const size_t end_is = c >= 0 ? declarations_run(is, n_is, k) : k;

        if (end_was - i == 1 && end_is - k == 1)
            declarations_both(d, m, was[i], is[k]);
        else if (end_was - i + end_is - k == 1)
            declarations_one(d, m, c < 0 ? was[i] : NULL, c > 0 ? is[k] : NULL);
        i = end_was;
        k = end_is;
    }
    free(was);
    free(is);
}

void rdl_declarations_free(struct rdl_declarations *d)
{
    free(d->all);
    *d = (struct rdl_declarations){ .n = 0 };
}

/* --- Where it is used ----------------------------------------------------- */

static bool declarations_in_name(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* Is there a "." or "->" before `at`? */
static bool declarations_is_member(const char *text, const char *at)
{
    while (at > text && isspace((unsigned char)at[-1]))
        at--;
    return (at > text && at[-1] == '.') ||
           (at > text + 1 && at[-1] == '>' && at[-2] == '-');
}

static bool declarations_mentions(const char *text, size_t size,
                                  declaration what)
{
    const size_t n = strlen(what->name);
    const bool member = what->owner[0] != '\0';

    for (size_t i = 0; i + n <= size; i++) {
        if (memcmp(text + i, what->name, n) == 0 &&
            (i == 0 || !declarations_in_name(text[i - 1])) &&
            (i + n == size || !declarations_in_name(text[i + n])) &&
            declarations_is_member(text, text + i) == member)
            return true;
    }
    return false;
}

bool rdl_declarations_used(const struct rdl_declarations *d,
                           const struct rdl_places *is, const char *file,
                           unsigned line)
{
    const size_t source = rdl_regress_source(is, file);
    size_t size;
    const char *text = source == SIZE_MAX
                           ? NULL
                           : rdl_places_line(&is->sources[source], line, &size);

    for (size_t i = 0; text != NULL && i < d->n; i++) {
        const struct rdl_redeclared *r = &d->all[i];

        if (r->is != NULL && r->how != RDL_REDECLARED_MOVED &&
            declarations_mentions(text, size, r->is))
            return true;
    }
    return false;
}
