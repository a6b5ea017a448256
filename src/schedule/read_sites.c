/* read_sites.c - a "site" line of a schedule: operator, memory order and place
 * of a step. */
#include "schedule/parse.h"

#include "base/text.h"
#include "schedule/quote.h"
#include "util/alloc.h"

#include <stdlib.h>
#include <string.h>

/* NAME+0xOFFSET: the offset begins at the last +0x, because a name may contain
 * one. */
static bool sites_place(struct rdl_parse *p, struct rdl_site *site)
{
    const struct rdl_schedule *s = p->s;
    const char *end = p->at, *plus = NULL;

    while (end < p->stop && *end != ' ')
        end++;
    if (end - p->at == 1 && *p->at == '-') {
        site->module = UINT32_MAX;
        return rdl_parse_text(p, "-");
    }
    for (const char *c = p->at; c + 2 < end; c++) {
        if (memcmp(c, "+0x", 3) == 0)
            plus = c;
    }
    if (plus == NULL)
        return rdl_parse_fail(p, "a site without a place");
    for (size_t i = 0; i < s->n_modules; i++) {
        const char *name = rdl_text_base_name(s->modules[i].path);

        if (!rdl_percent_equal(p->at, (size_t)(plus - p->at), name))
            continue;
        site->module = (uint32_t)i;
        p->at = plus + 3;
        return rdl_parse_hex(p, 0, &site->offset);
    }
    return rdl_parse_fail(p, "a site in the unknown module '%.*s'",
                          (int)(plus - p->at > 80 ? 80 : plus - p->at), p->at);
}

static bool sites_comment(struct rdl_parse *p, char **place)
{
    if (p->at == p->stop)
        return true;
    if (!rdl_parse_text(p, " # "))
        return false;
    *place = rdl_format("%.*s", (int)(p->stop - p->at), p->at);
    if (strlen(*place) != (size_t)(p->stop - p->at)) {
        free(*place);
        *place = NULL;
        return rdl_parse_fail(p, "a NUL byte");
    }
    p->at = p->stop;
    return true;
}

/* OPERATOR, or OPERATOR.ORDER for an atomic one that is not seq-cst. */
static bool sites_operator(struct rdl_parse *p, struct rdl_site *site)
{
    char op[32], order[32];
    int found;

    if (!rdl_parse_name(p, op, sizeof(op)))
        return false;
    found = rdl_op_find(op);
    if (found < 0)
        return rdl_parse_fail(p, "unknown operator '%s'", op);
    site->op = (uint16_t)found;
    if (p->at == p->stop || *p->at != '.')
        return true;
    p->at++;
    if (!rdl_parse_name(p, order, sizeof(order)))
        return false;
    found = rdl_order_find(order);
    if (found <= RDL_ORDER_SEQ_CST || !rdl_op_ordered((enum rdl_op)site->op))
        return rdl_parse_fail(p, "memory order '%s' of operator '%s'", order,
                              op);
    site->order = (uint16_t)found;
    return true;
}

bool rdl_parse_site(struct rdl_parse *p)
{
    struct rdl_schedule *s = p->s;
    struct rdl_site site = { 0 };
    size_t room = p->sites_room;
    char *place = NULL;
    uint64_t n;

    if (!rdl_parse_number(p, UINT32_MAX - 1, &n))
        return false;
    if (n != s->n_sites)
        return rdl_parse_fail(p, "site %zu is missing", s->n_sites);
    if (!rdl_parse_space(p) || !sites_operator(p, &site) || !rdl_parse_space(p))
        return false;
    if (!sites_place(p, &site) || !sites_comment(p, &place))
        return false;
    s->sites =
        rdl_parse_room(s->sites, s->n_sites, &p->sites_room, sizeof(site));
    s->places = rdl_parse_room(s->places, s->n_sites, &room, sizeof(char *));
    s->sites[s->n_sites] = site;
    s->places[s->n_sites++] = place;
    return true;
}
