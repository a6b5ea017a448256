/* list.h - every strategy, once.  Order is the order of --help. */
STRATEGY(random)
STRATEGY(pct)
STRATEGY(pos)
STRATEGY(round_robin)
