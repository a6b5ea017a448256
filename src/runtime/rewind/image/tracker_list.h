/* tracker_list.h - every tracker once; "auto" takes the first that works.
 *
 * protect is before scan: pages that are written often become hot and are not
 * watched, so most executions take no fault, while scan has to walk all page
 * tables each time.  Measured on 0.25 to 64 MiB with 8 to 512 pages written,
 * the same ones or others in each execution: faster in 28 of 30 cases.  The
 * smallest programs have 23 pages, and of these few are hot: protect takes 0.89
 * of the time that an execution takes with copy. */
TRACKER(protect)
TRACKER(scan)
TRACKER(copy)
