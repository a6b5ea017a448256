/* text.h - see text.c. */
#ifndef TEXT_H
#define TEXT_H

struct text;

struct text *text_new(void);
void text_free(struct text *x);
int text_add(struct text *x, char c);
int text_length(struct text *x);
int text_cut(struct text *x);
/* Appends what the other one holds. */
int text_append(struct text *x, struct text *from);
int text_last(struct text *x);

#endif
