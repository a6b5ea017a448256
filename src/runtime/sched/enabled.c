/* enabled.c - which threads can take the next step, and which of those are left
 * out for a while. */
#include "runtime/sched/enabled.h"

#include "runtime/observe/tap.h"

static void enabled_drop_passed(rdl_tid tid)
{
    for (size_t i = 0; i < rdl_sched.n_passed; i++) {
        if (rdl_sched.passed[i] == tid) {
            rdl_sched.passed[i] = rdl_sched.passed[--rdl_sched.n_passed];
            return;
        }
    }
}

void rdl_sched_enable(struct rdl_thread *t)
{
    if (rdl_is_enabled(t->tid))
        return;
    enabled_drop_passed(t->tid);
    rdl_sched.enabled_bits[t->tid / 64] |= UINT64_C(1) << t->tid % 64;
    rdl_sched.n_enabled++;
    rdl_sched.listed = false;
}

void rdl_sched_disable(struct rdl_thread *t)
{
    enabled_drop_passed(t->tid);
    if (!rdl_is_enabled(t->tid))
        return;
    rdl_sched.enabled_bits[t->tid / 64] &= ~(UINT64_C(1) << t->tid % 64);
    rdl_sched.n_enabled--;
    rdl_sched.listed = false;
}

/* Leaves t out until another thread has stepped.  If no step had an effect
 * since t was left out before, leaves it out until one has: otherwise two
 * waiting threads that alternate would starve the thread they wait for. */
void rdl_enabled_pass_over(struct rdl_thread *t, enum rdl_choice_kind why)
{
    if (!rdl_is_enabled(t->tid) || rdl_enabled_all_in() ||
        rdl_choose(why, 2) != 0)
        return;
    rdl_tap_passed(t);
    rdl_sched_disable(t);
    t->waits_for_effect = t->left_out_at == rdl_sched.effect_step;
    t->left_out_at = rdl_sched.effect_step;
    rdl_sched.passed[rdl_sched.n_passed++] = t->tid;
}

/* A thread other than those left out has stepped. */
void rdl_enabled_recall_passed(rdl_tid stepped)
{
    for (size_t i = rdl_sched.n_passed; i > 0; i--) {
        struct rdl_thread *t = rdl_thread_at(rdl_sched.passed[i - 1]);

        if (t->tid != stepped &&
            !(t->waits_for_effect && t->left_out_at == rdl_sched.effect_step))
            rdl_sched_enable(t);
    }
}

void rdl_enabled_recall_all(void)
{
    while (rdl_sched.n_passed > 0)
        rdl_sched_enable(rdl_thread_at(rdl_sched.passed[0]));
}
