/* list.h - every metric, once.  Order is the order of `raddle list metrics`.
 * New ones come last: stores have their numbers.
 *
 * METRIC(id): its file is id.c.  COMBINED(name, a, b): the union of a and b.
 * COMBINATORIAL(name, order, a, b): pairs of requirements of a and b. */
METRIC(blocked)
METRIC(blocking)
METRIC(blocked_pair)
METRIC(follows)
METRIC(sync_pair)
METRIC(lr_def)
METRIC(def_use)
METRIC(pset)
METRIC(reads_from)
METRIC(adjacent)
/* The six of the thesis (table 3.2). */
COMBINED("blocked-pair+def-use", blocked_pair, def_use)
COMBINED("blocked-pair+pset", blocked_pair, pset)
COMBINED("follows+def-use", follows, def_use)
COMBINED("follows+pset", follows, pset)
COMBINED("sync-pair+def-use", sync_pair, def_use)
COMBINED("sync-pair+pset", sync_pair, pset)
/* The default: of all such unions it predicts failures best
 * (bench/reports/2026-11-18-metrics.md). */
COMBINED(RDL_METRICS_DEFAULT, reads_from, blocked_pair)
/* Of CUVE and Recurve. */
COMBINATORIAL("cc", RDL_UNORDERED, sync_pair, def_use)
COMBINATORIAL("cc-ordered", RDL_ORDERED, adjacent, adjacent)
