/* state.h - a campaign of generated tests on disk: what is needed to go on, and
 * every finding with its test.  JSON, written whole and renamed, so a process
 * that is killed leaves the state before or after. */
#ifndef RDL_GEN_SEARCH_STATE_H
#define RDL_GEN_SEARCH_STATE_H

#include "gen/table/table.h"
#include "gen/test/result.h"

#include "util/error.h"

#include <jansson.h>

/* 0 or -errno. */
int rdl_gen_state_save(const char *path, const struct rdl_gen_table *t,
                       const struct rdl_gen_campaign *r, uint64_t rng,
                       uint64_t tests);
/* Puts what was saved into a result whose pairs are those of the table.  A file
 * that does not exist changes nothing; one that was saved with another table
 * sets r->anew only, because calls are numbers that the table gives a meaning.
 * `late`, or NULL, gets which functions did not return in time: only a job goes
 * on with that, a new session may have another --timeout. */
bool rdl_gen_state_load(const char *path, const struct rdl_gen_table *t,
                        struct rdl_gen_campaign *r, uint64_t *rng,
                        uint64_t *tests, struct rdl_gen_learnt *late,
                        struct rdl_error *e);

/* A test as an array of calls, for JSON; and back. */
json_t *rdl_gen_test_to_json(const struct rdl_gen_test *t);
bool rdl_gen_test_from_json(const json_t *j, struct rdl_gen_test *t);

/* state_results.c: what an execution showed, and what one call after the other
 * gives, of a test with n_calls calls. */
json_t *rdl_gen_results_to_json(const struct rdl_gen_results *r);
bool rdl_gen_results_from_json(const json_t *j, unsigned n_calls,
                               struct rdl_gen_results *r);
json_t *rdl_gen_outcomes_to_json(const struct rdl_gen_outcomes *o,
                                 unsigned n_calls);
/* Nothing is to be freed if it returns false. */
bool rdl_gen_outcomes_from_json(const json_t *j, unsigned n_calls,
                                struct rdl_gen_outcomes *o);

#endif
