/* explainer.h - the contract between the search for an explanation and those
 * who find parts of it.
 *
 * The search promises:
 *   - explainers are asked in the order of list.h, which is that of their
 *     ranks; each at most once, and only about kinds of findings that it is for
 *     (`only`, `except`);
 *   - `search->acts` has all steps of the shrunk failing execution in their
 *     order; if the explainer says `future`, then also what threads had yet to
 *     do, as far as letting them go on has shown it, and `search->shared`;
 *   - `search->finding` is the finding with the views of all threads; it stays
 *     while other executions are tried;
 *   - `out` holds what explainers before it have left there.
 * An explainer promises:
 *   - collect() leaves `out` alone, adds to it, or puts something better in its
 *     place; it asks for kinds of clues there, never for who has left them;
 *   - it tries other executions only through rdl_explain_flip() and
 *     rdl_minimize_try(), and none when rdl_explain_left() says no;
 *   - what it says was seen in `acts`, or tried: it does not guess.
 *
 * To add one: write src/explain/<name>.c, add EXPLAINER(<name>) to list.h.
 * tests/unit/explain_list.c then checks list and data.
 */
#ifndef RDL_EXPLAIN_EXPLAINER_H
#define RDL_EXPLAIN_EXPLAINER_H

#include <stdbool.h>
#include <stddef.h>

struct search; /* search.h */
struct clues;  /* clue.h */

/* When an explainer is asked; rank.c. */
enum rdl_explainer_rank {
    RDL_EXPLAINS_ALL,      /* if it finds something, nobody else is asked */
    RDL_EXPLAINS_WHY,      /* what decides between pass and fail */
    RDL_EXPLAINS_ELSE,     /* the same, if nothing is known yet */
    RDL_EXPLAINS_BESIDE,   /* more about what is known; if something is */
    RDL_EXPLAINS_ANYTHING, /* in the end, whatever is known */
};

struct rdl_explainer {
    const char *name;
    const char *summary;
    enum rdl_explainer_rank rank;
    /* Names of detectors with a space between: it is for their findings alone
     * (NULL: for all), and for all but theirs. */
    const char *only, *except;
    bool future; /* it wants to know what threads had yet to do */
    void (*collect)(struct search *search, struct clues *out);
};

#define EXPLAINER(id) extern const struct rdl_explainer rdl_explainer_##id;
#include "explain/list.h"
#undef EXPLAINER

/* NULL behind the last. */
const struct rdl_explainer *rdl_explainer_at(size_t i);
/* Is it for findings of that kind? */
bool rdl_explainer_for(const struct rdl_explainer *e, const char *kind);

#endif
