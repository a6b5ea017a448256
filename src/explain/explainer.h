/* explainer.h - the contract between the search for an explanation and the
 * explainers, which find its parts.
 *
 * The search promises:
 *   - it asks explainers in the order of list.h, which is the order of their
 *     ranks; each at most once, and only about kinds of findings that it is for
 *     (`only`, `except`);
 *   - `search->acts` has all steps of the shrunk failing execution in order.
 *     If the explainer sets `future`, the list continues with what threads had
 *     yet to do, as far as letting them run has shown it, and `search->shared`
 *     is filled in;
 *   - `search->finding` is the finding with the views of all threads; it does
 *     not change while the search tries other executions;
 *   - `out` holds the clues and facts of the explainers before it.
 * An explainer promises:
 *   - collect() leaves `out` alone, adds facts to it (fact.h) or clues, or
 *     replaces a clue by a better one; it looks at the kinds of clues there,
 *     never at who left them;
 *   - it tries other executions only through rdl_explain_flip() and
 *     rdl_minimize_try(), and tries none when rdl_explain_left() is false;
 *   - it adds clues only while out->n < CLUES (clue.h);
 *   - it reports only what it saw in `acts` or tried: it does not guess.
 *
 * To add one: write <name>.c in the folder of its subject (orders, waits,
 * locks, memory) and add EXPLAINER(<name>) to list.h. tests/unit/explain_list.c
 * then checks list and data. */
#ifndef RDL_EXPLAIN_EXPLAINER_H
#define RDL_EXPLAIN_EXPLAINER_H

#include <stdbool.h>
#include <stddef.h>

struct search; /* search.h */
struct clues;  /* clue.h */

/* When the search asks an explainer; see rank.c. */
enum rdl_explainer_rank {
    RDL_EXPLAINS_ALL,      /* if it finds something, the search asks no other */
    RDL_EXPLAINS_WHY,      /* what decides between pass and fail */
    RDL_EXPLAINS_ELSE,     /* the same, asked only if there is no clue yet */
    RDL_EXPLAINS_BESIDE,   /* more about a clue, asked only if there is one */
    RDL_EXPLAINS_ANYTHING, /* asked last, whether there is a clue or not */
};

struct rdl_explainer {
    const char *name;
    const char *summary; /* for readers of the source */
    enum rdl_explainer_rank rank;
    /* Names of detectors, separated by spaces.  `only`: the explainer is for
     * their findings alone (NULL: for all).  `except`: not for theirs. */
    const char *only, *except;
    bool future; /* it needs what threads had yet to do */
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
