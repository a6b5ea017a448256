/* list.h - every explorer, once: explorer.h.  Of those that take what
 * the user asked for, the first is used; the last takes everything. */
EXPLORER(confirm)
EXPLORER(corpus)
EXPLORER(divided)
EXPLORER(reached)
EXPLORER(halves)
EXPLORER(portfolio)
EXPLORER(single)
