/* sites.h - where a thread may be preempted, as code and not as a number of
 * steps: in another execution the thread reaches it after more or fewer
 * steps. */
#ifndef RDL_MINIMIZE_SITES_H
#define RDL_MINIMIZE_SITES_H

#include "base/rng.h"
#include "minimize/minimize.h"

struct rdl_spot { /* a place in an execution */
    size_t segment;
    uint32_t own; /* steps that its thread has taken before it */
    size_t step;  /* number of the next step of all threads */
};

struct rdl_element { /* a preemption or an unusual choice */
    uint64_t after;  /* rdl_step_pack of its thread's latest step */
    struct rdl_spot place;
    size_t nth; /* how often it did that since the last element */
    rdl_tid tid, to;
    bool is_choice;
    struct rdl_script_choice choice;
};

/* An execution in which to look for sites; borrowed. */
struct rdl_sites_in {
    const struct rdl_plan *plan;
    const uint64_t *steps; /* rdl_step_pack */
    size_t n_steps;
    size_t from; /* look only from this step on */
};

struct rdl_sites { /* of the best execution; owns its arrays */
    size_t n_steps;
    uint64_t *steps;
    size_t n_elements;
    struct rdl_element *elements; /* in their order */
    size_t n_meets;
    uint64_t *meets; /* rdl_step_pack of steps at which threads meet, each once,
                        in execution order */
};

/* In any case call rdl_sites_free() afterwards. */
void rdl_sites_find(struct rdl_sites *s, struct rdl_minimize *k);
/* The elements of an execution; rdl_sites_find() calls it for the best one. */
void rdl_sites_elements(struct rdl_sites *s, const struct rdl_plan *p);
void rdl_sites_free(struct rdl_sites *s);

/* One of the places after the code that precedes `e`; `same`: in its thread
 * only.  False if there is none. */
bool rdl_sites_after(const struct rdl_sites_in *in, const struct rdl_element *e,
                     bool same, struct rdl_rng *rng, struct rdl_spot *out);
/* The place of its thread that `e` has, counted from in->from on. */
bool rdl_sites_nth(const struct rdl_sites_in *in, const struct rdl_element *e,
                   struct rdl_spot *out);
/* One of the places before a step at which threads meet. */
bool rdl_sites_meet(const struct rdl_sites_in *in, const struct rdl_sites *s,
                    struct rdl_rng *rng, struct rdl_spot *out);
/* A place at which a thread could not continue: any, or if `tid` is not
 * RDL_NO_TID the first of that thread. */
bool rdl_sites_turn(const struct rdl_sites_in *in, rdl_tid tid,
                    struct rdl_rng *rng, struct rdl_spot *out);

#endif
