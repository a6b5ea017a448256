/* internal.h - what the parts of telling a cause share. */
#ifndef RDL_REPORT_EXPLANATION_INTERNAL_H
#define RDL_REPORT_EXPLANATION_INTERNAL_H

#include "util/append.h"
#include "report/explanation/explanation.h"
#include "report/table/internal.h"

struct cause_words {
    struct rdl_table *table;
    struct rdl_symbols *symbols;
    struct rdl_append text;
};

/* words.c: "bank.c:21" */
void rdl_cause_line(struct cause_words *w, uintptr_t pc);
/* "`bank.c:21 write balance` (called at bank.c:40)" */
void rdl_cause_op(struct cause_words *w, const struct rdl_event *e);
/* "withdraw (thread 2)" */
void rdl_cause_thread(struct cause_words *w, rdl_tid tid);
/* "`bank.c:21 write balance` of withdraw (thread 2)" */
void rdl_cause_done(struct cause_words *w, const struct rdl_event *e);

/* tests.c: the only test, on a line of its own, that a thread made
 * between the operations `tested`; 0 if there is none. */
uintptr_t rdl_cause_test(struct cause_words *w, const struct rdl_cause_part *p);
/* LOST_WAKEUP: the test that kept the thread of `also` from signalling again
 * behind `tested`; 0: not known. */
uintptr_t rdl_cause_kept(struct cause_words *w, const struct rdl_cause_part *p);

/* waits.c: threads that wait for ever. */
void rdl_cause_cycle_words(struct cause_words *w, const struct rdl_finding *f);
void rdl_cause_stuck_words(struct cause_words *w,
                           const struct rdl_cause_part *p,
                           const struct rdl_finding *f);
void rdl_cause_wakeup_words(struct cause_words *w,
                            const struct rdl_cause_part *p,
                            const struct rdl_finding *f);
void rdl_cause_unheard_words(struct cause_words *w,
                             const struct rdl_cause_part *p,
                             const struct rdl_finding *f);
void rdl_cause_missed_words(struct cause_words *w,
                            const struct rdl_cause_part *p,
                            const struct rdl_finding *f);
void rdl_cause_signal_words(struct cause_words *w,
                            const struct rdl_cause_part *p);
/* LOST_WAKEUP: the wait's time was over when the signal came. */
bool rdl_cause_too_late(const struct rdl_cause_part *p);

#endif
