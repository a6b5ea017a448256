/* list.h - every explainer, once, by rank; within a rank in the order in which
 * the search asks them. */
EXPLAINER(races)
EXPLAINER(patterns)
EXPLAINER(cycle)
EXPLAINER(holds_and_waits)
EXPLAINER(failed_allocation)
EXPLAINER(spurious_wakeup)
EXPLAINER(too_many)
EXPLAINER(signal_handled)
EXPLAINER(no_retest)

EXPLAINER(windows)
EXPLAINER(endless_wait)
EXPLAINER(freed_in_use)
EXPLAINER(failing_read)

EXPLAINER(order)
EXPLAINER(preemption)

EXPLAINER(did_otherwise)
EXPLAINER(locks)
EXPLAINER(wrong_waiter)
EXPLAINER(pointer_left)
EXPLAINER(pointers)
EXPLAINER(carried_value)

EXPLAINER(kept_lock)
EXPLAINER(late_spurious)
EXPLAINER(expired)
