/* list.h - every observer, once; this is the order of their calls. */
OBSERVER(coverage)
OBSERVER(recorder)
OBSERVER(exploring)
OBSERVER(lock_order)
OBSERVER(race)
OBSERVER(wait_loop)
OBSERVER(blocks)
