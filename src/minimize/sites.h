/* sites.h - where a thread may be preempted, as code and not as a number
 * of steps: in another execution it comes there too, but after more steps or
 * fewer. */
#ifndef RDL_MINIMIZE_SITES_H
#define RDL_MINIMIZE_SITES_H

#include "base/rng.h"
#include "minimize/minimize.h"

struct rdl_spot { /* in an execution */
    size_t segment;
    uint32_t own; /* steps that its thread has taken then */
    size_t step;  /* the next one of all */
};

struct rdl_element { /* a preemption or an unusual choice */
    uint64_t after;  /* rdl_step_pack: what its thread had done just then */
    struct rdl_spot place;
    size_t nth; /* how often it had done that since the element before */
    rdl_tid tid, to;
    bool is_choice;
    struct rdl_script_choice choice;
};

/* An execution as far as sites are looked for in it; borrowed. */
struct rdl_sites_in {
    const struct rdl_plan *plan;
    const uint64_t *steps; /* rdl_step_pack */
    size_t n_steps;
    size_t from; /* not before this step */
};

struct rdl_sites { /* of the best execution so far; owns its arrays */
    size_t n_steps;
    uint64_t *steps;
    size_t n_elements;
    struct rdl_element *elements; /* in their order */
    size_t n_meets;
    uint64_t *meets; /* rdl_step_pack of steps at which threads meet, each once,
                        in the order of the execution */
};

/* Whatever comes, rdl_sites_free() is next. */
void rdl_sites_find(struct rdl_sites *s, struct rdl_minimize *k);
/* Of that execution; what rdl_sites_find() makes of the best one. */
void rdl_sites_elements(struct rdl_sites *s, const struct rdl_plan *p);
void rdl_sites_free(struct rdl_sites *s);

/* One of the places after the code that `e` comes after; `same`: of its thread.
 * False if there is none. */
bool rdl_sites_after(const struct rdl_sites_in *in, const struct rdl_element *e,
                     bool same, struct rdl_rng *rng, struct rdl_spot *out);
/* The one of its thread that `e` has, counted from in->from on. */
bool rdl_sites_nth(const struct rdl_sites_in *in, const struct rdl_element *e,
                   struct rdl_spot *out);
/* One of those before a step at which threads meet. */
bool rdl_sites_meet(const struct rdl_sites_in *in, const struct rdl_sites *s,
                    struct rdl_rng *rng, struct rdl_spot *out);
/* One at which a thread could not go on; of `tid`, unless that is RDL_NO_TID,
 * the first. */
bool rdl_sites_turn(const struct rdl_sites_in *in, rdl_tid tid,
                    struct rdl_rng *rng, struct rdl_spot *out);

#endif
