/* requirement_internal.h - what the parts of a listing share. */
#ifndef RDL_REPORT_COVERAGE_REQUIREMENT_INTERNAL_H
#define RDL_REPORT_COVERAGE_REQUIREMENT_INTERNAL_H

#include "report/coverage/requirement.h"
#include "symbols/symbol.h"

struct listed_place {
    bool known; /* there is a location with this number */
    uint32_t module;
    uint64_t offset;
    struct rdl_place place; /* set when it was looked up */
    char *text;
};

struct listed_module {
    struct rdl_module m;
    bool usable;
};

struct rdl_listing {
    size_t n_modules;
    struct listed_module *modules; /* by number */
    size_t n_places;
    struct listed_place *places; /* by number */
    size_t n;
    struct rdl_listed *all;
    struct rdl_symbols *symbols; /* NULL: not looked up yet */
};

/* Looks up the locations and sorts; once, after everything was added. */
void rdl_listing_settle(struct rdl_listing *l);
/* NULL for a location outside the program. */
const struct listed_place *rdl_listing_at(const struct rdl_listing *l,
                                          uint32_t location);
/* The whole requirement as one line without its state; the caller frees it. */
char *rdl_listing_text(const struct rdl_listing *l, const struct rdl_listed *r);

static inline bool rdl_listing_shown(const struct rdl_listing_view *view,
                                     const struct rdl_listed *r)
{
    return (view->metrics >> r->metric & 1) != 0 &&
           (!view->uncovered || rdl_listed_state(r) == RDL_LISTED_UNCOVERED);
}

#endif
