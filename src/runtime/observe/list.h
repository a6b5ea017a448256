/* list.h - every observer, once; they are called in this order. */
OBSERVER(coverage)
OBSERVER(recorder)
