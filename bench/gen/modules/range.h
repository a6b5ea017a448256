/* range.h - see range.c. */
#ifndef RANGE_H
#define RANGE_H

struct range;

struct range *range_new(void);
void range_free(struct range *x);
int range_set(struct range *x, int low, int high);
int range_width(struct range *x);

#endif
