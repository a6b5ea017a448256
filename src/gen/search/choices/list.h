/* list.h - every choice, once.  The first is the default. */
CHOICE(least_tried)
CHOICE(covcon)
CHOICE(conflicts)
CHOICE(random)
