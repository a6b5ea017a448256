/* tracker_list.h - every tracker once; "auto" takes the first that works. */
TRACKER(scan)
TRACKER(protect)
TRACKER(copy)
