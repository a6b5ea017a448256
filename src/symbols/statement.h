/* statement.h - the statement that asks for a block of the heap, as
 * text: what it assigns the block to, what it takes the size of.  What names
 * mean there is not known here (scope.h). */
#ifndef RDL_SYMBOLS_STATEMENT_H
#define RDL_SYMBOLS_STATEMENT_H

#include "symbols/symbol.h"

struct symbol_statement {
    char text[1024]; /* "" if there is none to read */
    size_t call;     /* where in it the call stands */
    size_t behind;   /* and where behind its arguments */
};

/* False if there is none to read, or the source is newer than the program. */
bool rdl_statement_read(struct symbol_statement *s, const struct rdl_place *p);

/* Is its call that of `callee`, or if that is NULL of a function that makes
 * blocks?  Of `f(malloc(n))` a line table may know `f` only. */
bool rdl_statement_is_of(const struct symbol_statement *s, const char *callee);

/* "q->items[i]", which what the call gives is assigned to. */
bool rdl_statement_assigned(const struct symbol_statement *s, char *out,
                            size_t size);
/* "items" of "q->items[i]". */
void rdl_statement_last_word(const char *expression, char *out, size_t size);

/* "struct job" of `malloc(n * sizeof(struct job))`; several: a number of them
 * is asked for.  False if there is no sizeof among the arguments, or more than
 * one: a head and what follows it. */
bool rdl_statement_sizeof(const struct symbol_statement *s, char *out,
                          size_t size, bool *several);
/* "bank::account" of `new bank::account(1)`, where no sizeof stands. */
bool rdl_statement_new(const struct symbol_statement *s, char *out, size_t size,
                       bool *several);
/* `sizeof(*m) + length`: one, and what follows it. */
bool rdl_statement_adds(const struct symbol_statement *s);

/* Does it return something; and is that just what the call gives? */
bool rdl_statement_returns(const struct symbol_statement *s);
bool rdl_statement_returns_call(const struct symbol_statement *s);

/* The first argument of that function; NULL if it is not called. */
const char *rdl_statement_argument(const struct symbol_statement *s,
                                   const char *function);

#endif
