/* words.c - see words.h. */
#include "cli/regress/words.h"

#include "regress/gather.h"
#include "regress/operators.h"
#include "util/alloc.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *rdl_regress_file(const char *path)
{
    static char here[4096];
    size_t n;

    if (here[0] == '\0' && getcwd(here, sizeof(here)) == NULL)
        return path;
    n = strlen(here);
    return strncmp(path, here, n) == 0 && path[n] == '/' ? path + n + 1 : path;
}

/* Has its line another place with this operator?  Then the column says which
 * one is meant. */
static bool words_column(const struct rdl_places *p,
                         const struct rdl_places_place *it)
{
    for (size_t i = 0; i < p->n; i++) {
        const struct rdl_places_place *other = &p->all[i];

        if (other->line == it->line && other->column != it->column &&
            strcmp(other->file, it->file) == 0 &&
            strcmp(other->function, it->function) == 0 &&
            strcmp(rdl_operator_word(other->op), rdl_operator_word(it->op)) ==
                0)
            return true;
    }
    return false;
}

char *rdl_regress_place(const struct rdl_comparison *c, uint32_t location)
{
    bool gone;
    const struct rdl_places_place *p = rdl_comparison_place(c, location, &gone);
    char column[16] = "";

    if (p == NULL)
        return rdl_strdup("the beginning");
    if (words_column(gone ? &c->old->places : &c->places, p))
        snprintf(column, sizeof(column), ":%u", p->column);
    return rdl_format("%s:%u%s %s (%s)%s", rdl_regress_file(p->file), p->line,
                      column, rdl_operator_word(p->op), p->function,
                      gone ? " of the old build" : "");
}

const char *rdl_regress_how(enum rdl_redeclared_how how)
{
    static const char *const words[] = {
        [RDL_REDECLARED_TYPE] = "type",   [RDL_REDECLARED_MOVED] = "moved",
        [RDL_REDECLARED_ADDED] = "added", [RDL_REDECLARED_REMOVED] = "removed",
        [RDL_REDECLARED_LINE] = "line",
    };

    return words[how];
}

bool rdl_regress_shows(const struct rdl_changed *r)
{
    return (rdl_metrics_named(RDL_REGRESS_METRIC) >> r->metric & 1) != 0;
}

struct rdl_hits rdl_regress_hits(const struct rdl_campaign *c,
                                 const struct rdl_changed *r)
{
    const struct rdl_covering *covering = &c->observe.coverage.covering;
    const uint32_t id =
        ((r->l1 | r->l2) & RDL_SETS_OLD) != 0
            ? 0
            : rdl_requirements_find(covering, rdl_key(r->metric, r->l1, r->l2));

    if (id == 0)
        return (struct rdl_hits){ .covered = 0 };
    return rdl_hits_of(&covering->shared.hits, id);
}
