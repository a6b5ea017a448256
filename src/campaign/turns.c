/* turns.c - see turns.h. */
#include "campaign/turns.h"

#include "util/alloc.h"

#include <stdlib.h>

/* Executions of a first turn.  With a limit it takes at most a quarter of it:
 * the rest is for cases that still grow. */
#define FIRST 100
#define FIRST_PART 4

void rdl_turns_make(struct rdl_turns *t, size_t n, uint64_t executions,
                    uint64_t window)
{
    *t = (struct rdl_turns){
        .n = n,
        .cases = rdl_alloc(n * sizeof(*t->cases)),
        .left = executions != 0 ? executions : UINT64_MAX,
        .window = window,
        .size = FIRST,
    };
    if (n > 0 && t->left / n / FIRST_PART < FIRST)
        t->size = t->left / n / FIRST_PART;
    if (t->size == 0)
        t->size = 1;
}

static bool turns_takes_part(const struct rdl_turns *t, size_t i)
{
    return !t->cases[i].over && (!t->growing || t->cases[i].grew);
}

static size_t turns_waiting(const struct rdl_turns *t)
{
    size_t n = 0;

    for (size_t i = t->at; i < t->n; i++)
        n += turns_takes_part(t, i);
    return n;
}

/* False: every case is over. */
static bool turns_round(struct rdl_turns *t)
{
    t->at = 0;
    t->growing = true;
    if (turns_waiting(t) == 0)
        t->growing = false;
    if (t->size < UINT64_MAX / 2)
        t->size *= 2;
    return turns_waiting(t) > 0;
}

bool rdl_turns_next(struct rdl_turns *t, struct rdl_turn *out)
{
    uint64_t share;

    if (t->left == 0 || (turns_waiting(t) == 0 && !turns_round(t)))
        return false;
    while (!turns_takes_part(t, t->at))
        t->at++;
    *out = (struct rdl_turn){ .which = t->at, .waiting = turns_waiting(t) };
    share = t->left / out->waiting;
    if (share == 0)
        share = 1;
    out->executions = t->size < share ? t->size : share;
    t->at++;
    return true;
}

void rdl_turns_took(struct rdl_turns *t, const struct rdl_turn *turn,
                    uint64_t executions, bool grew, bool over)
{
    struct rdl_turns_case *c = &t->cases[turn->which];

    if (t->left != UINT64_MAX)
        t->left -= executions < t->left ? executions : t->left;
    c->grew = grew;
    c->quiet = grew ? 0 : c->quiet + executions;
    c->over = over || (t->window != 0 && c->quiet >= t->window);
}

void rdl_turns_free(struct rdl_turns *t)
{
    free(t->cases);
}
